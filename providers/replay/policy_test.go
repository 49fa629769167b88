package replay_test

import (
	"testing"

	"standin/answersets"
	"standin/providers/replay"
	"standin/seam"
)

func TestPolicy_answersByRuleAndNeverAnIntent(t *testing.T) {
	marked := seam.Question{ID: "db", Question: "?", Options: []seam.Option{{Label: "A"}, {Label: "B (Recommended)"}}}
	twice := seam.Question{ID: "db", Question: "?", Options: []seam.Option{{Label: "A (recommended)"}, {Label: "B (Recommended)"}}}
	many := twice
	many.MultiSelect = true
	decision := yesNo("plan", "?")
	decision.Detail, decision.Intent = "the plan", &seam.Intent{Kind: seam.PlanReview, Approve: "Yes"}
	open := seam.Question{ID: "name", Question: "?"}
	const unanswered = "UNANSWERED"
	for _, c := range []struct {
		policy answersets.Policy
		q      seam.Question
		want   string
	}{
		{answersets.Fail, marked, unanswered},
		{answersets.Skip, marked, ""},
		{answersets.Skip, open, ""},
		{answersets.Skip, decision, unanswered},
		{answersets.First, marked, "A"},
		{answersets.First, decision, unanswered},
		{answersets.First, open, unanswered},
		{answersets.Recommended, marked, "B (Recommended)"},
		{answersets.Recommended, twice, unanswered},
		{answersets.Recommended, many, "A (recommended) B (Recommended)"},
		{answersets.Recommended, yesNo("a", "?"), unanswered},
		{answersets.Recommended, decision, unanswered},
	} {
		got, err := ask(t, replay.NewPolicy(c.policy, answersets.Pos{File: "ci.yaml", Line: 2}), c.q)
		if err != nil {
			got = string(seam.CodeOf(err))
		}
		if got != c.want {
			t.Errorf("the policy %s answers %v with %q (%v), want %q", c.policy, c.q, got, err, c.want)
		}
	}
}
