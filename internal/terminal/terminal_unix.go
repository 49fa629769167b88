//go:build unix

package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// LinesOnly reports whether this system's terminals are used only in the modes
// that read whole lines.
const LinesOnly = false

// tick is how often a wait looks at what does not wake it.
const tick = 40 * time.Millisecond

// Terminal is an open terminal. Its methods are called by one goroutine.
type Terminal struct {
	fd      int
	ctx     context.Context // of the batch, from Start on
	found   unix.Termios
	set     unix.Termios // what was set last
	mode    Mode
	parent  int
	watch   *watch // nil before Start
	release func() // of the lock
}

// OpenControlling opens the terminal that controls the process; [ErrNone] where
// there is none.
func OpenControlling() (*Terminal, error) { return Open("/dev/tty") }

// Open opens the terminal with that file name. It fails with [ErrNone] where
// there is no such terminal, and with [ErrBackground].
func Open(name string) (*Terminal, error) {
	fd, err := unix.Open(name, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrNone, name, err)
	}
	t := &Terminal{fd: fd, parent: os.Getppid()}
	found, err := unix.IoctlGetTermios(fd, getTermios)
	switch {
	case err != nil:
		err = fmt.Errorf("%w: %s: %w", ErrNone, name, err)
	case !t.foreground():
		err = ErrBackground
	default:
		t.found, t.set = *found, *found
		return t, nil
	}
	unix.Close(fd)
	return nil, err
}

// Start waits for the terminal's lock, where another process holds it, and
// starts to watch signals. It fails when ctx is done, and with [ErrBackground].
// From then on ctx also ends writes to a terminal that takes none.
func (t *Terminal) Start(ctx context.Context) error {
	release, err := t.lock(ctx)
	if err != nil {
		return err
	}
	t.ctx, t.release, t.watch = ctx, release, startWatch()
	if !t.foreground() {
		return ErrBackground
	}
	// The one before may have left the terminal otherwise than it was on opening.
	found, err := unix.IoctlGetTermios(t.fd, getTermios)
	if err != nil {
		return ErrGone
	}
	t.found, t.set = *found, *found
	return nil
}

// Close puts the modes back, stops watching signals, gives the lock back and
// closes the terminal.
func (t *Terminal) Close() error {
	t.restore()
	if t.watch != nil {
		t.watch.stop()
	}
	if t.release != nil {
		t.release()
	}
	return unix.Close(t.fd)
}

// Size returns the columns and rows, 80 and 24 where they are not known.
func (t *Terminal) Size() (columns, rows int) {
	columns, rows = 80, 24
	ws, err := unix.IoctlGetWinsize(t.fd, unix.TIOCGWINSZ)
	if err != nil {
		return columns, rows
	}
	if ws.Col > 0 {
		columns = int(ws.Col)
	}
	if ws.Row > 0 {
		rows = int(ws.Row)
	}
	return columns, rows
}

// Write implements [io.Writer]. A terminal that takes no output is waited for
// until the context of Start is done.
func (t *Terminal) Write(p []byte) (int, error) {
	return t.write(p, func() error {
		if t.ctx == nil {
			return nil
		}
		return t.ctx.Err()
	})
}

func (t *Terminal) write(p []byte, giveUp func() error) (n int, err error) {
	for n < len(p) {
		m, err := unix.Write(t.fd, p[n:])
		switch {
		case err == nil:
			n += m
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EAGAIN):
			if err := giveUp(); err != nil {
				return n, err
			}
			waitFor(t.fd, true, tick)
		default:
			return n, ErrGone
		}
	}
	return n, nil
}

// foreground reports whether the process may use the terminal. A terminal that
// does not control the process has no say in that.
func (t *Terminal) foreground() bool {
	group, err := unix.IoctlGetInt(t.fd, unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// File returns the terminal for a child process to use. The caller closes it.
func (t *Terminal) File() (*os.File, error) {
	name := fmt.Sprintf("/dev/fd/%d", t.fd)
	fd, err := unix.Open("/dev/tty", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil { // not the controlling terminal: share the open file
		if fd, err = unix.FcntlInt(uintptr(t.fd), unix.F_DUPFD_CLOEXEC, 0); err != nil {
			return nil, err
		}
	}
	return os.NewFile(uintptr(fd), name), nil
}
