package seamtest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"standin/seam"
)

func TestRun_passesAProviderThatKeepsTheContract(t *testing.T) {
	Run(t, func(t *testing.T, s Script) seam.Provider { return NewProvider("script", s) })
}

func TestRun_leavesOutWhatASourceCannotDoAndSaysWhy(t *testing.T) {
	s := settings{without: map[Ability]string{}}
	Without(Silence, "a file keeps nobody waiting")(&s)
	var out int
	for _, c := range cases() {
		reason := s.leavesOut(&c)
		if needs := slices.Contains(c.needs, Silence); needs != (reason != "") {
			t.Errorf("case %q: left out because %q, needs silence: %v", c.name, reason, needs)
		}
		if reason != "" {
			out++
			if want := "does not apply, needs silence: a file keeps nobody waiting"; reason != want {
				t.Errorf("got reason %q, want %q", reason, want)
			}
		}
	}
	if out == 0 {
		t.Error("no case needs silence")
	}
}

// TestCases_areSound holds the cases to what a service would let through, and
// their scripts to ids that differ.
func TestCases_areSound(t *testing.T) {
	names := map[string]bool{}
	for _, c := range cases() {
		if names[c.name] {
			t.Errorf("two cases have the name %q", c.name)
		}
		names[c.name] = true
		if err := seam.CheckQuestions(c.script().Questions); err != nil {
			t.Errorf("case %q: its questions: %v", c.name, err)
		}
		for _, a := range c.asks {
			for _, e := range a.entries {
				if e.reply.Answer == nil {
					continue
				}
				if _, err := seam.CheckItem(&e.question, *e.reply.Answer); err != nil {
					t.Errorf("case %q: its answer: %v", c.name, err)
				}
			}
		}
	}
}

// faulty wraps a provider that keeps the contract and breaks one rule of it.
type faulty struct {
	inner seam.Provider
	ask   func(inner seam.Provider, ctx context.Context, req seam.Request) (seam.Answer, error)
}

func (p *faulty) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	return p.ask(p.inner, ctx, req)
}

// after returns an Ask that has its good result spoilt.
func after(spoil func(ctx context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error)) func(seam.Provider, context.Context, seam.Request) (seam.Answer, error) {
	return func(inner seam.Provider, ctx context.Context, req seam.Request) (seam.Answer, error) {
		a, err := inner.Ask(ctx, req)
		return spoil(ctx, req, a, err)
	}
}

// items returns an Ask that has the items of each good answer spoilt.
func items(spoil func(req seam.Request, items []seam.Item) []seam.Item) func(seam.Provider, context.Context, seam.Request) (seam.Answer, error) {
	return after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
		if err != nil {
			return a, err
		}
		return seam.Answer{Answers: spoil(req, slices.Clone(a.Answers))}, nil
	})
}

// each returns an Ask that has each item of a good answer spoilt.
func each(spoil func(q seam.Question, it *seam.Item)) func(seam.Provider, context.Context, seam.Request) (seam.Answer, error) {
	return items(func(req seam.Request, items []seam.Item) []seam.Item {
		for i := range items {
			spoil(req.Questions[i], &items[i])
		}
		return items
	})
}

func code(err error, c seam.Code) bool { return errors.Is(err, &seam.Error{Code: c}) }

