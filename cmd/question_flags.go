package cmd

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"standin/seam"
)

// questionFlags make a request of one question.
type questionFlags struct {
	text, id, header, detail, detailFile string
	options                              []string
	multi, secret                        bool
	command                              *cobra.Command
}

func (q *questionFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&q.text, "question", "", "ask this `text` instead of a request")
	f.StringArrayVar(&q.options, "option", nil, "offer `label` or LABEL=DESCRIPTION, \\= for a plain = (repeatable)")
	f.BoolVar(&q.multi, "multi", false, "any number of options may be selected")
	f.BoolVar(&q.secret, "secret", false, "the answer is typed without echo and written nowhere")
	f.StringVar(&q.id, "id", "", "the question's `id` (default: its text)")
	f.StringVar(&q.header, "header", "", "short `title` of the question")
	f.StringVar(&q.detail, "detail", "", "`text` shown with the question")
	f.StringVar(&q.detailFile, "detail-file", "", "read the detail from this `file`, - for standard input")
	q.command = c
}

// given reports whether a question is asked by flags.
func (q *questionFlags) given() bool {
	for _, name := range []string{"question", "option", "multi", "secret", "id", "header", "detail", "detail-file"} {
		if q.command.Flags().Changed(name) {
			return true
		}
	}
	return false
}

// build returns the question. In is read only for a detail from standard input.
func (q *questionFlags) build(in io.Reader) (seam.Question, error) {
	changed := q.command.Flags().Changed
	switch {
	case !changed("question"):
		return seam.Question{}, usagef("the flags of a question need --question")
	case changed("detail") && changed("detail-file"):
		return seam.Question{}, usagef("give --detail or --detail-file, not both")
	}
	out := seam.Question{ID: q.id, Question: q.text, Header: q.header, Detail: q.detail, MultiSelect: q.multi, Secret: q.secret}
	if !changed("id") {
		out.ID = q.text
	}
	for _, option := range q.options {
		out.Options = append(out.Options, parseOption(option))
	}
	if q.detailFile != "" {
		detail, err := readDetail(q.detailFile, in)
		if err != nil {
			return seam.Question{}, err
		}
		out.Detail = detail
	}
	return out, encoded(out)
}

// encoded returns an error for a text that is not UTF-8, which JSON could only
// hold as another text.
func encoded(q seam.Question) error {
	type part struct{ flag, text string }
	parts := []part{{"--question", q.Question}, {"--id", q.ID}, {"--header", q.Header}, {"the detail", q.Detail}}
	for _, o := range q.Options {
		parts = append(parts, part{"--option", o.Label}, part{"--option", o.Description})
	}
	for _, p := range parts {
		if !utf8.ValidString(p.text) {
			return seam.Errorf(seam.BadRequest, "%s is not valid UTF-8", p.flag)
		}
	}
	return nil
}

func readDetail(path string, in io.Reader) (string, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return "", configError{err}
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxRequest+1))
	switch {
	case err != nil:
		return "", configError{fmt.Errorf("cannot read the detail: %w", err)}
	case len(text) > maxRequest:
		return "", seam.Errorf(seam.BadRequest, "the detail is over %d MiB", maxRequest>>20)
	}
	return string(text), nil
}

// parseOption splits LABEL=DESCRIPTION at the first = without a backslash.
func parseOption(s string) seam.Option {
	var label strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], `\=`):
			label.WriteByte('=')
			i++
		case s[i] == '=':
			return seam.Option{Label: label.String(), Description: s[i+1:]}
		default:
			label.WriteByte(s[i])
		}
	}
	return seam.Option{Label: label.String()}
}
