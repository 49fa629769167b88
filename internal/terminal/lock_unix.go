//go:build unix

package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// lock waits until no other process, and no other Terminal of this one, uses the
// same terminal. The lock is one of the kernel's, on the terminal's own device
// file where its name is known and may be opened, and else on a file of the
// session, of which every terminal has at most one.
func (t *Terminal) lock(ctx context.Context) (release func(), err error) {
	fd := t.openDevice()
	if fd < 0 {
		if fd, err = openSession(); err != nil {
			return nil, fmt.Errorf("cannot take turns on the terminal: %w", err)
		}
	}
	for {
		if err := ctx.Err(); err != nil {
			unix.Close(fd)
			return nil, err
		}
		err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return func() { unix.Close(fd) }, nil
		case errors.Is(err, unix.EINTR):
			continue
		case !errors.Is(err, unix.EWOULDBLOCK):
			unix.Close(fd)
			return nil, fmt.Errorf("cannot take turns on the terminal: %w", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(tick):
		}
	}
}

func openSession() (int, error) {
	session, err := unix.Getsid(0)
	if err != nil {
		return -1, err
	}
	name := filepath.Join(os.TempDir(), fmt.Sprintf("standin-terminal-%d-%d.lock", os.Getuid(), session))
	return unix.Open(name, unix.O_RDWR|unix.O_CREAT|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
}