func TestRun_failsABrokenProviderOnTheRuleThatItBreaks(t *testing.T) {
	forever := make(chan struct{})
	t.Cleanup(func() { close(forever) })
	broken := []struct {
		name string
		want rule
		ask  func(seam.Provider, context.Context, seam.Request) (seam.Answer, error)
	}{
		{"turns down free text", answers, after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if err == nil && len(req.Questions) == 1 && len(req.Questions[0].Options) == 0 {
				return seam.Answer{}, errors.New("nothing to select")
			}
			return a, err
		})},
		{"turns down a question that it has seen before", answers, turnsDownRepeatedText()},
		{"trims text", exact, each(func(_ seam.Question, it *seam.Item) {
			if it.Custom != nil {
				s := strings.TrimSpace(*it.Custom)
				it.Custom = &s
			}
		})},
		{"keeps the first line of a text", exact, each(func(_ seam.Question, it *seam.Item) {
			if it.Custom != nil {
				s, _, _ := strings.Cut(*it.Custom, "\n")
				it.Custom = &s
			}
		})},
		{"takes 1.10 for a number", exact, each(func(_ seam.Question, it *seam.Item) {
			if it.Custom != nil && *it.Custom == "1.10" {
				s := "1.1"
				it.Custom = &s
			}
		})},
		{"drops the text beside labels", exact, each(func(_ seam.Question, it *seam.Item) {
			if len(it.Selected) > 0 {
				it.Custom = nil
			}
		})},
		{"takes the first option for a skip", exact, each(func(q seam.Question, it *seam.Item) {
			if it.Skipped() && len(q.Options) > 0 {
				it.Selected = []string{q.Options[0].Label}
			}
		})},
		{"approves whatever the answer to a plan review", exact, each(func(q seam.Question, it *seam.Item) {
			if q.Intent != nil {
				it.Selected, it.Custom = []string{q.Intent.Approve}, nil
			}
		})},
		{"matches labels without regard to case", exact, each(func(q seam.Question, it *seam.Item) {
			for i, l := range it.Selected {
				if q.MultiSelect {
					break
				}
				for _, o := range q.Options {
					if strings.EqualFold(o.Label, l) {
						it.Selected = slices.Clone(it.Selected)
						it.Selected[i] = o.Label
						break
					}
				}
			}
		})},
		{"finds a question by its text", exact, items(func(req seam.Request, items []seam.Item) []seam.Item {
			for i := range items {
				for j := range i {
					if req.Questions[j].Question == req.Questions[i].Question {
						items[i].Selected = items[j].Selected
					}
				}
			}
			return items
		})},
		{"mixes up asks at the same time", exact, mixesUp()},
		{"returns the label without its mark", fits, each(func(_ seam.Question, it *seam.Item) {
			for i, l := range it.Selected {
				it.Selected = slices.Clone(it.Selected)
				it.Selected[i], _ = seam.Recommended(l)
			}
		})},
		{"returns labels joined by commas", fits, each(func(_ seam.Question, it *seam.Item) {
			if len(it.Selected) > 1 {
				it.Selected = []string{strings.Join(it.Selected, ", ")}
			}
		})},
		{"returns text as a label", fits, each(func(q seam.Question, it *seam.Item) {
			if len(q.Options) == 0 && it.Custom != nil {
				it.Selected, it.Custom = []string{*it.Custom}, nil
			}
		})},
		{"leaves out skipped questions", fits, items(func(_ seam.Request, items []seam.Item) []seam.Item {
			return slices.DeleteFunc(items, func(it seam.Item) bool { return it.Skipped() })
		})},
		{"answers only the first question of a batch", fits, items(func(_ seam.Request, items []seam.Item) []seam.Item { return items[:1] })},
		{"says not who answered", named, each(func(_ seam.Question, it *seam.Item) { it.Source = seam.Source{} })},
		{"sorts the options of the request", untouched, func(inner seam.Provider, ctx context.Context, req seam.Request) (seam.Answer, error) {
			a, err := inner.Ask(ctx, req)
			for i := range req.Questions {
				slices.SortFunc(req.Questions[i].Options, func(a, b seam.Option) int { return strings.Compare(a.Label, b.Label) })
			}
			return a, err
		}},
		{"waits for one more line after the last answer", returns, after(func(ctx context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if err == nil && len(req.Questions) == 1 && req.Questions[0].ID == "database" && !a.Answers[0].Skipped() {
				<-ctx.Done()
				return a, ctx.Err()
			}
			return a, err
		})},
		{"does not look at the context while it waits", soon, func(inner seam.Provider, ctx context.Context, req seam.Request) (seam.Answer, error) {
			if ctx.Err() == nil && ctx.Done() != nil {
				if _, ends := ctx.Deadline(); ends {
					<-forever
				}
			}
			return inner.Ask(ctx, req)
		}},
		{"answers although its context is done", ends, func(inner seam.Provider, ctx context.Context, req seam.Request) (seam.Answer, error) {
			if ctx.Err() != nil {
				return inner.Ask(context.WithoutCancel(ctx), req)
			}
			return inner.Ask(ctx, req)
		}},
		{"picks the first option when time runs out", ends, after(func(ctx context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if ctx.Err() == nil {
				return a, err
			}
			return pickFirst(req)
		})},
		{"picks the recommended option where it has no answer", invents, after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) && req.Questions[0].ID == "pm" {
				return seam.Answer{Answers: []seam.Item{{ID: "pm", Selected: []string{"pnpm (Recommended)"}, Source: seam.Source{Provider: "x"}}}}, nil
			}
			return a, err
		})},
		{"approves a plan that nobody has decided about", invents, after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) && len(req.Questions) == 1 && req.Questions[0].Intent != nil {
				return seam.Answer{Answers: []seam.Item{{ID: req.Questions[0].ID, Selected: []string{req.Questions[0].Intent.Approve}, Source: seam.Source{Provider: "x"}}}}, nil
			}
			return a, err
		})},
		{"skips what is open beside its error", invents, after(func(_ context.Context, _ seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) {
				for _, o := range seam.AsError(err).Open {
					a.Answers = append(a.Answers, seam.Item{ID: o.Question.ID, Source: seam.Source{Provider: "x"}})
				}
			}
			return a, err
		})},
		{"does not list the open questions", lists, after(func(_ context.Context, _ seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) {
				return a, seam.Errorf(seam.Unanswered, "cannot answer")
			}
			return a, err
		})},
		{"lists the whole batch as open", lists, after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) {
				return a, &seam.Error{Code: seam.Unanswered, Open: seam.OpenAll(req.Questions, seam.Unanswered, "")}
			}
			return a, err
		})},
		{"reports a missing answer as a failure", lists, after(func(_ context.Context, _ seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) {
				return a, errors.New("exit status 3")
			}
			return a, err
		})},
		{"hands out a partial answer as a whole one", lists, after(func(_ context.Context, _ seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) {
				err = nil
			}
			return a, err
		})},
		{"drops the answers that there are", keeps, after(func(_ context.Context, _ seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.Unanswered) {
				a = seam.Answer{}
			}
			return a, err
		})},
		{"takes a refusal for a missing answer", refuses, after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.AskCancelled) {
				err = &seam.Error{Code: seam.Unanswered, Open: seam.OpenAll(req.Questions, seam.Unanswered, "")}
			}
			return a, err
		})},
		{"leaves questions open after a refusal", refuses, after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.AskCancelled) {
				err = &seam.Error{Code: seam.AskCancelled, Open: seam.OpenAll(req.Questions, seam.Unanswered, "")}
			}
			return a, err
		})},
		{"skips everything after a refusal", refuses, after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
			if code(err, seam.AskCancelled) {
				a, err = skipAll(req), nil
			}
			return a, err
		})},
	}
	judged := map[rule]bool{}
	for _, b := range broken {
		judged[b.want] = true
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			patience := time.Minute
			if b.want == returns || b.want == soon {
				patience = 200 * time.Millisecond
			}
			var got []rule
			for _, c := range cases() {
				for _, f := range c.check(&faulty{NewProvider("script", c.script()), b.ask}, patience) {
					got = append(got, f.rule)
				}
			}
			slices.Sort(got)
			got = slices.Compact(got)
			if !slices.Equal(got, []rule{b.want}) {
				t.Errorf("got broken rules %q\nwant %q", got, b.want)
			}
		})
	}
	for _, r := range everyRule {
		if !judged[r] {
			t.Errorf("no broken provider proves the rule: %s", r)
		}
	}
}

