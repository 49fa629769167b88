//go:build unix && !linux

package terminal

import (
	"os/signal"

	"golang.org/x/sys/unix"
)

// watchSuspend has w hear of SIGTSTP.
func (w *watch) watchSuspend() (undo func()) {
	signal.Notify(w.signals, unix.SIGTSTP)
	return func() {}
}

// stop stops the process.
func stop() { _ = unix.Kill(unix.Getpid(), unix.SIGSTOP) }
