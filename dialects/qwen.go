package dialects

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// Qwen reads what Qwen Code asks with its tool ask_user_question. A document is
// one of
//
//   - the tool's input, {"questions":[…]}, answered by {"answers":{…}};
//   - the parameters of the request session/request_permission (ACP) in which the
//     tool waits for its answer, or the whole request, answered by the outcome
//     and the answers.
//
// Answers are keyed by the question's index written as a string, several labels
// are joined by comma and space, and a skipped question is left out. A refusal
// takes the option that rejects, and a miss or an abort is the outcome
// "cancelled"; neither can say why.
type Qwen struct{}

// Read implements [Dialect].
func (Qwen) Read(doc []byte) (*Exchange, error) {
	cancelled := qwenReply{Outcome: qwenOutcome{Outcome: "cancelled"}}
	x := &Exchange{failure: func(*seam.Error) []byte { return compact(cancelled) }}
	members, err := object(doc, "the document", append(rpcMembers(), "questions", "options", "toolCall")...)
	if err != nil {
		return x, err
	}
	wrap := func(body []byte) []byte { return body }
	if call, ok := rpcOf(members); ok && call.method == "session/request_permission" {
		wrap = call.result
		x.failure = func(*seam.Error) []byte { return wrap(compact(cancelled)) }
		if err := call.checkID(); err != nil {
			return x, err
		}
		if members, err = object(call.params, "the parameters", "options", "toolCall"); err != nil {
			return x, err
		}
	}
	if members["toolCall"] == nil {
		return x.readQwen(members["questions"], func(answers []byte) []byte {
			return compact(struct {
				Answers jsontext.Value `json:"answers"`
			}{answers})
		})
	}
	allow, reject, err := readChoices(members["options"])
	if err != nil {
		return x, err
	}
	if reject != "" {
		x.failure = func(e *seam.Error) []byte {
			if e.Code == seam.AskCancelled {
				return wrap(compact(qwenReply{Outcome: qwenOutcome{"selected", reject}}))
			}
			return wrap(compact(cancelled))
		}
	}
	list, err := qwenQuestions(members["toolCall"])
	if err != nil {
		return x, err
	}
	return x.readQwen(list, func(answers []byte) []byte {
		return wrap(compact(qwenReply{qwenOutcome{"selected", allow}, answers}))
	})
}

type qwenReply struct {
	Outcome qwenOutcome    `json:"outcome"`
	Answers jsontext.Value `json:"answers,omitzero"`
}

type qwenOutcome struct {
	Outcome  string `json:"outcome"`
	OptionID string `json:"optionId,omitzero"`
}

func (x *Exchange) readQwen(list jsontext.Value, write func(answers []byte) []byte) (*Exchange, error) {
	questions, err := readQuestions(list)
	if err != nil {
		return x, err
	}
	byPosition(questions)
	x.Request = request(questions)
	x.answer = func(a seam.Answer) ([]byte, error) { return write(keyed(a, strconv.Itoa)), nil }
	return x, nil
}

// qwenQuestions finds the questions in a tool call: in what the model wrote, or
// in what Qwen Code made of it.
func qwenQuestions(toolCall jsontext.Value) (jsontext.Value, error) {
	call, err := object(toolCall, "the tool call", "rawInput", "_meta")
	if err != nil {
		return nil, err
	}
	meta, err := object(orEmpty(call["_meta"]), "the tool call's _meta", "toolName", "qwenQuestions")
	if err != nil {
		return nil, err
	}
	if tool := text(meta["toolName"]); tool != "" && tool != "ask_user_question" {
		return nil, seam.Errorf(seam.BadRequest, "the request is about the tool %q and not a question", tool)
	}
	input, err := object(orEmpty(call["rawInput"]), "the tool's input", "questions")
	if err != nil {
		return nil, err
	}
	if input["questions"] == nil {
		return meta["qwenQuestions"], nil
	}
	return input["questions"], nil
}

func orEmpty(v jsontext.Value) jsontext.Value {
	if v == nil {
		return jsontext.Value(`{}`)
	}
	return v
}

// readChoices finds the option that hands in the answers and the one that
// rejects, "" for none.
func readChoices(options jsontext.Value) (allow, reject string, err error) {
	var list []struct {
		ID   string `json:"optionId"`
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(options, &list); err != nil {
		return "", "", seam.Errorf(seam.BadRequest, "the options of the request are not a list of {optionId, kind}")
	}
	for _, o := range list {
		switch {
		case allow == "" && o.Kind == "allow_once":
			allow = o.ID
		case reject == "" && strings.HasPrefix(o.Kind, "reject"):
			reject = o.ID
		}
	}
	if allow == "" {
		return "", "", seam.Errorf(seam.BadRequest, "the request offers no option that hands in an answer")
	}
	return allow, reject, nil
}
