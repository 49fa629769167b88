package serve

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/internal/wire"
	"standin/seam"
)

// appendOutcome appends the reply to a request, or to a line that could not be
// read, tells the outcome and counts it.
func (s *session) appendOutcome(dst []byte, l *line, answer seam.Answer, err error) []byte {
	if err == nil && l.exchange == nil {
		s.tellOutcome(l, answer, nil)
		dst = append(dst, '{')
		if l.ID != "" {
			dst = append(append(append(dst, `"id":`...), l.ID...), ',')
		}
		dst = wire.AppendItems(dst, answer.Answers)
		return append(dst, "}\n"...)
	}
	if err == nil {
		var text []byte
		if text, err = l.exchange.Answer(answer); err == nil {
			s.tellOutcome(l, answer, nil)
			return append(append(dst, text...), '\n')
		}
	}
	e := seam.AsError(err)
	s.note(e.Code)
	s.tellOutcome(l, seam.Answer{}, e)
	return s.appendError(dst, l, e)
}

// tellOutcome tells how a request has ended. A line that could not be read is none.
func (s *session) tellOutcome(l *line, answer seam.Answer, err error) {
	if s.o.Settled != nil && l.Kind == wire.RequestLine {
		s.o.Settled(seam.Request{Questions: l.Questions, Agent: l.agent}, answer, err)
	}
}

// appendError appends the error of a line, in the shape its asker reads.
func (s *session) appendError(dst []byte, l *line, e *seam.Error) []byte {
	if l.exchange != nil {
		return append(append(dst, l.exchange.Failure(e)...), '\n')
	}
	var id jsontext.Value
	if l.ID != "" {
		id = jsontext.Value(l.ID)
	}
	return append(wire.AppendError(dst, id, e, l.number), '\n')
}

// appendAbout appends the error of a control line, which names what the line was
// about by the key and its value. It has no id: that would look like the reply
// to a request.
func (s *session) appendAbout(dst []byte, l *line, key, value string, e *seam.Error) []byte {
	dst = append(append(append(dst, `{"`...), key...), `":`...)
	dst = append(append(dst, value...), ',')
	dst = wire.AppendErrorMember(dst, e, l.number)
	return append(dst, "}\n"...)
}
