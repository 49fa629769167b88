package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"standin/dialects"
	"standin/internal/atonce"
	"standin/internal/serve"
	"standin/internal/terminal"
	"standin/providers/chain"
	"standin/providers/jsonl"
	"standin/seam"
)

type serveOptions struct {
	*app
	dialect string
}

func (a *app) newServe() *cobra.Command {
	o := &serveOptions{app: a}
	c := &cobra.Command{
		Use:   "serve",
		Short: "Answer a stream of requests, JSON lines in and out",
		Long: `Answer a stream of requests: one JSON object a line on standard input, one reply
a line on standard output, in order, for as long as standard input lasts. A line
that cannot be read gets an error in its place, and the stream goes on.`,
		Example: `  standin serve --answers ci.yaml < requests.jsonl > answers.jsonl
  standin serve --provider replay,jsonl --answers ci.yaml`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c.Context()) },
	}
	c.Flags().StringVar(&o.dialect, "dialect", "native", "`shape` of the requests and the answers: "+oneOf(dialects.Names()))
	completeWords(c, "dialect", dialects.Names())
	a.answering(c, "concurrency", "max-line")
	return c
}

func (o *serveOptions) run(ctx context.Context) error {
	dialect := dialects.Named(o.dialect)
	if dialect == nil {
		return usagef("there is no dialect %q; it has to be %s", o.dialect, oneOf(dialects.Names()))
	}
	program := jsonl.New()
	d := door{person: true, jsonl: program, reading: true}
	if o.dialect != "native" {
		d.jsonl = nil // its lines are native
	}
	s, err := o.open(d)
	if err != nil {
		return err
	}
	options := serve.Options{
		Service:     s.Service,
		Agents:      s.Agents,
		Concurrency: o.settings.Concurrency,
		MaxLine:     int(o.settings.MaxLine),
		Timeout:     s.limit(0),
		Progress:    new(serve.Progress),
		Settled:     s.settled(),
	}
	if _, ok := s.stack.Provider.(*chain.Provider); ok || immediate(s.stack.Provider) {
		options.AtOnce = atonce.Context()
	}
	if o.dialect != "native" {
		options.Dialect = dialect
	}
	if slices.Contains(o.settings.Provider, "jsonl") {
		options.Program = program
	}
	// With a listener, writing to a pipe that nobody reads is an error instead of
	// the end of the program, so that commands under way are ended first.
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	defer signal.Stop(pipe)

	o.collectLess()
	stop := o.showProgress(&options)
	summary, err := serve.Run(ctx, o.In, o.Out, options)
	stop()
	ended, closed := o.outcome(ctx, summary, err), s.Close()
	if _, ok := errors.AsType[streamError](ended); ok {
		ended, closed = closed, ended // what broke weighs more than what was answered with an error
	}
	return errors.Join(ended, closed, s.Unused())
}

// collectLess has the garbage of a long stream collected less often, while the
// heap is small: it may grow by as much as spare beyond what is in use now.
func (o *serveOptions) collectLess() {
	if _, ok := o.lookup("GOGC"); ok {
		return
	}
	const spare, stream = 64 << 20, 8 << 20 // bytes; a stream has buffers of its own
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if percent := 100 * spare / (m.HeapAlloc + stream); percent > 100 {
		debug.SetGCPercent(int(percent))
	}
}

// outcome turns how the stream ended into the error that the exit code comes from.
func (o *serveOptions) outcome(ctx context.Context, summary serve.Summary, err error) error {
	switch {
	case errors.Is(err, syscall.EPIPE):
		return terminal.SignalError(syscall.SIGPIPE)
	case ctx.Err() != nil:
		if cause := context.Cause(ctx); err == nil {
			err = cause
		} else {
			err = fmt.Errorf("%w; %w", cause, err)
		}
		return err
	case err != nil:
		return err
	case len(summary.Codes) > 0:
		return streamError{summary.Codes}
	}
	return nil
}

// streamError is the error of a stream in which requests or lines had errors,
// which have been told to the client already.
type streamError struct{ codes map[seam.Code]int }

func (e streamError) Error() string {
	var parts []string
	for _, code := range slices.Sorted(maps.Keys(e.codes)) {
		parts = append(parts, fmt.Sprintf("%d %s", e.codes[code], code))
	}
	return "some lines were answered with an error: " + strings.Join(parts, ", ")
}

// isClosedPipe reports whether err means that nobody reads the output any more.
func isClosedPipe(err error) bool {
	s, ok := errors.AsType[terminal.SignalError](err)
	return ok && syscall.Signal(s) == syscall.SIGPIPE
}
