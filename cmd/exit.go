package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"standin/internal/terminal"
	"standin/seam"
)

// Errors become text and exit code here and nowhere else.

// Exit codes. A run that a signal ended exits with 128 + its number.
const (
	exitBroken    = 1
	exitUsage     = 2
	exitNobody    = 3
	exitMisfit    = 4
	exitUnused    = 5
	exitBadInput  = 6
	exitNotCaller = 7
	exitRefused   = 8
	exitTimeout   = 124
	exitSignal    = 128
)

// exitCode returns the exit code of an error.
func exitCode(err error) int {
	if s, ok := errors.AsType[terminal.SignalError](err); ok {
		return exitSignal + int(s)
	}
	if s, ok := errors.AsType[streamError](err); ok {
		return streamExit(s.codes)
	}
	var usage usageError
	var config configError
	var found problemsFound
	switch e, isSeam := errors.AsType[*seam.Error](err); {
	case errors.As(err, &usage), errors.As(err, &config):
		return exitUsage
	case isSeam:
		return codeExit(e.Code)
	case errors.As(err, &found):
		return exitBadInput
	case errors.Is(err, fs.ErrNotExist):
		return exitUsage
	}
	return exitBroken
}

// codeExit returns the exit code of an error code.
func codeExit(code seam.Code) int {
	switch code {
	case seam.Unanswered, seam.NoProvider:
		return exitNobody
	case seam.BadAnswer, seam.StaleAnswer:
		return exitMisfit
	case seam.UnusedAnswer:
		return exitUnused
	case seam.BadRequest, seam.EmptyQuestions, seam.BadIntent, seam.BadAnswerSet, seam.Busy:
		return exitBadInput
	case seam.CallerNotLive, seam.DelegatedCaller:
		return exitNotCaller
	case seam.AskCancelled:
		return exitRefused
	case seam.AskTimeout:
		return exitTimeout
	case seam.AskAborted:
		return exitSignal + 2
	}
	return exitBroken
}

// streamExit returns the exit code of a stream of requests that ended in several
// error codes: the one that matters most.
func streamExit(codes map[seam.Code]int) int {
	exits := map[int]bool{}
	for code := range codes {
		exits[codeExit(code)] = true
	}
	for _, exit := range []int{exitBroken, exitBadInput, exitNotCaller, exitMisfit, exitNobody, exitRefused, exitTimeout, exitUnused} {
		if exits[exit] {
			return exit
		}
	}
	return exitBroken
}

// report writes an error for people, or as JSON where the settings say so, and
// returns its exit code. Of several joined errors all are written, and the first
// gives the exit code.
func (a *app) report(ran *cobra.Command, err error) int {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		all := several.Unwrap()
		for _, e := range all[1:] {
			defer a.report(ran, e)
		}
		return a.report(ran, all[0])
	}
	if isClosedPipe(err) {
		return exitCode(err) // a reader that has seen enough needs no message
	}
	switch e, isSeam := errors.AsType[*seam.Error](err); {
	case a.settings.Errors == "json":
		a.reportJSON(err)
	case isSeam:
		reportSeam(a.Err, e)
		if hint := hints(e.Code); hint != "" && !a.settings.Quiet {
			fmt.Fprintf(a.Err, "hint: %s\n", hint)
		}
	default:
		fmt.Fprintf(a.Err, "standin: %s\n", oneLine(err.Error()))
		if _, ok := errors.AsType[usageError](err); ok {
			fmt.Fprintf(a.Err, "usage: %s\nhint: see %s --help\n", ran.UseLine(), ran.CommandPath())
		}
	}
	return exitCode(err)
}

func (a *app) reportJSON(err error) {
	e, ok := errors.AsType[*seam.Error](err)
	var text []byte
	if ok {
		text, _ = e.MarshalJSON()
	} else {
		text, _ = json.Marshal(struct {
			Name    string `json:"name"`
			Message string `json:"message"`
		}{"Error", err.Error()})
	}
	fmt.Fprintf(a.Err, "%s\n", text)
}

// reportSeam writes one line for the error and, where questions are open, each
// of them with its id, text and options.
func reportSeam(w io.Writer, e *seam.Error) {
	message, rest, _ := strings.Cut(e.Error(), "\n")
	fmt.Fprintf(w, "standin: %s: %s\n", e.Code, oneLine(message))
	if rest != "" { // the problems of an answer file, a line each
		for line := range strings.Lines(rest) {
			fmt.Fprintf(w, "  %s\n", oneLine(strings.TrimSuffix(line, "\n")))
		}
	}
	for _, o := range e.Open {
		fmt.Fprintf(w, "  %s: %s\n", oneLine(o.Question.ID), oneLine(o.Question.Question))
		for _, option := range o.Question.Options {
			fmt.Fprintf(w, "    - %s\n", oneLine(option.Label))
		}
		for line := range strings.Lines(o.Reason) {
			fmt.Fprintf(w, "    %s\n", oneLine(strings.TrimSuffix(line, "\n")))
		}
	}
}

// hints returns what to do about an error, "" for nothing in particular.
func hints(code seam.Code) string {
	switch code {
	case seam.NoProvider:
		return "give answers with --answers FILE, name who answers with --provider, or run at a terminal"
	case seam.Unanswered:
		return "add the answers to an answer file (standin answers init writes one to fill in), or name a person with --provider prompt"
	case seam.StaleAnswer:
		return "look at the answer again and record it anew with --record-mode all; --drift warn lets pass what is no permission"
	case seam.BadAnswerSet:
		return "standin answers check FILE lists every problem of an answer file"
	case seam.CallerNotLive:
		return "an agent enters a stream of standin serve before it asks"
	}
	return ""
}
