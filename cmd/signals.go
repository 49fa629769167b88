package cmd

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"standin/internal/terminal"
)

// A signal that asks the program to end cancels the context with itself as the
// cause, so that a waiting question ends as ASK_ABORTED, the terminal gets its
// modes back, what was answered is saved, and the exit code is 128 + n. A second
// one ends the program at once.

func withSignals(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	done := make(chan struct{})
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			if n, ok := s.(syscall.Signal); ok {
				cancel(terminal.SignalError(n))
			}
		case <-done:
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel(nil)
	}
}
