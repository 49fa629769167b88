package replay

import (
	"context"

	"standin/answersets"
	"standin/seam"
)

// Policy answers what nothing else has answered, by a fixed rule. It is the last
// provider of a chain, which hands it the questions that are [seam.Unanswered],
// and never one whose answer is stale or wrong.
type Policy struct {
	policy answersets.Policy
	at     answersets.Pos
}

// NewPolicy returns the provider for a policy. At is where it is set, for the
// source of its answers: a place in an answer file, or the name of the flag or
// variable as the file with line 0.
func NewPolicy(policy answersets.Policy, at answersets.Pos) *Policy { return &Policy{policy, at} }

// Immediate implements [seam.Immediate].
func (p *Policy) Immediate() bool { return true }

// Ask answers by the policy. Open in the error are the questions that have an
// intent, which is answered on purpose or not at all, and those that offer
// nothing the policy could take.
func (p *Policy) Ask(_ context.Context, req seam.Request) (seam.Answer, error) {
	var answer seam.Answer
	var open []seam.Open
	for _, q := range req.Questions {
		selected, why := p.answer(&q)
		if why != "" {
			open = append(open, seam.Open{Question: q, Code: seam.Unanswered, Reason: why})
			continue
		}
		answer.Answers = append(answer.Answers, seam.Item{ID: q.ID, Selected: selected,
			Source: seam.Source{Provider: Name, Kind: "policy", File: p.at.File, Line: p.at.Line}})
	}
	if len(open) > 0 {
		return answer, openError(open)
	}
	return answer, nil
}

func (p *Policy) answer(q *seam.Question) (selected []string, why string) {
	if p.policy != answersets.Fail && q.Intent != nil {
		return nil, "the policy " + string(p.policy) + " does not answer it, since it has an intent"
	}
	switch p.policy {
	case answersets.Skip:
		return []string{}, ""
	case answersets.Recommended:
		selected, why = answersets.PickRecommended.Of(q)
	case answersets.First:
		selected, why = answersets.PickFirst.Of(q)
	default:
		return nil, "nothing answers it"
	}
	if why != "" {
		why = "the policy " + string(p.policy) + " does not answer it: " + why
	}
	return selected, why
}
