package transcript

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"standin/seam"
)

// Log writes a transcript. Its methods may be called by several goroutines at
// once.
type Log struct {
	out    io.Writer
	now    func() time.Time
	redact map[string]bool

	mu  sync.Mutex
	cut bool  // the last line of the file has no end
	err error // the first fault, which Close reports
}

// New returns a log that writes to out, with one call of Write for each line.
// Now is the clock. The answers to questions whose id is in redact are left out.
func New(out io.Writer, now func() time.Time, redact []string) *Log {
	l := &Log{out: out, now: now, redact: map[string]bool{}}
	for _, id := range redact {
		l.redact[id] = true
	}
	return l
}

// Open returns a log that appends to the file of that name, and creates it, for
// its owner alone, where it is not there. A line that a killed process has left
// unfinished is ended first.
func Open(name string, now func() time.Time, redact []string) (*Log, error) {
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	l := New(f, now, redact)
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() {
		if info.Mode().Perm()&0o077 != 0 {
			err = f.Chmod(0o600)
		}
		l.cut = endsInside(name, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("transcript: %w", err)
	}
	return l, nil
}

// endsInside reports whether a file ends in the middle of a line, as far as it
// can be read.
func endsInside(name string, size int64) bool {
	if size == 0 {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	last := make([]byte, 1)
	_, err = f.ReadAt(last, size-1)
	return err == nil && last[0] != '\n'
}

// Write appends the line of one request with its outcome: the answer as the
// asker got it, or, where err is not nil, the error. A line that cannot be
// written is no fault of the request: Close reports it.
func (l *Log) Write(req seam.Request, answer seam.Answer, err error) {
	line := l.line(l.now(), req, answer, err)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		line = append([]byte{'\n'}, line...)
	}
	n, err := l.out.Write(line)
	l.cut = n > 0 && n < len(line) || n == 0 && l.cut
	if err != nil && l.err == nil {
		l.err = fmt.Errorf("transcript: %w", err)
	}
}

// Close closes the file, and returns the first error that a Write has had.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c, ok := l.out.(io.Closer); ok {
		return errors.Join(l.err, c.Close())
	}
	return l.err
}
