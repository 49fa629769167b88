package seamtest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"standin/seam"
)

// check takes p through the case and returns the rules that it broke.
func (c *testCase) check(p seam.Provider, patience time.Duration) []failure {
	if !c.atOnce {
		var broken []failure
		for _, a := range c.asks {
			broken = append(broken, a.check(p, patience)...)
		}
		return broken
	}
	all := make([][]failure, len(c.asks))
	var wg sync.WaitGroup
	for i, a := range c.asks {
		wg.Go(func() { all[i] = a.check(p, patience) })
	}
	wg.Wait()
	return slices.Concat(all...)
}

type result struct {
	answer seam.Answer
	err    error
}

// check puts one request to p and judges what comes back.
func (a *ask) check(p seam.Provider, patience time.Duration) []failure {
	ctx, cancel := a.context()
	defer cancel()
	req := a.request()
	done := make(chan result, 1)
	go func() {
		answer, err := p.Ask(ctx, req)
		done <- result{answer, err}
	}()

	// The rule of time, and how long the provider may take: with a context that
	// ends, from that end on.
	late := returns
	if a.ending != never {
		late = soon
		<-ctx.Done()
	}
	select {
	case r := <-done:
		broken := a.judge(r)
		if !reflect.DeepEqual(req, a.request()) {
			broken = append(broken, failure{untouched, fmt.Sprintf("request afterwards: %+v\nbefore: %+v", req, a.request())})
		}
		return broken
	case <-time.After(patience):
		return []failure{{late, fmt.Sprintf("no result after %v", patience)}}
	}
}

// context returns the context of the ask. One that ends while the provider
// waits leaves it a moment to begin to wait; if that is not enough the ask
// fails at once instead, as it must.
func (a *ask) context() (context.Context, context.CancelFunc) {
	const moment = 50 * time.Millisecond
	switch a.ending {
	case before:
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return ctx, cancel
	case cancelled:
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(moment, cancel)
		return ctx, cancel
	case deadline:
		return context.WithTimeout(context.Background(), moment)
	default:
		return context.WithCancel(context.Background())
	}
}

// judge compares what the provider returned with what the source gave.
func (a *ask) judge(r result) []failure {
	gaps, refused := a.gaps()
	if r.err == nil {
		switch {
		case a.ending != never:
			return []failure{{ends, fmt.Sprintf("got: %s\nwant: an error", show(r))}}
		case refused:
			return []failure{{refuses, fmt.Sprintf("got: %s\nwant: %s", show(r), seam.AskCancelled)}}
		case len(gaps) > 0:
			return a.judgeGap(gaps, r)
		}
		return a.judgeAnswer(r.answer)
	}
	broken := a.judgeItems(r)
	e, coded := errors.AsType[*seam.Error](r.err)
	switch {
	case a.ending != never:
	case refused:
		if !coded || e.Code != seam.AskCancelled || len(e.Open) > 0 {
			broken = append(broken, failure{refuses, fmt.Sprintf("got: %s\nwant: %s", show(r), seam.AskCancelled)})
		}
	case len(gaps) > 0:
		broken = append(broken, a.judgeOpen(gaps, r)...)
	default:
		broken = append(broken, failure{answers, fmt.Sprintf("got: %s", show(r))})
	}
	return broken
}

// judgeAnswer judges an answer to a request that has one for each question.
func (a *ask) judgeAnswer(answer seam.Answer) []failure {
	fitted, err := seam.CheckAnswer(a.questions(), answer)
	if err != nil {
		return []failure{{fits, fmt.Sprintf("got: %s\nwhich fails: %v", show(result{answer: answer}), err)}}
	}
	var broken []failure
	for i, it := range fitted.Answers {
		broken = append(broken, a.entries[i].judgeItem(it)...)
	}
	return broken
}

// judgeGap judges an answer, without an error, to a request that must not have one.
func (a *ask) judgeGap(gaps []string, r result) []failure {
	for _, it := range r.answer.Answers {
		if slices.Contains(gaps, it.ID) {
			return []failure{{invents, fmt.Sprintf("got: %s\nwant no answer to: %q", show(r), it.ID)}}
		}
	}
	return []failure{{lists, fmt.Sprintf("got: %s\nwant: an error that lists %q", show(r), gaps)}}
}

// judgeItems judges the items that come beside an error.
func (a *ask) judgeItems(r result) []failure {
	var broken []failure
	for _, it := range r.answer.Answers {
		i := slices.IndexFunc(a.entries, func(e entry) bool { return e.question.ID == it.ID })
		if i < 0 || a.entries[i].reply.Answer == nil {
			broken = append(broken, failure{invents, fmt.Sprintf("got: %s\nwant no answer to: %q", show(r), it.ID)})
			continue
		}
		fitted, err := seam.CheckItem(&a.entries[i].question, it)
		if err != nil {
			broken = append(broken, failure{fits, fmt.Sprintf("got: %s\nwhich fails: %v", show(r), err)})
			continue
		}
		broken = append(broken, a.entries[i].judgeItem(fitted)...)
	}
	return broken
}

// judgeOpen judges the error of a request with questions that the source has no
// answer to.
func (a *ask) judgeOpen(gaps []string, r result) []failure {
	var broken []failure
	var open []string
	e, ok := errors.AsType[*seam.Error](r.err)
	if ok {
		for _, o := range e.Open {
			open = append(open, o.Question.ID)
			ok = ok && o.Code == seam.Unanswered
		}
	}
	if !ok || e.Code != seam.Unanswered || !slices.Equal(open, gaps) {
		broken = append(broken, failure{lists, fmt.Sprintf("got: %s\nwant: %s with %q open", show(r), seam.Unanswered, gaps)})
	}
	for i := range a.entries {
		id := a.entries[i].question.ID
		has := slices.ContainsFunc(r.answer.Answers, func(it seam.Item) bool { return it.ID == id })
		if !has && a.entries[i].reply.Answer != nil {
			broken = append(broken, failure{keeps, fmt.Sprintf("got: %s\nwant an item for: %q", show(r), id)})
		}
	}
	return broken
}

// judgeItem judges one item that has been fitted to its question.
func (e *entry) judgeItem(got seam.Item) []failure {
	var broken []failure
	if got.Source.Provider == "" {
		broken = append(broken, failure{named, fmt.Sprintf("got: no provider for %q", got.ID)})
	}
	want, err := seam.CheckItem(&e.question, *e.reply.Answer)
	if err != nil {
		panic(err) // a fault of the case, not of the provider
	}
	if text, wanted := showItem(got), showItem(want); text != wanted {
		broken = append(broken, failure{exact, fmt.Sprintf("got: %s\nwant: %s", text, wanted)})
	}
	return broken
}

func show(r result) string {
	var b strings.Builder
	b.WriteString("items [")
	for i, it := range r.answer.Answers {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(showItem(it))
	}
	b.WriteString("]")
	if r.err == nil {
		return b.String() + " without an error"
	}
	e := seam.AsError(r.err)
	fmt.Fprintf(&b, " and %s: %v", e.Code, r.err)
	for _, o := range e.Open {
		fmt.Fprintf(&b, "; open: %q (%s)", o.Question.ID, o.Code)
	}
	return b.String()
}

func showItem(it seam.Item) string {
	text := "none"
	if it.Custom != nil {
		text = fmt.Sprintf("%q", *it.Custom)
	}
	return fmt.Sprintf("%q: labels %q, text %s", it.ID, it.Selected, text)
}
