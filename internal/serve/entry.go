package serve

import (
	"container/list"
	"context"
	"errors"

	"standin/seam"
)

// entry is a line that was read and is not answered yet: a request that waits to
// be asked, is being asked, or is waiting for its turn to be written, and
// likewise the error of a bad line.
type entry struct {
	line    line
	place   *list.Element // in the order, nil where the reply needs none
	waiting *list.Element // in the queue, nil once it is asked
	written []byte        // the reply, once there is one

	cancel    context.CancelCauseFunc
	asked     bool
	withdrawn bool // by the client
	answer    seam.Answer
	err       error
}

var errWithdrawn = errors.New("the client has withdrawn the request")

// enqueue has a sound request asked when its turn has come.
func (s *session) enqueue(l *line) {
	e := &entry{line: *l}
	if l.ID != "" {
		s.pending[l.ID] = e
	}
	if !s.outOfOrder(l.ID) {
		e.place = s.order.PushBack(e)
	}
	e.waiting = s.queue.PushBack(e)
	s.count++
	s.start()
}

// start asks as many of the waiting requests as may be asked at the same time.
func (s *session) start() {
	for s.running < s.o.Concurrency && s.queue.Len() > 0 {
		e := s.queue.Remove(s.queue.Front()).(*entry)
		e.waiting, e.asked = nil, true
		s.running++
		s.tellWaiting()
		ctx := s.asks
		if s.o.Program != nil {
			s.flush() // what is due comes before what the provider writes
			ctx = s.o.Program.For(ctx, e.line.ID)
		}
		ctx, e.cancel = context.WithCancelCause(ctx)
		go func() {
			e.answer, e.err = s.ask(ctx, e)
			s.done <- e
		}()
	}
}

// ask asks within the bounds of the request. The clock starts here.
func (s *session) ask(ctx context.Context, e *entry) (seam.Answer, error) {
	limit := s.o.Timeout
	if own := e.line.Timeout; own > 0 && (limit == 0 || own < limit) {
		limit = own
	}
	if limit > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, limit)
		defer stop()
	}
	return e.line.checked.Ask(ctx)
}

// complete takes the outcome of an ask.
func (s *session) complete(e *entry) {
	s.running--
	e.cancel(nil)
	s.settle(e)
	s.start()
	s.tellWaiting()
}

func (s *session) tellWaiting() {
	if waits := s.running > 0; waits != s.waiting {
		s.waiting = waits
		s.o.Waiting(waits)
	}
}

// settle has the outcome of an entry written, as soon as its turn has come.
func (s *session) settle(e *entry) {
	code := seam.CodeOf(e.err)
	// What ended because nobody waited for it has no turn to wait for.
	overtakes := e.line.ID != "" && (code == seam.AskAborted || code == seam.AskTimeout)
	if e.withdrawn && code == seam.AskAborted {
		s.tellOutcome(&e.line, seam.Answer{}, e.err)
		e.written = s.appendError(nil, &e.line, seam.AsError(e.err))
	} else {
		e.written = s.appendOutcome(nil, &e.line, e.answer, e.err)
	}
	if e.place == nil || overtakes {
		s.write(e)
	}
	for s.order.Len() > 0 {
		first := s.order.Front().Value.(*entry)
		if first.written == nil {
			return
		}
		s.write(first)
	}
}

// write writes the reply of an entry, which is then no longer pending.
func (s *session) write(e *entry) {
	s.buf = append(s.buf, e.written...)
	if e.place != nil {
		s.order.Remove(e.place)
	}
	if s.pending[e.line.ID] == e {
		delete(s.pending, e.line.ID)
	}
	s.count--
}

// withdraw ends a pending request on behalf of the client and reports whether
// there was anything to end.
func (s *session) withdraw(id string) bool {
	e := s.pending[id]
	switch {
	case e == nil || e.written != nil:
		return false
	case !e.asked:
		s.queue.Remove(e.waiting)
		e.withdrawn = true
		e.err = &seam.Error{Code: seam.AskAborted, Message: "the ask was aborted", Err: errWithdrawn}
		s.settle(e)
	default:
		e.withdrawn = true
		e.cancel(errWithdrawn)
		s.await(e)
	}
	return true
}

// await takes outcomes until that of an ask is among them which is about to end.
// So the lines behind the one that ended it find it ended.
func (s *session) await(e *entry) {
	for e.written == nil {
		s.complete(<-s.done)
	}
}
