package dialects

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// The labels of a question whether a tool may run. Anything but exactly the
// first is a denial.
const (
	Allow = "Allow"
	Deny  = "Deny"
)

// readPermission turns the permission to run a tool into an ordinary question.
// Its id is permission.TOOL; its detail is the tool's whole input as compact
// JSON, so that a rule can be as narrow as its author wants; and its intent keeps
// every policy from answering it. An allowed call gets its input back unchanged.
func (g gate) readPermission(tool string, input jsontext.Value) (*Exchange, error) {
	x, _ := g.failed(nil)
	switch {
	case seam.Blank(tool):
		return x, seam.Errorf(seam.BadRequest, "the request does not say which tool wants to run")
	case input.Kind() != '{':
		return x, seam.Errorf(seam.BadRequest, "the request has no input of the tool %q to decide about", tool)
	}
	q := seam.Question{
		ID:       "permission." + tool,
		Question: fmt.Sprintf("May the tool %s run?", tool),
		Header:   "Permission",
		Detail:   shown(input),
		Options: []seam.Option{
			{Label: Allow, Description: "let it run once, with this input"},
			{Label: Deny, Description: "do not let it run"},
		},
		Intent: &seam.Intent{Kind: seam.Permission, Approve: Allow},
	}
	x.Request = seam.Request{Questions: []seam.Question{q}}
	x.answer = func(a seam.Answer) ([]byte, error) {
		switch it := a.Answers[0]; {
		case it.Custom != nil:
			return g.deny("The tool " + tool + " may not run. The person said: " + *it.Custom), nil
		case len(it.Selected) == 1 && it.Selected[0] == Allow:
			return g.allow(input), nil
		case it.Skipped():
			return g.deny("Nobody allowed the tool " + tool + " to run: the question was skipped."), nil
		default:
			return g.deny("The tool " + tool + " may not run: the person denied it."), nil
		}
	}
	return x, nil
}
