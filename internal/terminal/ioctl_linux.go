package terminal

import (
	"time"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETS
)

func flushInput(fd int) { _ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCIFLUSH) }

// waitFor reports whether fd can be read, or written, within d.
func waitFor(fd int, write bool, d time.Duration) bool {
	fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	if write {
		fds[0].Events = unix.POLLOUT
	}
	n, err := unix.Poll(fds, int((d+time.Millisecond-1)/time.Millisecond))
	return err == nil && n > 0
}
