package dialects

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// Opencode reads what opencode asks with its question tool. A document is one of
//
//   - the tool's input, {"questions":[…]};
//   - a pending question, as GET /question lists them;
//   - the event question.asked.
//
// The answer is the body of POST /question/ID/reply, {"answers":[[…],…]}: one
// list a question, by position, with the labels and then the text, empty for a
// skipped one. opencode knows one way out, rejecting the question, which ends the
// turn: without an answer the document is the body of POST /question/ID/reject,
// an empty object.
type Opencode struct{}

// Read implements [Dialect].
func (Opencode) Read(doc []byte) (*Exchange, error) {
	x := &Exchange{failure: func(*seam.Error) []byte { return []byte(`{}`) }}
	members, err := object(doc, "the document", "questions", "type", "properties")
	if err != nil {
		return x, err
	}
	switch kind := text(members["type"]); kind {
	case "":
	case "question.asked":
		if members, err = object(members["properties"], "the event", "questions"); err != nil {
			return x, err
		}
	default:
		return x, seam.Errorf(seam.BadRequest, "the event %q asks nothing", kind)
	}
	return x.readOpencode(members["questions"])
}

func (x *Exchange) readOpencode(list jsontext.Value) (*Exchange, error) {
	questions, err := readQuestions(list)
	if err != nil {
		return x, err
	}
	byPosition(questions)
	x.Request = request(questions)
	x.answer = func(a seam.Answer) ([]byte, error) {
		if err := checkClosed(questions, a); err != nil {
			return nil, err
		}
		answers := make([][]string, len(a.Answers))
		for i, it := range a.Answers {
			answers[i] = values(it)
		}
		return compact(struct {
			Answers [][]string `json:"answers"`
		}{answers}), nil
	}
	return x, nil
}
