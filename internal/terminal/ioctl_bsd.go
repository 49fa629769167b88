//go:build unix && !linux

package terminal

import (
	"time"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	setTermios = unix.TIOCSETA
)

const readQueue = 1 // FREAD

func flushInput(fd int) { _ = unix.IoctlSetPointerInt(fd, unix.TIOCFLUSH, readQueue) }

// waitFor reports whether fd can be read, or written, within d. It uses select,
// because poll knows no terminals on some of these systems.
func waitFor(fd int, write bool, d time.Duration) bool {
	var set unix.FdSet
	if fd >= unix.FD_SETSIZE {
		time.Sleep(d)
		return true
	}
	set.Set(fd)
	timeout := unix.NsecToTimeval(int64(d))
	read, written := &set, (*unix.FdSet)(nil)
	if write {
		read, written = nil, &set
	}
	n, err := unix.Select(fd+1, read, written, nil, &timeout)
	return err == nil && n > 0
}
