package wire

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// AppendRequest appends {"questions":[…]} with the notices of a chain.
func AppendRequest(dst []byte, questions []seam.Question) []byte {
	dst = append(dst, '{')
	dst = AppendQuestions(dst, questions)
	return append(dst, '}')
}

// AppendQuestions appends the member "questions":[…].
func AppendQuestions(dst []byte, questions []seam.Question) []byte {
	dst = append(dst, `"questions":`...)
	return appendJSON(dst, questions)
}

// AppendAnswer appends {"answers":[…]}, or {"id":ID,"answers":[…]} where the
// request had an id.
func AppendAnswer(dst []byte, id jsontext.Value, a seam.Answer) []byte {
	dst = appendID(append(dst, '{'), id)
	dst = AppendItems(dst, a.Answers)
	return append(dst, '}')
}

// AppendItems appends the member "answers":[…].
func AppendItems(dst []byte, items []seam.Item) []byte {
	dst = append(dst, `"answers":[`...)
	for i := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendItem(dst, &items[i])
	}
	return append(dst, ']')
}

func appendItem(dst []byte, it *seam.Item) []byte {
	dst = AppendString(append(dst, `{"id":`...), it.ID)
	dst = append(dst, `,"selected":[`...)
	for i, label := range it.Selected {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendString(dst, label)
	}
	dst = append(dst, ']')
	if it.Custom != nil {
		dst = AppendString(append(dst, `,"custom":`...), *it.Custom)
	}
	return append(dst, '}')
}

// AppendError appends {"id"?,"error":{…}} with the number of the input line,
// which is left out where it is 0.
func AppendError(dst []byte, id jsontext.Value, e *seam.Error, line int) []byte {
	dst = appendID(append(dst, '{'), id)
	dst = AppendErrorMember(dst, e, line)
	return append(dst, '}')
}

// AppendErrorMember appends the member "error":{…}. It writes what the error's
// own MarshalJSON does, without reflection: a stream may be full of errors.
func AppendErrorMember(dst []byte, e *seam.Error, line int) []byte {
	dst = append(dst, `"error":{"name":"UserInteractionError","code":`...)
	dst = AppendString(dst, string(e.Code))
	dst = AppendString(append(dst, `,"message":`...), e.Error())
	if e.Question != "" {
		dst = AppendString(append(dst, `,"question":`...), e.Question)
	}
	for i := range e.Open {
		if i == 0 {
			dst = append(dst, `,"questions":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = appendOpen(dst, &e.Open[i])
	}
	if len(e.Open) > 0 {
		dst = append(dst, ']')
	}
	if line > 0 {
		dst = strconv.AppendInt(append(dst, `,"line":`...), int64(line), 10)
	}
	return append(dst, '}')
}

func appendOpen(dst []byte, o *seam.Open) []byte {
	dst = AppendString(append(dst, `{"id":`...), o.Question.ID)
	dst = AppendString(append(dst, `,"question":`...), o.Question.Question)
	for i, option := range o.Question.Options {
		if i == 0 {
			dst = append(dst, `,"options":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = AppendString(append(dst, `{"label":`...), option.Label)
		if option.Description != "" {
			dst = AppendString(append(dst, `,"description":`...), option.Description)
		}
		dst = append(dst, '}')
	}
	if len(o.Question.Options) > 0 {
		dst = append(dst, ']')
	}
	if o.Reason != "" {
		dst = AppendString(append(dst, `,"reason":`...), o.Reason)
	}
	return append(dst, '}')
}

func appendID(dst []byte, id jsontext.Value) []byte {
	if id == nil {
		return dst
	}
	dst = append(append(dst, `"id":`...), id...)
	return append(dst, ',')
}

// AppendString appends s as a JSON string. Bytes that are not UTF-8, which no
// reader of this package lets in, become U+FFFD.
func AppendString(dst []byte, s string) []byte {
	out, err := jsontext.AppendQuote(dst, s)
	if err != nil {
		out, _ = jsontext.AppendQuote(dst, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return out
}

// appendJSON appends a value of the seam's own types, which always marshal.
func appendJSON(dst []byte, v any) []byte {
	out, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic("wire: " + err.Error())
	}
	return append(dst, out...)
}
