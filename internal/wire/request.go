package wire

import (
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// Request is a request as it stands on the wire.
type Request struct {
	// ID is the request's own id as it was written, nil for none.
	ID jsontext.Value
	// Questions are as they were given; the seam's rules are not applied yet.
	Questions []seam.Question
	// Agent is the handle of the live agent that asks, nil for none.
	Agent *string
	// Timeout bounds the wait for the answer, 0 for no bound.
	Timeout time.Duration
}

// ReadRequest reads one request. The error is a [*seam.Error] with
// [seam.BadRequest] whose cause is a [*Fault] where there is a place to name.
func ReadRequest(data []byte) (Request, error) {
	var req Request
	err := document(data, func(r *Reader) error {
		asked := false
		err := r.Object("the request", requestKeys(), func(key string) error {
			asked = asked || key == "questions"
			return req.member(r, key)
		})
		if err == nil && !asked {
			return &Fault{Message: `the request has no "questions"`, text: r.text}
		}
		return err
	})
	if err != nil {
		return Request{ID: FindID(data)}, bad(seam.BadRequest, err)
	}
	return req, nil
}

func requestKeys() []string { return []string{"id", "questions", "agent", "timeoutMs"} }

func questionKeys() []string {
	return []string{"id", "question", "detail", "header", "options", "multiSelect", "intent", "secret", "multi_select"}
}

func optionKeys() []string { return []string{"label", "description"} }

func intentKeys() []string { return []string{"kind", "approve"} }

// member reads the value of one of the [requestKeys].
func (req *Request) member(r *Reader, key string) (err error) {
	if key != "questions" && r.Null() {
		return nil
	}
	switch key {
	case "id":
		req.ID, err = r.id("the request's id")
	case "questions":
		req.Questions, err = r.Questions()
	case "agent":
		var handle string
		handle, err = r.String("agent")
		req.Agent = &handle
	case "timeoutMs":
		req.Timeout, err = r.milliseconds("timeoutMs")
	}
	return err
}

// id reads a string or a number and keeps it as it is written.
func (r *Reader) id(what string) (jsontext.Value, error) {
	if k := r.Kind(); k != '"' && k != '0' {
		return nil, r.wrongType("a string or a number", what)
	}
	return r.Value()
}

func (r *Reader) milliseconds(what string) (time.Duration, error) {
	if r.Kind() != '0' {
		return 0, r.wrongType("a number", what)
	}
	v, err := r.Value()
	if err != nil {
		return 0, err
	}
	ms, err := strconv.ParseInt(string(v), 10, 64)
	if err != nil || ms <= 0 {
		return 0, r.Fault("%s has to be a whole number of milliseconds above 0, not %s", what, v)
	}
	const most = int64(1<<63-1) / int64(time.Millisecond)
	return time.Duration(min(ms, most)) * time.Millisecond, nil
}

// Questions reads the array of questions of a request.
func (r *Reader) Questions() ([]seam.Question, error) {
	questions := []seam.Question{}
	err := r.Array("questions", func(int) error {
		q, err := r.question()
		questions = append(questions, q)
		return err
	})
	return questions, err
}

func (r *Reader) question() (q seam.Question, err error) {
	multi := 0
	err = r.Object("a question", questionKeys(), func(key string) (err error) {
		if key != "id" && key != "question" && r.Null() {
			return nil
		}
		switch key {
		case "id":
			q.ID, err = r.String("a question's id")
		case "question":
			q.Question, err = r.String("a question's text")
		case "detail":
			q.Detail, err = r.String("detail")
		case "header":
			q.Header, err = r.String("header")
		case "options":
			q.Options, err = r.options()
		case "multiSelect", "multi_select": // the second is how models are told to write it
			if multi++; multi > 1 {
				return r.Fault("multiSelect is given twice, also as multi_select")
			}
			q.MultiSelect, err = r.Bool(key)
		case "intent":
			q.Intent, err = r.intent()
		case "secret":
			q.Secret, err = r.Bool("secret")
		}
		return err
	})
	return q, err
}

func (r *Reader) options() ([]seam.Option, error) {
	var options []seam.Option
	err := r.Array("options", func(int) error {
		var o seam.Option
		err := r.Object("an option", optionKeys(), func(key string) (err error) {
			switch {
			case key == "label":
				o.Label, err = r.String("an option's label")
			case !r.Null():
				o.Description, err = r.String("an option's description")
			}
			return err
		})
		options = append(options, o)
		return err
	})
	return options, err
}

func (r *Reader) intent() (*seam.Intent, error) {
	var in seam.Intent
	err := r.Object("an intent", intentKeys(), func(key string) (err error) {
		switch key {
		case "kind":
			in.Kind, err = r.String("an intent's kind")
		case "approve":
			in.Approve, err = r.String("what an intent approves")
		}
		return err
	})
	return &in, err
}
