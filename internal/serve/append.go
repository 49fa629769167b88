package serve

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/internal/wire"
	"standin/seam"
)

// appendOutcome appends the reply to a request, or to a line that could not be
// read, and counts it.
func (s *session) appendOutcome(dst []byte, l *line, answer seam.Answer, err error) []byte {
	if err == nil && l.exchange == nil {
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
			return append(append(dst, text...), '\n')
		}
	}
	e := seam.AsError(err)
	s.note(e.Code)
	return s.appendError(dst, l, e)
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
