//go:build unix

package terminal

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// watch collects the signals of one batch.
type watch struct {
	signals chan os.Signal
	quiet   []os.Signal // ignored by startWatch
	undo    func()      // of watchSuspend
}

func startWatch() *watch {
	w := &watch{signals: make(chan os.Signal, 32)}
	for _, s := range []os.Signal{unix.SIGTTIN, unix.SIGTTOU} {
		if !signal.Ignored(s) {
			signal.Ignore(s)
			w.quiet = append(w.quiet, s)
		}
	}
	for _, s := range []os.Signal{
		unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGHUP, unix.SIGCONT, unix.SIGWINCH,
	} {
		if !signal.Ignored(s) {
			signal.Notify(w.signals, s)
		}
	}
	w.undo = func() {}
	if !signal.Ignored(unix.SIGTSTP) {
		w.undo = w.watchSuspend()
	}
	return w
}

func (w *watch) stop() {
	signal.Stop(w.signals)
	w.undo()
	if len(w.quiet) > 0 {
		signal.Reset(w.quiet...)
	}
}

// signalled takes one signal, where one has come.
func (t *Terminal) signalled() (Event, error) {
	if t.watch == nil {
		return Event{}, nil
	}
	select {
	case s := <-t.watch.signals:
		switch s {
		case unix.SIGWINCH:
			return Event{Kind: Resized}, nil
		case unix.SIGTSTP:
			return Event{Kind: Suspend}, nil
		case unix.SIGCONT:
			return t.resumed(t.mode)
		}
		return Event{}, SignalError(s.(syscall.Signal))
	default:
		return Event{}, nil
	}
}

// Suspend puts the modes back and stops the process, as the suspend key asked
// for. It returns when the process goes on, with what [Terminal.Next] would
// return then. The rest of the foreground group got the signal from the terminal.
func (t *Terminal) Suspend() (Event, error) {
	mode := t.mode
	if mode == Lines || mode == Hidden {
		t.DropInput() // a line that was begun is not the next reader's
	}
	t.restore()
	stop()
	// A group that nobody could continue is not stopped at all, and nothing says
	// so: go on after a moment.
	end := time.After(25 * tick)
	for {
		select {
		case s := <-t.watch.signals:
			switch s {
			case unix.SIGCONT:
				return t.resumed(mode)
			case unix.SIGINT, unix.SIGQUIT, unix.SIGTERM, unix.SIGHUP:
				return Event{}, SignalError(s.(syscall.Signal))
			}
		case <-end:
			return t.resumed(mode)
		}
	}
}

// resumed takes the terminal again after the process was stopped, in the mode it
// was in.
func (t *Terminal) resumed(mode Mode) (Event, error) {
	if !t.foreground() {
		return Event{}, ErrBackground
	}
	return Event{Kind: Resumed}, t.again(mode)
}

// orphaned reports whether the parent that the process had has ended.
func (t *Terminal) orphaned() bool { return os.Getppid() != t.parent }
