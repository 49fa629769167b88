package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// outboxLimit is how much output may wait for a slow client, in bytes, before
// the session waits as well.
const outboxLimit = 1 << 20

// outbox collects output and writes it from a goroutine of its own, as much at a
// time as has come together. After an error of the writer nothing is written any
// more and what is put in is counted as lost.
type outbox struct {
	out    io.Writer
	failed chan struct{} // closed at the first error
	done   chan struct{} // closed when the goroutine has ended

	mu      sync.Mutex
	changed sync.Cond // by the writer for putters and the other way round
	pending []byte
	bounded bool
	closed  bool
	err     error
	lost    int // lines
}

// newOutbox returns an outbox that writes to out. Where it is bounded, a client
// that does not read holds up who puts something in.
func newOutbox(out io.Writer, bounded bool) *outbox {
	o := &outbox{out: out, failed: make(chan struct{}), done: make(chan struct{}), bounded: bounded}
	o.changed.L = &o.mu
	go o.write()
	return o
}

// put adds whole lines to the output.
func (o *outbox) put(lines []byte) {
	if len(lines) == 0 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.bounded && o.err == nil && len(o.pending) > outboxLimit {
		o.changed.Wait()
	}
	if o.err != nil {
		o.lost += bytes.Count(lines, []byte("\n"))
		return
	}
	o.pending = append(o.pending, lines...)
	o.changed.Broadcast()
}

// send is put for a provider, which is never held up.
func (o *outbox) send(line []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		o.pending = append(o.pending, line...)
		o.changed.Broadcast()
	}
}

// unbound lets everything in from now on.
func (o *outbox) unbound() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bounded = false
	o.changed.Broadcast()
}

// close waits until everything is written, which after the end of ctx must not
// take longer than lastWords, and returns what went wrong.
func (o *outbox) close(ctx context.Context) error {
	o.mu.Lock()
	o.closed = true
	o.changed.Broadcast()
	o.mu.Unlock()
	select {
	case <-o.done:
	case <-ctx.Done():
		select {
		case <-o.done:
		case <-time.After(lastWords):
			return errors.New("nobody reads the output, and replies are lost")
		}
	}
	switch {
	case o.err == nil:
		return nil
	case o.lost == 1:
		return fmt.Errorf("the output cannot be written, and 1 reply is lost: %w", o.err)
	}
	return fmt.Errorf("the output cannot be written, and %d replies are lost: %w", o.lost, o.err)
}

func (o *outbox) write() {
	defer close(o.done)
	var buf []byte
	for {
		o.mu.Lock()
		for len(o.pending) == 0 && !o.closed {
			o.changed.Wait()
		}
		if len(o.pending) == 0 {
			o.mu.Unlock()
			return
		}
		buf, o.pending = o.pending, buf[:0]
		o.changed.Broadcast()
		o.mu.Unlock()

		n, err := o.out.Write(buf)
		if err != nil {
			o.fail(err, buf[n:])
			return
		}
		if cap(buf) > 4*outboxLimit {
			buf = nil
		}
	}
}

func (o *outbox) fail(err error, rest []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.err = err
	o.lost += bytes.Count(rest, []byte("\n")) + bytes.Count(o.pending, []byte("\n"))
	o.pending = nil
	close(o.failed)
	o.changed.Broadcast()
}
