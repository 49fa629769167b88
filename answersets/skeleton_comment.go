package answersets

import (
	"bytes"
	"fmt"
	"strings"

	"standin/internal/terminal/sanitise"
	"standin/seam"
)

// comment returns a question as a comment: header and text, how it is answered,
// the beginning of its detail, its options as they are to be written.
func comment(q *seam.Question) string {
	var b bytes.Buffer
	text := foldSpace(q.Question)
	if !seam.Blank(q.Header) {
		text = foldSpace(q.Header) + ": " + text
	}
	commentLine(&b, "", cut(text))
	commentLine(&b, "  ", howAnswered(q))
	detail := strings.Split(strings.TrimRight(strings.ReplaceAll(q.Detail, "\r\n", "\n"), "\n"), "\n")
	if seam.Blank(q.Detail) {
		detail = nil
	}
	const most = 10
	for _, line := range detail[:min(len(detail), most)] {
		commentLine(&b, "  | ", cut(line))
	}
	if len(detail) > most {
		commentLine(&b, "  | ", fmt.Sprintf("… and %d more lines", len(detail)-most))
	}
	for i := range q.Options {
		o := &q.Options[i]
		line := "- " + scalarText(cut(o.Label))
		if !seam.Blank(o.Description) {
			line += "  # " + cut(foldSpace(o.Description))
		}
		commentLine(&b, "  ", line)
	}
	return b.String()
}

func howAnswered(q *seam.Question) string {
	how := "one of these:"
	switch {
	case q.Intent != nil:
		how = "a decision (" + cut(q.Intent.Kind) + "): { approve: true }, { approve: false }, or one of these:"
	case len(q.Options) == 0:
		how = "a text"
	case q.MultiSelect:
		how = "a list of these:"
	}
	if q.Secret {
		how = "secret, so keep it out of this file with { env: NAME } or { file: PATH }; " + how
	}
	return how
}

// commentLine writes one line of a comment, whatever is in text.
func commentLine(b *bytes.Buffer, indent, text string) {
	b.WriteString(strings.TrimRight("  # "+indent+sanitise.Line(text), " ") + "\n")
}

// cut returns a text that is not too long to read in a comment.
func cut(s string) string {
	const most = 400
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}
