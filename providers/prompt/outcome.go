package prompt

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"standin/internal/terminal"
	"standin/internal/terminal/measure"
	"standin/internal/terminal/sanitise"
	"standin/seam"
)

// errRefused: the person refused the batch, by Ctrl-D or by the entry Cancel.
var errRefused = errors.New("refused")

// failure returns the error of a batch that ended before its last answer.
func failure(err error, questions []seam.Question, items []seam.Item) error {
	at := min(len(items), len(questions)-1)
	open := questions[len(items):]
	where := ""
	if len(questions) > 1 {
		where = fmt.Sprintf(" at question %d of %d", at+1, len(questions))
	}
	where += before(items)
	signal, signalled := errors.AsType[terminal.SignalError](err)
	var e *seam.Error
	switch {
	case errors.Is(err, errRefused):
		e = seam.Errorf(seam.AskCancelled, "the person refused%s", where)
		e.Question = questions[at].ID
	case signalled && signal == terminal.ErrInterrupt:
		e = seam.Errorf(seam.AskAborted, "the person stopped the program%s", where)
		e.Err = signal
	case signalled:
		e = seam.Errorf(seam.AskAborted, "the program is being stopped%s", where)
		e.Err = signal
	case errors.Is(err, terminal.ErrOrphaned):
		e = seam.Errorf(seam.AskAborted, "the prompt was given up%s", where)
		e.Err = terminal.ErrOrphaned
	case errors.Is(err, context.DeadlineExceeded):
		e = seam.Errorf(seam.AskTimeout, "nobody answered in time%s", where)
	case errors.Is(err, context.Canceled):
		e = seam.Errorf(seam.AskAborted, "the ask was aborted%s", where)
	case errors.Is(err, terminal.ErrNone):
		e = unanswered(open, "there is no terminal to ask on",
			": give the answers in a file, choose another provider, or run where there is a terminal")
	case errors.Is(err, terminal.ErrTaken):
		e = unanswered(open, "requests are read from the terminal itself, so nobody can be asked there",
			": give the requests through a pipe or from a file")
	case errors.Is(err, terminal.ErrBackground):
		e = unanswered(open, "the program runs in the background of its terminal and cannot ask there",
			": bring it to the foreground (fg), or give the answers in a file"+before(items))
	case errors.Is(err, terminal.ErrGone):
		e = unanswered(open, "the terminal went away before there was an answer", where)
	default:
		e = seam.Errorf(seam.ProviderFailed, "the prompt failed%s", where)
		e.Err = err
	}
	return e
}

// unanswered lists the open questions, each with the reason; the message says
// what to do as well.
func unanswered(open []seam.Question, reason, advice string) *seam.Error {
	e := seam.Errorf(seam.Unanswered, "%s%s", reason, advice)
	e.Open = seam.OpenAll(open, seam.Unanswered, reason)
	return e
}

// before names what was answered until then, so that nothing typed is lost
// without a word. A secret is named without its value.
func before(items []seam.Item) string {
	if len(items) == 0 {
		return ""
	}
	parts := make([]string, len(items))
	for i := range items {
		parts[i] = sanitise.Line(items[i].ID) + ": " + brief(&items[i])
	}
	return "; answered before: " + strings.Join(parts, "; ")
}

// brief writes an item in few words, without its values where they are secret.
func brief(it *seam.Item) string {
	const width = 60
	if it.Skipped() {
		return "(skipped)"
	}
	if it.Source.Redact {
		return "(not shown)"
	}
	var parts []string
	for _, label := range it.Selected {
		parts = append(parts, sanitise.Line(label))
	}
	if it.Custom != nil {
		parts = append(parts, strconv.Quote(sanitise.Line(measure.Cut(*it.Custom, width))))
	}
	return measure.Cut(strings.Join(parts, ", "), 2*width)
}

// ending is what the screen says when a prompt ends without an answer; "" where
// there is no screen left to say it on. It names what was answered where the
// error that the asker gets is not this package's own.
func ending(err error, before string) string {
	_, signalled := errors.AsType[terminal.SignalError](err)
	switch {
	case errors.Is(err, errRefused):
		return "cancelled"
	case errors.Is(err, context.DeadlineExceeded):
		return "nobody answered in time" + before
	case errors.Is(err, context.Canceled):
		return "no longer asked" + before
	case signalled, errors.Is(err, terminal.ErrOrphaned):
		return "stopped" + before
	}
	return ""
}
