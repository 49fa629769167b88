package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"

	"standin/internal/wire"
	"standin/seam"
)

// Entry is one line of a transcript.
type Entry struct {
	// Line is its number, counting from 1.
	Line int
	Time time.Time
	// Agent is the name of the agent that asked, "" for none.
	Agent     string
	Questions []seam.Question
	// Answers are in question order; none where there is an error.
	Answers []Answer
	// Code is that of the error, "" where there are answers, and Message its text.
	Code    seam.Code
	Message string
}

// Answer is the answer to one question. Its source holds what the line says.
type Answer struct {
	seam.Item
	// Redacted says that the line leaves out what was answered.
	Redacted bool
}

// Read returns the entries of a transcript; name is what messages call it. A
// line that is no entry, as the one that a killed process has left unfinished,
// yields an error, and the next ones are read all the same.
func Read(name string, in io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		lines := bufio.NewReader(in)
		for n := 1; ; n++ {
			line, err := lines.ReadBytes('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				yield(Entry{}, fmt.Errorf("%s: %w", name, err))
				return
			}
			if len(bytes.TrimSpace(line)) > 0 {
				e, fault := ReadLine(line)
				e.Line = n
				if fault != nil {
					fault = fmt.Errorf("%s:%d: %w", name, n, fault)
				}
				if !yield(e, fault) {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
}

// ReadLine reads one line of a transcript.
func ReadLine(line []byte) (Entry, error) {
	text, err := wire.Text(line)
	if err != nil {
		return Entry{}, err
	}
	p := parser{Reader: wire.NewReader(text)}
	if err := p.entry(); err != nil {
		return Entry{}, err
	}
	return p.e, nil
}

// parser reads the members of a line into its entry.
type parser struct {
	*wire.Reader
	e Entry
}

func (p *parser) entry() error {
	var seen int
	err := p.Object("a line of a transcript", []string{"time", "request", "answers", "error"}, func(key string) (err error) {
		switch key {
		case "time":
			err = p.time()
		case "request":
			seen++
			err = p.request()
		case "answers":
			err = p.Array(key, func(int) error { return p.answer() })
		case "error":
			err = p.fault()
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := p.End(); err != nil {
		return err
	}
	switch {
	case p.e.Time.IsZero() || seen == 0:
		return errors.New("this is no line of a transcript: it has no time or no request")
	case (p.e.Answers == nil) == (p.e.Code == ""):
		return errors.New("a line of a transcript has either answers or an error")
	}
	return nil
}

func (p *parser) time() error {
	s, err := p.String("time")
	if err != nil {
		return err
	}
	if p.e.Time, err = time.Parse(time.RFC3339, s); err != nil {
		return p.Fault("%q is not a time as 2006-01-02T15:04:05Z", s)
	}
	return nil
}

func (p *parser) request() error {
	return p.Object("the request", []string{"questions", "agent"}, func(key string) (err error) {
		if key == "agent" {
			p.e.Agent, err = p.String(key)
		} else {
			p.e.Questions, err = p.Questions()
		}
		return err
	})
}

func (p *parser) answer() error {
	a := Answer{}
	a.Selected = []string{}
	err := p.Object("an answer", []string{"id", "selected", "custom", "redacted", "source"}, func(key string) (err error) {
		switch key {
		case "id":
			a.ID, err = p.String(key)
		case "selected":
			err = p.Array(key, func(int) error {
				label, err := p.String("a label")
				a.Selected = append(a.Selected, label)
				return err
			})
		case "custom":
			var s string
			s, err = p.String(key)
			a.Custom = &s
		case "redacted":
			a.Redacted, err = p.Bool(key)
		case "source":
			err = p.source(&a.Source)
		}
		return err
	})
	a.Source.Redact = a.Redacted
	p.e.Answers = append(p.e.Answers, a)
	return err
}

func (p *parser) source(s *seam.Source) error {
	return p.Object("a source", []string{"provider", "kind", "file", "line"}, func(key string) (err error) {
		switch key {
		case "provider":
			s.Provider, err = p.String(key)
		case "kind":
			s.Kind, err = p.String(key)
		case "file":
			s.File, err = p.String(key)
		case "line":
			v, err := p.Value()
			if err != nil {
				return err
			}
			if s.Line, err = strconv.Atoi(string(v)); err != nil {
				return p.Fault("the line of a source is a number, not %s", v)
			}
		}
		return err
	})
}

func (p *parser) fault() error {
	return p.Object("an error", []string{"code", "message"}, func(key string) error {
		s, err := p.String(key)
		if key == "code" {
			p.e.Code = seam.Code(s)
		} else {
			p.e.Message = s
		}
		return err
	})
}