// turnsDownRepeatedText keys a batch by the text of its questions, and gives up
// where two have the same.
func turnsDownRepeatedText() func(seam.Provider, context.Context, seam.Request) (seam.Answer, error) {
	return after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
		seen := map[string]bool{}
		for _, q := range req.Questions {
			if seen[q.Question] {
				return seam.Answer{}, errors.New("the text occurs twice")
			}
			seen[q.Question] = true
		}
		return a, err
	})
}

// mixesUp waits until several asks are under way and gives each the text of the
// one that came last.
func mixesUp() func(seam.Provider, context.Context, seam.Request) (seam.Answer, error) {
	var mu sync.Mutex
	var last *string
	var wg sync.WaitGroup
	wg.Add(6)
	return after(func(_ context.Context, req seam.Request, a seam.Answer, err error) (seam.Answer, error) {
		if err != nil || len(req.Questions) != 2 || len(req.Questions[0].Options) != 6 {
			return a, err
		}
		mu.Lock()
		last = a.Answers[1].Custom
		mu.Unlock()
		wg.Done()
		wg.Wait()
		mu.Lock()
		defer mu.Unlock()
		a.Answers[1].Custom = last
		return a, nil
	})
}

func pickFirst(req seam.Request) (seam.Answer, error) {
	a := skipAll(req)
	for i, q := range req.Questions {
		if len(q.Options) > 0 {
			a.Answers[i].Selected = []string{q.Options[0].Label}
		}
	}
	return a, nil
}

func skipAll(req seam.Request) seam.Answer {
	var a seam.Answer
	for _, q := range req.Questions {
		a.Answers = append(a.Answers, seam.Item{ID: q.ID, Source: seam.Source{Provider: "x"}})
	}
	return a
}
