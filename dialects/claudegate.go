package dialects

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// gate is a place where Claude Code waits to hear whether a call of a tool may
// go on. The same verdict is written differently at each of them.
type gate struct {
	allow func(updatedInput jsontext.Value) []byte
	deny  func(message string) []byte
}

// verdict is the gate of permission prompt tools and control frames. wrap writes
// what goes around it, nil for nothing.
func verdict(wrap func([]byte) []byte) gate {
	if wrap == nil {
		wrap = func(body []byte) []byte { return body }
	}
	return gate{
		allow: func(input jsontext.Value) []byte {
			return wrap(compact(behavior{Behavior: "allow", UpdatedInput: input}))
		},
		deny: func(message string) []byte {
			return wrap(compact(behavior{Behavior: "deny", Message: message}))
		},
	}
}

type behavior struct {
	Behavior     string         `json:"behavior"`
	UpdatedInput jsontext.Value `json:"updatedInput,omitzero"`
	Message      string         `json:"message,omitzero"`
}

// preToolUse is the gate of the hook that runs before a tool.
func preToolUse() gate {
	type output struct {
		Event        string         `json:"hookEventName"`
		Decision     string         `json:"permissionDecision"`
		Reason       string         `json:"permissionDecisionReason,omitzero"`
		UpdatedInput jsontext.Value `json:"updatedInput,omitzero"`
	}
	return gate{
		allow: func(input jsontext.Value) []byte {
			return hookOutput(output{Event: "PreToolUse", Decision: "allow", UpdatedInput: input})
		},
		deny: func(message string) []byte {
			return hookOutput(output{Event: "PreToolUse", Decision: "deny", Reason: message})
		},
	}
}

// permissionRequest is the gate of the hook that runs in place of a permission
// dialog.
func permissionRequest() gate {
	wrap := func(body []byte) []byte {
		return hookOutput(struct {
			Event    string         `json:"hookEventName"`
			Decision jsontext.Value `json:"decision"`
		}{"PermissionRequest", body})
	}
	return verdict(wrap)
}

type elicitationOutput struct {
	Event   string         `json:"hookEventName"`
	Action  string         `json:"action"`
	Content jsontext.Value `json:"content,omitzero"`
}

func hookOutput(specific any) []byte {
	return compact(struct {
		Specific any `json:"hookSpecificOutput"`
	}{specific})
}

// failed returns the exchange of a document that could not be read.
func (g gate) failed(err error) (*Exchange, error) {
	return &Exchange{failure: func(e *seam.Error) []byte { return g.deny(reason(e)) }}, err
}

// read reads the call that waits at the gate.
func (g gate) read(tool string, input jsontext.Value) (*Exchange, error) {
	if tool == AskUserQuestion {
		return g.readQuestions(input)
	}
	return g.readPermission(tool, input)
}

// readQuestions reads the input of the question tool.
func (g gate) readQuestions(input []byte) (*Exchange, error) {
	members, err := object(input, "the input of "+AskUserQuestion, "questions")
	if err != nil {
		return g.failed(err)
	}
	questions, err := readQuestions(members["questions"])
	if err == nil {
		err = byText(questions, "Claude Code")
	}
	x, err := g.failed(err)
	if err != nil {
		return x, err
	}
	x.Request = request(questions)
	x.answer = func(a seam.Answer) ([]byte, error) {
		input := jsontext.Value(`{"questions":`)
		input = append(input, members["questions"]...)
		input = append(append(input, `,"answers":`...), textAnswers(a)...)
		return g.allow(compact(append(input, '}'))), nil
	}
	return x, nil
}

// textAnswers returns the answers as one object keyed by the question's text,
// which is its id.
func textAnswers(a seam.Answer) []byte {
	return keyed(a, func(i int) string { return a.Answers[i].ID })
}
