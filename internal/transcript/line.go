package transcript

import (
	"strconv"
	"time"

	"standin/internal/wire"
	"standin/seam"
)

const timeFormat = "2006-01-02T15:04:05.000Z07:00" // RFC 3339

// leftOut stands in the place of a message that might repeat a secret.
const leftOut = "left out: the request has a secret question"

// line returns the line of one request, with its end.
func (l *Log) line(at time.Time, req seam.Request, answer seam.Answer, err error) []byte {
	b := append([]byte(`{"time":"`), at.UTC().Format(timeFormat)...)
	b = append(b, `","request":{`...)
	b = wire.AppendQuestions(b, req.Questions)
	if req.Agent != nil {
		b = wire.AppendString(append(b, `,"agent":`...), req.Agent.ID())
	}
	b = append(b, "},"...)
	secret := map[string]bool{}
	for i := range req.Questions {
		if q := &req.Questions[i]; q.Secret || l.redact[q.ID] {
			secret[q.ID] = true
		}
	}
	if err != nil {
		b = wire.AppendErrorMember(b, l.fault(err, len(secret) > 0), 0)
	} else {
		b = appendAnswers(b, answer.Answers, secret)
	}
	return append(b, "}\n"...)
}

// fault returns what is written of an error.
func (l *Log) fault(err error, secret bool) *seam.Error {
	e := seam.AsError(err)
	if !secret {
		return e
	}
	bare := &seam.Error{Code: e.Code, Message: leftOut, Question: e.Question}
	for _, o := range e.Open {
		bare.Open = append(bare.Open, seam.Open{Question: o.Question, Code: o.Code})
	}
	return bare
}

func appendAnswers(b []byte, items []seam.Item, secret map[string]bool) []byte {
	b = append(b, `"answers":[`...)
	for i := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendAnswer(b, &items[i], secret[items[i].ID] || items[i].Source.Redact)
	}
	return append(b, ']')
}

func appendAnswer(b []byte, it *seam.Item, secret bool) []byte {
	b = wire.AppendString(append(b, `{"id":`...), it.ID)
	if secret && !it.Skipped() {
		b = append(b, `,"redacted":true`...)
	} else {
		b = append(b, `,"selected":[`...)
		for i, label := range it.Selected {
			if i > 0 {
				b = append(b, ',')
			}
			b = wire.AppendString(b, label)
		}
		b = append(b, ']')
		if it.Custom != nil {
			b = wire.AppendString(append(b, `,"custom":`...), *it.Custom)
		}
	}
	s := &it.Source
	b = wire.AppendString(append(b, `,"source":{"provider":`...), s.Provider)
	if s.Kind != "" {
		b = wire.AppendString(append(b, `,"kind":`...), s.Kind)
	}
	if s.File != "" {
		b = wire.AppendString(append(b, `,"file":`...), s.File)
	}
	if s.Line > 0 {
		b = strconv.AppendInt(append(b, `,"line":`...), int64(s.Line), 10)
	}
	return append(b, "}}"...)
}
