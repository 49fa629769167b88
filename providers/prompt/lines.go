package prompt

import (
	"bytes"
	"context"
	"errors"
	"io"

	"standin/internal/terminal"
)

// lineMost is the most bytes that a terminal keeps of one line. It drops the
// rest without a word.
const lineMost = 4095

// errLong: a line was so long that the terminal may have cut it.
var errLong = errors.New("long line")

// lineReader reads whole lines that the terminal itself lets the person edit.
type lineReader struct {
	ctx     context.Context
	term    *terminal.Terminal
	pending []byte
}

func (r *lineReader) say(text string) error {
	_, err := io.WriteString(r.term, text)
	return err
}

// line shows prompt and returns the line that is entered, without its end. The
// end-of-input key is errRefused, also behind text that was not entered.
func (r *lineReader) line(prompt string) (string, error) {
	if err := r.say(prompt); err != nil {
		return "", err
	}
	for {
		if line, ok := r.take(); ok {
			if len(line) >= lineMost {
				return "", errLong
			}
			return line, nil
		}
		e, err := r.term.Next(r.ctx, -1)
		if err != nil {
			return "", err
		}
		if e.Kind == terminal.Suspend {
			if e, err = r.term.Suspend(); err != nil {
				return "", err
			}
		}
		switch e.Kind {
		case terminal.End:
			return "", errRefused
		case terminal.Resumed:
			if err := r.say(prompt); err != nil {
				return "", err
			}
		case terminal.Input:
			if err := r.add(e.Data); err != nil {
				return "", err
			}
		}
	}
}

// add takes what was read: a line, or one that the end-of-input key broke off.
func (r *lineReader) add(data []byte) error {
	r.pending = append(r.pending, data...)
	if n := len(r.pending); r.pending[n-1] != '\n' && n < lineMost {
		return errRefused
	}
	return nil
}

// take returns a line that is complete already.
func (r *lineReader) take() (string, bool) {
	line, rest, ok := bytes.Cut(r.pending, []byte("\n"))
	if !ok {
		return "", false
	}
	r.pending = rest
	return string(bytes.TrimSuffix(line, []byte("\r"))), true
}

// more reports whether another line comes at once, as in a paste. A single empty
// one is none: the line before it ended in CR LF.
func (r *lineReader) more() (bool, error) {
	for len(r.pending) == 0 || string(r.pending) == "\n" {
		e, err := r.term.Next(r.ctx, 2*burstWait)
		if err != nil {
			return false, err
		}
		if e.Kind != terminal.Input {
			r.pending = nil
			return false, nil
		}
		if err := r.add(e.Data); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (r *lineReader) drop() {
	r.pending = nil
	r.term.DropInput()
}
