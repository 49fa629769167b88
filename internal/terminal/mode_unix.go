//go:build unix

package terminal

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sys/unix"
)

// What goes with the mode Keys: bracketed paste on, and at its end off, with the
// cursor shown and lines wrapping again whatever was drawn.
const (
	enterKeys = "\x1b[?2004h"
	leaveKeys = "\x1b[?2004l\x1b[?7h\x1b[?25h"
)

// SetMode changes how the terminal takes what is typed.
func (t *Terminal) SetMode(mode Mode) error {
	if mode == t.mode {
		return nil
	}
	if t.mode == Keys {
		t.leave()
	}
	set := t.found
	switch mode {
	case Lines, Hidden:
		set.Iflag |= unix.ICRNL
		set.Oflag |= unix.OPOST | unix.ONLCR
		set.Lflag |= unix.ICANON | unix.ISIG | unix.ECHO
		if mode == Hidden {
			set.Lflag &^= unix.ECHO | unix.ECHONL
		}
	case Keys:
		set.Iflag &^= unix.ICRNL | unix.INLCR | unix.IGNCR | unix.IXON | unix.ISTRIP
		set.Oflag |= unix.OPOST | unix.ONLCR
		set.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.IEXTEN
		set.Lflag |= unix.ISIG
		set.Cc[unix.VMIN], set.Cc[unix.VTIME] = 1, 0
	}
	if err := unix.IoctlSetTermios(t.fd, setTermios, &set); err != nil {
		return ErrGone
	}
	t.set, t.mode = set, mode
	if mode == Keys {
		_, err := t.Write([]byte(enterKeys))
		return err
	}
	return nil
}

// DropInput throws away what was typed and not read.
func (t *Terminal) DropInput() {
	flushInput(t.fd)
	var rest [4096]byte
	for {
		if n, err := unix.Read(t.fd, rest[:]); n <= 0 || err != nil {
			return
		}
	}
}

// leave undoes what SetMode wrote. It gives up on a terminal that takes nothing.
func (t *Terminal) leave() {
	end := time.Now().Add(5 * tick)
	_, _ = t.write([]byte(leaveKeys), func() error {
		if time.Now().After(end) {
			return context.DeadlineExceeded
		}
		return nil
	})
}

// restore puts the modes back that were found. In the background the terminal
// belongs to another program, as a rule a shell that has set modes of its own:
// there only modes that are still those set here are put back.
func (t *Terminal) restore() {
	mode := t.mode
	t.mode = Found
	if mode == Found {
		return
	}
	if !t.foreground() {
		now, err := unix.IoctlGetTermios(t.fd, getTermios)
		if err != nil || *now != t.set {
			return
		}
	}
	_ = unix.IoctlSetTermios(t.fd, setTermios, &t.found)
	t.set = t.found
	if mode == Keys {
		t.leave()
	}
}

// again sets the mode anew after the process was stopped. The modes that are
// found now are the ones to put back.
func (t *Terminal) again(mode Mode) error {
	now, err := unix.IoctlGetTermios(t.fd, getTermios)
	if err != nil {
		return ErrGone
	}
	if *now != t.set {
		t.found = *now
	}
	t.mode = Found
	return t.SetMode(mode)
}

// Next waits for something to happen, for at most wait where that is not
// negative. It returns the error of ctx when that is done, a [SignalError],
// [ErrBackground], [ErrGone] or [ErrOrphaned].
func (t *Terminal) Next(ctx context.Context, wait time.Duration) (Event, error) {
	end := time.Now().Add(wait)
	for {
		if err := ctx.Err(); err != nil {
			return Event{}, err
		}
		if e, err := t.signalled(); err != nil || e.Kind != Nothing {
			return e, err
		}
		if t.orphaned() {
			return Event{}, ErrOrphaned
		}
		if !t.foreground() {
			return Event{}, ErrBackground
		}
		pause := tick
		if wait >= 0 {
			pause = min(tick, time.Until(end))
		}
		if waitFor(t.fd, false, max(pause, 0)) {
			if e, err := t.read(); err != nil || e.Kind != Nothing {
				return e, err
			}
		} else if wait >= 0 && !time.Now().Before(end) {
			return Event{}, nil
		}
	}
}

func (t *Terminal) read() (Event, error) {
	buf := make([]byte, 4096)
	n, err := unix.Read(t.fd, buf)
	switch {
	case n > 0:
		return Event{Kind: Input, Data: buf[:n]}, nil
	case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
		return Event{}, nil
	}
	if err == nil && t.set.Lflag&unix.ICANON != 0 {
		if _, err := unix.IoctlGetTermios(t.fd, getTermios); err == nil {
			return Event{Kind: End}, nil
		}
	}
	// A hangup comes with a signal as a rule; let it say so.
	end := time.Now().Add(5 * tick)
	for time.Now().Before(end) {
		if t.ctx != nil && t.ctx.Err() != nil {
			return Event{}, t.ctx.Err()
		}
		if _, err := t.signalled(); err != nil {
			return Event{}, err
		}
		time.Sleep(tick / 4)
	}
	return Event{}, ErrGone
}
