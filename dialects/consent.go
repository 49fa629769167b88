package dialects

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// The labels of a question for consent. Anything but exactly the first declines.
const (
	Accept  = "Accept"
	Decline = "Decline"
)

// readConsent reads a form without properties. Its detail is what the server
// says about it, so that a rule can be as narrow as its author wants.
func (x *Exchange) readConsent(message string, meta jsontext.Value, write func(formResult) []byte) (*Exchange, error) {
	if seam.Blank(message) {
		return x, seam.Errorf(seam.BadRequest, "the elicitation asks for consent and does not say to what")
	}
	detail := message
	if meta != nil {
		detail = shown(meta)
	}
	x.Request.Questions = []seam.Question{{
		ID:       message,
		Question: message,
		Header:   "Approval",
		Detail:   detail,
		Options:  []seam.Option{{Label: Accept}, {Label: Decline}},
		Intent:   &seam.Intent{Kind: seam.Permission, Approve: Accept},
	}}
	x.answer = func(a seam.Answer) ([]byte, error) {
		switch it := a.Answers[0]; {
		case it.Skipped():
			return write(formResult{Action: "cancel", err: seam.Errorf(seam.Unanswered, "the question was skipped")}), nil
		case it.Custom == nil && it.Selected[0] == Accept:
			return write(formResult{Action: "accept", Content: jsontext.Value(`{}`)}), nil
		default:
			return write(formResult{Action: "decline", err: seam.Errorf(seam.AskCancelled, "the person declined")}), nil
		}
	}
	return x, nil
}
