// Package terminal opens the terminal that a person sits at, and leaves it as it
// was.
//
// # The policy
//
// The terminal is the process's controlling one, /dev/tty, whatever stdin and
// stdout are. It is opened when a question is to be put to a person and closed
// after the batch.
//
// Whoever uses a terminal holds its lock, so that two processes that ask on one
// terminal take turns. The kernel drops the lock of a process that dies.
//
// A process outside the terminal's foreground group neither reads nor changes
// the terminal: it gets [ErrBackground] and is never stopped by SIGTTIN or
// SIGTTOU.
//
// The modes that were found are put back by [Terminal.Close], before a suspend,
// and on the way out of every error. Reading is one loop that looks at the
// context, at signals, at the foreground group and at the parent process every
// few hundredths of a second. A context that ends, a signal, a lost terminal or
// a dead parent therefore end a read with an error, the caller returns, and the
// deferred Close does the rest. No goroutine is left behind that could take the
// next reader's keys.
//
// Between [Terminal.Start] and [Terminal.Close] the signals INT, QUIT, TERM, HUP,
// TSTP, CONT and WINCH also reach this package. The first four end a read with a
// [SignalError]; they do not end the process, which is the program's business.
// A signal that was ignored when the process started stays so.
package terminal
