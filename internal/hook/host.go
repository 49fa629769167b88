package hook

import (
	"slices"

	"github.com/go-json-experiment/json"

	"standin/dialects"
)

// Host is an agent that calls hooks.
type Host struct {
	dialect dialects.Dialect
	asks    func(head) bool
	// stubs are events without a question, the first of them for an event of
	// unknown name, whose failure denies in the right shape.
	stubs []stub
}

type stub struct{ event, doc string }

// ClaudeCode is the host whose questions come before its tool AskUserQuestion
// runs, in place of a permission dialog, and when an MCP server asks.
func ClaudeCode() Host {
	return Host{
		dialect: dialects.ClaudeCode{},
		asks: func(h head) bool {
			switch h.event {
			case "PreToolUse":
				return h.tool == dialects.AskUserQuestion
			case "PermissionRequest", "Elicitation":
				return true
			}
			return false
		},
		stubs: []stub{
			{"PreToolUse", `{"hook_event_name":"PreToolUse"}`},
			{"PermissionRequest", `{"hook_event_name":"PermissionRequest"}`},
			{"Elicitation", `{"hook_event_name":"Elicitation"}`},
		},
	}
}

// Codex is the host whose questions come after its tool request_user_input has
// come back without an answer. What a person has answered there stands.
func Codex() Host {
	return Host{
		dialect: dialects.Codex{},
		asks: func(h head) bool {
			return h.event == "PostToolUse" && h.tool == dialects.RequestUserInput && !codexAnswered(h.response)
		},
		stubs: []stub{{"PostToolUse", `{"hook_event_name":"PostToolUse"}`}},
	}
}

// stub returns the event whose failure stands for one that cannot be read, of
// which these names are known.
func (h Host) stub(names []string) []byte {
	for _, s := range h.stubs {
		if slices.Contains(names, s.event) {
			return []byte(s.doc)
		}
	}
	return []byte(h.stubs[0].doc)
}

// codexAnswered reports whether a person has answered the tool's question.
func codexAnswered(response string) bool {
	var given struct {
		Answers map[string]struct {
			Answers []string `json:"answers"`
		} `json:"answers"`
	}
	if json.Unmarshal([]byte(response), &given) != nil {
		return false
	}
	for _, a := range given.Answers {
		if len(a.Answers) > 0 {
			return true
		}
	}
	return false
}
