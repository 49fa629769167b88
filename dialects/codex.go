package dialects

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// RequestUserInput is Codex's own question tool.
const RequestUserInput = "request_user_input"

// Codex reads what Codex asks with its question tool. A document is one of
//
//   - the tool's input, {"questions":[…]}, also with the app server's parameters
//     around it, answered by {"answers":{ID:{"answers":[…]}}};
//   - the app server's request item/tool/requestUserInput, answered by its reply;
//   - a hook event: PostToolUse, answered by blocking with the answer as the
//     reason, which is what the model then sees; PreToolUse, which can only deny.
//
// Answers are keyed by id, each one is a list of the labels and then the text,
// and a skipped question is an empty list. isSecret makes a question secret, and
// options with isOther false take no text. Codex has no refusal: without an
// answer its own shape is an empty object, a request is replied to with an error,
// and a hook says why.
type Codex struct{}

// Read implements [Dialect].
func (Codex) Read(doc []byte) (*Exchange, error) {
	members, err := object(doc, "the document", append(rpcMembers(), "questions", "hook_event_name", "tool_name", "tool_input")...)
	bare := func(*seam.Error) []byte { return []byte(`{"answers":{}}`) }
	if err != nil {
		return &Exchange{failure: bare}, err
	}
	call, isRPC := rpcOf(members)
	switch event := text(members["hook_event_name"]); {
	case event != "":
		return readCodexHook(event, members)
	case isRPC && call.method == "item/tool/requestUserInput":
		x := &Exchange{failure: func(e *seam.Error) []byte { return call.fail(reason(e)) }}
		if err := call.checkID(); err != nil {
			return x, err
		}
		return x.readCodex(call.params, call.result)
	default:
		x := &Exchange{failure: bare}
		return x.readCodex(doc, func(body []byte) []byte { return body })
	}
}

func readCodexHook(event string, members map[string]jsontext.Value) (*Exchange, error) {
	g := gate{deny: func(message string) []byte {
		return compact(struct {
			Decision string `json:"decision"`
			Reason   string `json:"reason"`
		}{"block", message})
	}}
	if event == "PreToolUse" {
		g = preToolUse()
	}
	x, _ := g.failed(nil)
	tool := text(members["tool_name"])
	if tool != RequestUserInput || event != "PostToolUse" && event != "PreToolUse" {
		return x, seam.Errorf(seam.BadRequest, "the hook event %q of the tool %q asks nothing that can be answered", event, tool)
	}
	return x.readCodex(members["tool_input"], func(body []byte) []byte { return g.deny(string(body)) })
}

// readCodex reads an object with the questions. wrap writes what goes around the
// answer.
func (x *Exchange) readCodex(input []byte, wrap func([]byte) []byte) (*Exchange, error) {
	members, err := object(input, "the input of "+RequestUserInput, "questions")
	if err != nil {
		return x, err
	}
	questions, err := readQuestions(members["questions"])
	if err != nil {
		return x, err
	}
	for i := range questions {
		if questions[i].ID == "" {
			questions[i].ID = questions[i].Question.Question
		}
	}
	x.Request = request(questions)
	x.answer = func(a seam.Answer) ([]byte, error) {
		if err := checkClosed(questions, a); err != nil {
			return nil, err
		}
		body := []byte(`{"answers":{`)
		for i, it := range a.Answers {
			if i > 0 {
				body = append(body, ',')
			}
			body = append(append(body, quoted(it.ID)...), `:{"answers":`...)
			body = append(append(body, compact(values(it))...), '}')
		}
		return wrap(append(body, "}}"...)), nil
	}
	return x, nil
}
