package replay

import (
	"context"
	"fmt"
	"strconv"

	"standin/answersets"
	"standin/seam"
)

// batch answers the questions of one request.
type batch struct {
	p     *Provider
	taken []use // the uses that are reserved for it
	open  []seam.Open
}

func (b *batch) ask(ctx context.Context, questions []seam.Question) (seam.Answer, error) {
	items := make([]seam.Item, 0, len(questions))
	for i := range questions {
		q := &questions[i]
		it, err := b.answer(ctx, q)
		if err == nil {
			it.Source.Provider = Name
			items = append(items, it)
			continue
		}
		if err.Code == seam.AskCancelled || err.Code == seam.ProviderFailed {
			return seam.Answer{}, err
		}
		b.open = append(b.open, seam.Open{Question: *q, Code: err.Code, Reason: err.Message})
	}
	answer := seam.Answer{Answers: items}
	if len(b.open) > 0 {
		return answer, openError(b.open)
	}
	return answer, nil
}

// openError returns the error for open questions, which speaks of the first.
func openError(open []seam.Open) *seam.Error {
	first := &open[0]
	message := "question " + strconv.Quote(first.Question.ID) + ": " + first.Reason
	return &seam.Error{Code: first.Code, Message: message, Question: first.Question.ID, Open: open}
}

// answer returns the item that answers q, or why there is none.
func (b *batch) answer(ctx context.Context, q *seam.Question) (seam.Item, *seam.Error) {
	before := len(b.taken)
	var broken error
	d := b.p.set.Match(q, func(e *answersets.Entry) bool {
		u, ok, err := b.p.uses.reserve(ctx, e)
		if err != nil {
			broken = err
			return true // to look no further
		}
		if ok {
			b.taken = append(b.taken, u)
		}
		return ok
	})
	if broken != nil {
		return seam.Item{}, &seam.Error{Code: seam.ProviderFailed, Question: q.ID, Err: broken}
	}
	it, err := b.resolve(q, d, before)
	if err != nil {
		if err := b.p.uses.settle(b.taken[before:], false); err != nil {
			b.p.warn(err.Error())
		}
		b.taken = b.taken[:before]
	}
	return it, err
}

// resolve fits the answer that was found to q. Its use, where it has a limit,
// was reserved after so many others.
func (b *batch) resolve(q *seam.Question, d answersets.Decision, before int) (seam.Item, *seam.Error) {
	e := d.Entry
	if e == nil {
		return seam.Item{}, &seam.Error{Code: seam.Unanswered, Message: b.p.set.Miss(q, d)}
	}
	if err := b.p.drift(e, q); err != nil {
		return seam.Item{}, err
	}
	n := 0
	if len(b.taken) > before {
		n = b.taken[before].n
	}
	it, err := e.Resolve(q, n, b.p.opts.Values)
	if err != nil {
		return seam.Item{}, seam.AsError(err)
	}
	it.Source.Kind = d.Via
	if e.Uses() == 0 && !b.p.uses.used(e) {
		b.taken = append(b.taken, use{entry: e})
	}
	return it, nil
}

// drift returns the error for an answer that was recorded for another question
// than q, where drift is one. It always is one for a permission: else what was
// allowed once would allow whatever the same tool is called with next.
func (p *Provider) drift(e *answersets.Entry, q *seam.Question) *seam.Error {
	permission := q.Intent != nil && q.Intent.Kind == seam.Permission
	if e.Asked == nil || p.opts.Drift == DriftIgnore && !permission {
		return nil
	}
	changes := e.Drift(q)
	if changes == "" {
		return nil
	}
	message := fmt.Sprintf("%s (%s) was recorded for another question: %s", e.Name(), e.Pos, changes)
	if p.opts.Drift == DriftWarn && !permission {
		p.warn("question " + strconv.Quote(q.ID) + ": " + message)
		return nil
	}
	return &seam.Error{Code: seam.StaleAnswer, Question: q.ID, Message: message}
}
