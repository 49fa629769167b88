package cmd

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"standin/internal/terminal"
)

// A signal that asks the program to end cancels the context with itself as the
// cause, so that a waiting question ends as ASK_ABORTED, the terminal gets its
// modes back, what was answered is saved, and the exit code is 128 + n. A second
// one ends the program at once. A signal that was ignored when the program
// started, as under nohup, stays ignored.
//
// Watching begins when somebody first waits for the context: until then a signal
// just ends the program, which has nothing to put in order, and a run that only
// reads an answer file does not pay for it.

// signalContext is a context that a signal ends.
type signalContext struct {
	context.Context // ended by cancel
	cancel          context.CancelCauseFunc
	watch           sync.Once
}

func newSignalContext() *signalContext {
	ctx, cancel := context.WithCancelCause(context.Background())
	return &signalContext{Context: ctx, cancel: cancel}
}

// Done implements [context.Context].
func (c *signalContext) Done() <-chan struct{} {
	c.watch.Do(func() {
		signals := make(chan os.Signal, 1)
		for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
			if !signal.Ignored(s) {
				signal.Notify(signals, s)
			}
		}
		go func() {
			defer signal.Stop(signals)
			select {
			case s := <-signals:
				if n, ok := s.(syscall.Signal); ok {
					c.cancel(terminal.SignalError(n))
				}
			case <-c.Context.Done():
			}
		}()
	})
	return c.Context.Done()
}
