//go:build unix && !linux

package terminal

import "golang.org/x/sys/unix"

// stop stops the process.
func stop() { _ = unix.Kill(unix.Getpid(), unix.SIGSTOP) }
