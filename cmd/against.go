package cmd

import (
	"context"
	"slices"

	"standin/answersets"
	"standin/providers"
	"standin/providers/replay"
	"standin/seam"
)

// Answer files are checked against requests by replaying them: the provider is
// the one of a real run, and so are the values that it reads. Each question is
// put by itself, so that one which is refused hides no other.

// The names of what a dry replay finds.
const (
	unansweredRule   = "unanswered"
	staleRule        = "stale-answer"
	misfitRule       = "bad-answer"
	missingValueRule = "missing-value"
	unusedRule       = "unused-entry"
)

func againstRules() []string {
	return []string{unansweredRule, staleRule, misfitRule, missingValueRule, unusedRule}
}

// dryRun replays requests and collects what would go wrong.
type dryRun struct {
	set      *answersets.Set
	stack    *providers.Stack
	problems answersets.Problems
	reached  []bool // by entry index: it was to answer, and did not
	missing  bool   // a value was asked for and is not there
}

// against returns what would go wrong with requests, and the entries that none
// of them uses.
func (a *app) against(ctx context.Context, set *answersets.Set, requests []request) (answersets.Problems, error) {
	run := dryRun{set: set, reached: make([]bool, set.Len())}
	stack, err := providers.Open(providers.Config{
		Names:  []string{providers.Replay},
		Set:    set,
		Replay: replay.Options{Values: run.values(a.lookup)},
	})
	if err != nil {
		return nil, err
	}
	run.stack = stack
	for _, r := range requests {
		for i := range r.questions {
			if err := run.ask(ctx, r.at(&r.questions[i]), &r.questions[i]); err != nil {
				return nil, err
			}
		}
	}
	for _, e := range stack.Replay.Unused() {
		if !run.reached[e.Index] {
			run.report(e.Pos, unusedRule, e.Name()+" answers none of the requests")
		}
	}
	return run.problems, nil
}

func (r *dryRun) report(at answersets.Pos, rule, message string) {
	r.problems = append(r.problems, answersets.Problem{Pos: at, Message: message, Rule: rule})
}

// values notes which values are not there.
func (r *dryRun) values(lookup func(string) (string, bool)) answersets.Values {
	return answersets.Values{
		Env: func(name string) (string, bool) {
			v, ok := lookup(name)
			r.missing = r.missing || !ok || seam.Blank(v)
			return v, ok
		},
		File: func(path string) ([]byte, error) {
			text, err := readValueFile(path)
			r.missing = r.missing || err != nil || seam.Blank(string(text))
			return text, err
		},
	}
}

func (r *dryRun) ask(ctx context.Context, at answersets.Pos, q *seam.Question) error {
	r.missing = false
	_, err := r.stack.Provider.Ask(ctx, seam.Request{Questions: []seam.Question{*q}})
	if err == nil {
		return nil
	}
	e := seam.AsError(err)
	if d := r.set.Match(q, nil); d.Entry != nil {
		r.reached[d.Entry.Index] = true
	}
	rule := ""
	switch {
	case e.Code == seam.AskCancelled:
		return ctx.Err() // a rule refuses it, which is an answer
	case r.missing:
		rule = missingValueRule
	case e.Code == seam.Unanswered:
		rule = unansweredRule
	case e.Code == seam.StaleAnswer:
		rule = staleRule
	case e.Code == seam.BadAnswer:
		rule = misfitRule
	default:
		return err
	}
	r.report(at, rule, e.Error())
	return nil
}

// withAgainst adds to problems what a dry replay of the requests in files finds,
// where the answer files can be loaded at all.
func (a *app) withAgainst(ctx context.Context, problems answersets.Problems, answers, files []string, flags requestFlags) (answersets.Problems, error) {
	requests, err := a.requests(files, flags)
	if err != nil {
		return problems, err
	}
	set, err := answersets.Load(answers, answersets.Options{})
	if err != nil {
		if seam.CodeOf(err) == seam.BadAnswerSet {
			err = nil // its problems are among the others
		}
		return problems, err
	}
	found, err := a.against(ctx, set, requests)
	return slices.Concat(problems, found).Sort(), err
}
