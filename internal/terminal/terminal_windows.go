package terminal

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// LinesOnly reports whether this system's terminals are used only in the modes
// that read whole lines. The console is: prompts on it are numbered lines.
const LinesOnly = true

const tick = 40 * time.Millisecond

// Terminal is the console. Its methods are called by one goroutine. A wait ends
// with its context until the first key of a line is pressed; from then on the
// console keeps the line until it is entered.
type Terminal struct {
	in, out *os.File
	found   uint32
	mode    Mode
}

// OpenControlling opens the console; [ErrNone] where there is none.
func OpenControlling() (*Terminal, error) { return Open("CONIN$") }

// Open opens the console by the name of its input; [ErrNone] where there is none.
func Open(name string) (*Terminal, error) {
	in, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		in.Close()
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	t := &Terminal{in: in, out: out}
	if err := windows.GetConsoleMode(t.handle(), &t.found); err != nil {
		in.Close()
		out.Close()
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return t, nil
}

func (t *Terminal) handle() windows.Handle { return windows.Handle(t.in.Fd()) }

// Start does nothing but look at ctx: consoles are not shared by lock.
func (t *Terminal) Start(ctx context.Context) error { return ctx.Err() }

// Close puts the mode back and closes the console.
func (t *Terminal) Close() error {
	_ = t.SetMode(Found)
	err := t.in.Close()
	if e := t.out.Close(); err == nil {
		err = e
	}
	return err
}

// Size returns the columns and rows, 80 and 24 where they are not known.
func (t *Terminal) Size() (columns, rows int) {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(t.out.Fd()), &info); err != nil {
		return 80, 24
	}
	return int(info.Window.Right-info.Window.Left) + 1, int(info.Window.Bottom-info.Window.Top) + 1
}

// Write implements [io.Writer].
func (t *Terminal) Write(p []byte) (int, error) {
	n, err := t.out.Write(p)
	if err != nil {
		err = ErrGone
	}
	return n, err
}

// SetMode changes how the console takes what is typed; Keys is the same as Found.
func (t *Terminal) SetMode(mode Mode) error {
	if mode == t.mode {
		return nil
	}
	set := t.found
	if mode == Hidden {
		set &^= windows.ENABLE_ECHO_INPUT
	}
	if err := windows.SetConsoleMode(t.handle(), set); err != nil {
		return ErrGone
	}
	t.mode = mode
	return nil
}

// DropInput throws away what was typed and not read.
func (t *Terminal) DropInput() { _ = windows.FlushConsoleInputBuffer(t.handle()) }

// Next waits for a line, for at most wait where that is not negative. It returns
// the error of ctx when that is done, or [ErrGone].
func (t *Terminal) Next(ctx context.Context, wait time.Duration) (Event, error) {
	end := time.Now().Add(wait)
	for {
		if err := ctx.Err(); err != nil {
			return Event{}, err
		}
		pause := tick
		if wait >= 0 {
			pause = max(min(tick, time.Until(end)), 0)
		}
		state, err := windows.WaitForSingleObject(t.handle(), uint32(pause.Milliseconds()))
		if err != nil {
			return Event{}, ErrGone
		}
		if state == windows.WAIT_OBJECT_0 {
			buf := make([]byte, 4096)
			n, err := t.in.Read(buf)
			if n > 0 {
				return Event{Kind: Input, Data: buf[:n]}, nil
			}
			if err != nil {
				return Event{Kind: End}, nil
			}
		}
		if wait >= 0 && !time.Now().Before(end) {
			return Event{}, nil
		}
	}
}

// Suspend does nothing: the console knows no suspend key.
func (t *Terminal) Suspend() (Event, error) { return Event{Kind: Resumed}, nil }

// File returns the console's output for a child process. The caller closes it.
func (t *Terminal) File() (*os.File, error) { return os.OpenFile("CONOUT$", os.O_RDWR, 0) }

// Lend leaves the console to a child process until done or until ctx is.
func (t *Terminal) Lend(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
