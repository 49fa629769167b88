//go:build unix

package terminal

import (
	"context"

	"golang.org/x/sys/unix"
)

// Lend leaves the terminal to a child process until done. It returns early with
// the error of ctx or with a [SignalError]; the caller then ends the child. The
// suspend key stops this process along with the child.
func (t *Terminal) Lend(ctx context.Context, done <-chan struct{}) error {
	for {
		select {
		case <-done:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case s := <-t.watch.signals:
			switch s {
			case unix.SIGTSTP:
				if _, err := t.Suspend(); err != nil {
					return err
				}
			case unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGHUP:
				return SignalError(s.(unix.Signal))
			}
		}
	}
}
