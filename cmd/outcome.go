package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"standin/answersets"
	"standin/seam"
)

// What is said at the end of a run besides its answers.

// Unused returns the error of the setting strict where answers were left unused.
// With a state file only the end of all its runs can tell.
func (s *session) Unused() error {
	if s.stack.Replay == nil || !s.app.settings.Strict || s.app.settings.State != "" {
		return nil
	}
	var places []string
	for _, e := range s.stack.Replay.Unused() {
		places = append(places, fmt.Sprintf("%s: %s was never used", e.Pos, e.Name()))
	}
	if len(places) == 0 {
		return nil
	}
	return &seam.Error{Code: seam.UnusedAnswer,
		Message: fmt.Sprintf("%s never used\n%s", count(len(places), "answer was", "answers were"), strings.Join(places, "\n"))}
}

// recorded says what a recording has done to its file.
func (a *app) recorded(done answersets.Recorded) {
	if a.settings.Quiet || len(done.Written)+len(done.Removed)+len(done.Kept) == 0 {
		return
	}
	text := "recorded " + count(len(done.Written), "answer", "answers") + " in " + oneLine(a.settings.Record)
	if n := len(done.Removed); n > 0 {
		text += fmt.Sprintf(", removed %d that nobody asked for", n)
	}
	if n := len(done.Kept); n > 0 {
		ids := make([]string, min(n, 3))
		for i := range ids {
			ids[i] = strconv.Quote(done.Kept[i])
		}
		if n > len(ids) {
			ids = append(ids, "…")
		}
		text += fmt.Sprintf(", kept %d that it has already (%s)", n, strings.Join(ids, ", "))
		if a.settings.RecordMode == string(answersets.RecordNew) {
			text += ": --record-mode all replaces them"
		}
	}
	if len(done.Variables) > 0 {
		text += "; to replay it, set " + strings.Join(done.Variables, ", ")
	}
	fmt.Fprintf(a.Err, "standin: %s\n", text)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
