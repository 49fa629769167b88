package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"standin/dialects"
	"standin/internal/wire"
	"standin/providers/jsonl"
	"standin/seam"
)

// maxRequest bounds what is read as one request, in bytes.
const maxRequest = 16 << 20

type askOptions struct {
	*app
	question questionFlags
	dialect  string
}

func (a *app) newAsk() *cobra.Command {
	o := &askOptions{app: a}
	c := &cobra.Command{
		Use:   "ask [FILE|-]",
		Short: "Answer one request",
		Long: `Answer one request: a file, standard input, or a question from flags. The answer
goes to standard output as JSON, everything else to standard error.`,
		Example: `  standin ask request.json --answers ci.yaml
  cat request.json | standin ask --provider replay,prompt --answers ci.yaml
  db=$(standin ask --question "Which database?" --option PostgreSQL --option SQLite --output labels)`,
		Args: args(cobra.MaximumNArgs(1)),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	o.question.register(c)
	c.Flags().StringVar(&o.dialect, "dialect", "native", "`shape` of the request and the answer: "+oneOf(dialects.Names()))
	completeWords(c, "dialect", dialects.Names())
	a.answering(c, "output")
	return c
}

func (o *askOptions) run(ctx context.Context, args []string) error {
	dialect := dialects.Named(o.dialect)
	if dialect == nil {
		return usagef("there is no dialect %q; it has to be %s", o.dialect, oneOf(dialects.Names()))
	}
	d := door{person: true}
	if o.question.given() || len(args) > 0 && args[0] != "-" {
		d.jsonl = jsonl.NewAnswers(o.In) // which has no other use
		d.reading = slices.Contains(o.settings.Provider, "jsonl")
	}
	s, err := o.open(d)
	if err != nil {
		return err
	}
	doc, err := o.read(args)
	if err != nil {
		return err
	}
	exchange, err := dialect.Read(doc.text)
	if err != nil {
		return o.fail(exchange, doc.named(err))
	}
	questions := exchange.Request.Questions
	if o.settings.Output == "labels" && len(questions) > 1 {
		return usagef("--output labels is for one question, and the request has %d", len(questions))
	}
	answer, err := s.Ask(ctx, exchange.Request, exchange.Timeout)
	if err := errors.Join(err, s.Close()); err != nil {
		return o.fail(exchange, errors.Join(err, s.Unused()))
	}
	out, err := o.format(exchange, answer)
	if err != nil {
		return o.fail(exchange, err)
	}
	if _, err := o.Out.Write(out); err != nil {
		return fmt.Errorf("cannot write the answer: %w", err)
	}
	return s.Unused()
}

// fail returns err. Another agent, which does not read exit codes, gets it in its
// own shape as well; in the native dialect a failure has nothing on standard output.
func (o *askOptions) fail(exchange *dialects.Exchange, err error) error {
	if o.dialect == "native" || o.settings.Output != "json" {
		return err
	}
	if _, werr := o.Out.Write(append(exchange.Failure(err), '\n')); werr != nil {
		return errors.Join(err, fmt.Errorf("cannot write the failure: %w", werr))
	}
	return err
}

// format writes the answer as the settings say.
func (o *askOptions) format(exchange *dialects.Exchange, answer seam.Answer) ([]byte, error) {
	if o.settings.Output == "json" {
		out, err := exchange.Answer(answer)
		return append(out, '\n'), err
	}
	it := answer.Answers[0]
	if it.Skipped() {
		return nil, seam.Errorf(seam.Unanswered, "question %q was skipped", it.ID)
	}
	lines := it.Selected
	if it.Custom != nil {
		lines = append(lines, *it.Custom)
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// read returns the request as it stands in the file, on standard input, or in
// the flags. It touches standard input only where the request is there.
func (o *askOptions) read(args []string) (document, error) {
	path := "-"
	if len(args) > 0 {
		path = args[0]
	}
	switch {
	case o.question.given():
		if len(args) > 0 {
			return document{}, usagef("the request is in %s and in --question as well; give one", path)
		}
		q, err := o.question.build(o.In)
		if err != nil {
			return document{}, err
		}
		return document{text: wire.AppendRequest(nil, []seam.Question{q})}, nil
	case path != "-":
		f, err := os.Open(path)
		if err != nil {
			return document{}, configError{err}
		}
		defer f.Close()
		return readDocument(path, f)
	case len(args) == 0 && o.readsTerminal():
		return document{}, usagef("there is no request: name a FILE, pipe one in, or give --question")
	}
	return readDocument("", o.In)
}

// document is a text and the name of the file it is from, "" for none.
type document struct {
	name string
	text []byte
}

func readDocument(name string, r io.Reader) (document, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxRequest+1))
	switch {
	case err != nil:
		return document{}, configError{fmt.Errorf("cannot read the request: %w", err)}
	case len(text) > maxRequest:
		return document{}, seam.Errorf(seam.BadRequest, "the request is over %d MiB", maxRequest>>20)
	}
	return document{name, text}, nil
}

// named puts the name of the file in front of a fault in it.
func (d document) named(err error) error {
	f, ok := errors.AsType[*wire.Fault](err)
	if !ok || d.name == "" {
		return err
	}
	return &seam.Error{Code: seam.CodeOf(err), Message: f.In(d.name)}
}
