package seamtest

import (
	"context"
	"errors"

	"standin/seam"
)

// NewProvider returns a provider that answers from the script itself and keeps
// the contract. It stands behind a provider that wraps others while the kit
// tests that one. Its items have the source name. It keeps no state: asks at
// the same time do not wait for each other.
func NewProvider(name string, script Script) seam.Provider {
	return &scripted{name, script}
}

type scripted struct {
	name   string
	script Script
}

// Ask goes through the questions in order, as a person would.
func (p *scripted) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	var answer seam.Answer
	var open []seam.Open
	for _, q := range req.Questions {
		if err := ctx.Err(); err != nil {
			return answer, err
		}
		reply, ok := p.script.Replies[q.ID]
		switch {
		case !ok:
			open = append(open, seam.Open{Question: q, Code: seam.Unanswered, Reason: "the script has no reply"})
		case reply.Silent:
			<-ctx.Done()
			return answer, ctx.Err()
		case reply.Answer != nil:
			it := *reply.Answer
			it.Source.Provider = p.name
			answer.Answers = append(answer.Answers, it)
		case reply.Refuse != "":
			return answer, seam.Errorf(seam.AskCancelled, "%s", reply.Refuse)
		default:
			return answer, errors.New("a reply in the script is empty")
		}
	}
	if len(open) > 0 {
		return answer, &seam.Error{Code: seam.Unanswered, Message: "the script has no reply to every question", Open: open}
	}
	return answer, nil
}
