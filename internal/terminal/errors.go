package terminal

import (
	"errors"
	"syscall"
)

// SignalError says which signal ended a read. Two with the same signal are equal.
type SignalError syscall.Signal

// ErrInterrupt is the [SignalError] of Ctrl-C.
const ErrInterrupt = SignalError(syscall.SIGINT)

// Error implements error.
func (e SignalError) Error() string { return "stopped by signal: " + syscall.Signal(e).String() }

var (
	// ErrNone: the process has no terminal.
	ErrNone = errors.New("there is no terminal")
	// ErrTaken: the program reads something else from the terminal.
	ErrTaken = errors.New("the terminal is read for something else")
	// ErrBackground: the process is not in the terminal's foreground group.
	ErrBackground = errors.New("the process runs in the background of its terminal")
	// ErrGone: the terminal was there and has gone away.
	ErrGone = errors.New("the terminal has gone away")
	// ErrOrphaned: the process that started this one has ended.
	ErrOrphaned = errors.New("the program that started this one has ended")
)
