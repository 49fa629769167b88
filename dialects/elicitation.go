package dialects

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// Elicitation reads the forms by which MCP servers ask. A document is the
// parameters of elicitation/create, {"message":…,"requestedSchema":…}, or the
// whole JSON-RPC request around them, also as Codex's app server passes it on and
// as Claude Code does in a hook event or a control request.
//
// Each property of the form is a question whose id is the property's name. What
// the server says, its message, is the text of the form's one question, or of its
// one required question, and stands in the detail of the others, whose text is
// the property's title. A boolean offers true and false. A default is shown and
// never taken. The answers are checked against the form, and one that does not
// fit it is [seam.BadAnswer].
//
// A form without properties asks for consent, for example to a tool call. It
// becomes one question with the options Accept and Decline and the intent
// permission, so that no policy gives consent to what nobody has read.
//
// An answer is the action accept with the content. A refusal, and a form that
// cannot be shown, is decline; a miss and an abort are cancel. The result's _meta
// says why.
type Elicitation struct{}

// Read implements [Dialect].
func (Elicitation) Read(doc []byte) (*Exchange, error) {
	wrap := func(body []byte) []byte { return body }
	write := func(r formResult) []byte { return wrap(compact(r.withMeta())) }
	form := []string{"message", "mode", "url", "requestedSchema", "requested_schema", "_meta"}
	members, err := object(doc, "the document", append(append(rpcMembers(), form...), "hook_event_name", "type")...)
	if err != nil {
		return formFailed(write, err)
	}
	if members["hook_event_name"] != nil || text(members["type"]) == "control_request" {
		return ClaudeCode{}.Read(doc)
	}
	call, isRPC := rpcOf(members)
	if !isRPC {
		return readForm(members, write)
	}
	wrap = call.result
	if err := call.checkID(); err != nil {
		return formFailed(write, err)
	}
	switch call.method {
	case "elicitation/create", "mcpServer/elicitation/request":
	default:
		return formFailed(write, seam.Errorf(seam.BadRequest, "the request %q is no elicitation", call.method))
	}
	params, err := object(call.params, "the parameters", form...)
	if err != nil {
		return formFailed(write, err)
	}
	return readForm(params, write)
}

// formResult is what a form comes back as.
type formResult struct {
	Action  string         `json:"action"`
	Content jsontext.Value `json:"content,omitzero"`
	Meta    *formMeta      `json:"_meta,omitzero"`

	err *seam.Error // why there is no answer
}

type formMeta struct {
	Code   seam.Code `json:"standin/code"`
	Reason string    `json:"standin/reason"`
}

// withMeta returns the result with the reason where the protocol has room for it.
func (r formResult) withMeta() formResult {
	if r.err != nil {
		r.Meta = &formMeta{r.err.Code, reason(r.err)}
	}
	return r
}

// formFailed returns the exchange of a form that has no answer.
func formFailed(write func(formResult) []byte, err error) (*Exchange, error) {
	return &Exchange{failure: func(e *seam.Error) []byte {
		r := formResult{Action: "cancel", err: e}
		switch e.Code {
		case seam.AskCancelled, seam.BadRequest, seam.BadIntent, seam.EmptyQuestions:
			r.Action = "decline"
		}
		return write(r)
	}}, err
}

// readForm reads the members of an elicitation. write writes its result in the
// shape that is wanted where it came from.
func readForm(members map[string]jsontext.Value, write func(formResult) []byte) (*Exchange, error) {
	x, _ := formFailed(write, nil)
	message, mode := text(members["message"]), members["mode"]
	switch {
	case text(mode) == "url", text(members["url"]) != "":
		return x, seam.Errorf(seam.BadRequest, "the server wants a person to open a page in a browser (mode url), and that cannot be answered here")
	case mode != nil && string(mode) != `""` && text(mode) != "form":
		return x, seam.Errorf(seam.BadRequest, "the elicitation has the mode %s, which is not known", mode)
	}
	schema := members["requestedSchema"]
	if schema == nil {
		schema = members["requested_schema"]
	}
	fields, err := readSchema(orEmpty(schema))
	if err != nil {
		return x, err
	}
	meta, err := object(orEmpty(members["_meta"]), "_meta", "codex_approval_kind")
	switch {
	case err != nil:
		return x, err
	case len(fields) == 0:
		return x.readConsent(message, members["_meta"], write)
	case meta["codex_approval_kind"] != nil:
		return x, seam.Errorf(seam.BadRequest, "the elicitation asks for an approval and for %d values at once", len(fields))
	}
	place(fields, message)
	for _, f := range fields {
		x.Request.Questions = append(x.Request.Questions, f.question)
	}
	x.answer = func(a seam.Answer) ([]byte, error) {
		content, err := fill(fields, a)
		if err != nil {
			return nil, err
		}
		return write(formResult{Action: "accept", Content: content}), nil
	}
	return x, nil
}

// place gives the message to the question that it is the text of, and to the
// others as something to read with them.
func place(fields []field, message string) {
	if seam.Blank(message) {
		return
	}
	main, required := 0, 0
	for i, f := range fields {
		if f.required {
			main, required = i, required+1
		}
	}
	if len(fields) > 1 && required != 1 {
		main = -1
	}
	for i := range fields {
		q := &fields[i].question
		if i == main {
			q.Header, q.Question = q.Question, message
		} else {
			q.Detail = lines(message, q.Detail)
		}
	}
}

// fill returns the form's content, or the first value that does not fit.
func fill(fields []field, a seam.Answer) (jsontext.Value, error) {
	content := jsontext.Value{'{'}
	for i, f := range fields {
		it := a.Answers[i]
		if it.Skipped() {
			if f.required {
				e := seam.Errorf(seam.Unanswered, "the form requires %q, and the question was skipped", f.question.ID)
				e.Question = f.question.ID
				e.Open = seam.OpenAll([]seam.Question{f.question}, seam.Unanswered, "")
				return nil, e
			}
			continue
		}
		value, err := f.value(it)
		if err != nil {
			return nil, &seam.Error{Code: seam.BadAnswer, Question: f.question.ID, Message: "the answer to \"" + f.question.ID + "\" does not fit the form: " + err.Error()}
		}
		if len(content) > 1 {
			content = append(content, ',')
		}
		content = append(append(content, quoted(f.question.ID)...), ':')
		content = append(content, value...)
	}
	return append(content, '}'), nil
}
