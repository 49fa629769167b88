package serve

import (
	"container/list"
	"context"
	"errors"
	"fmt"

	"standin/internal/atonce"
	"standin/internal/wire"
	"standin/seam"
)

// flushSize is how much output the session keeps back while it has input to go
// on with, in bytes.
const flushSize = 64 << 10

// session takes the lines of a stream in order. Everything in it belongs to the
// goroutine that calls run.
type session struct {
	o       *Options
	asks    context.Context // of every ask that may have to be ended
	input   *pipeline
	out     *outbox
	buf     []byte // output that has not been put into out
	handles map[string]*seam.Agent
	summary Summary

	// The block that is being worked on, and the next line of it.
	block *block
	next  int
	ended bool // there is no more input

	// What has been read and is not answered: by id; in the order of replies;
	// in the order of being asked. Count has all of them, running those that are
	// being asked.
	pending map[string]*entry
	order   list.List
	queue   list.List
	count   int
	running int
	waiting bool // what Waiting was told
	done    chan *entry
}

func newSession(asks context.Context, input *pipeline, out *outbox, o *Options) *session {
	return &session{
		o: o, asks: asks, input: input, out: out,
		handles: map[string]*seam.Agent{},
		pending: map[string]*entry{},
		summary: Summary{Codes: map[seam.Code]int{}},
		done:    make(chan *entry, min(o.Concurrency, o.Window)),
	}
}

// errOutput ends a session whose output has failed; the outbox knows why.
var errOutput = errors.New("the output has failed")

// run works until everything is answered. When ctx is done it reads no further,
// and what is pending then ends by itself, since every ask hangs on ctx.
func (s *session) run(ctx context.Context) error {
	for {
		if err := s.step(ctx); err != nil || s.ended && s.count == 0 {
			s.flush()
			if err == nil && s.input.err != nil && ctx.Err() == nil {
				err = fmt.Errorf("reading the input: %w", s.input.err)
			}
			return err
		}
	}
}

// step does one thing of all that can be done, and waits where there is nothing.
func (s *session) step(ctx context.Context) error {
	if s.block != nil && !s.full() && ctx.Err() == nil {
		s.work()
		return nil
	}
	var blocks chan *block
	if s.block == nil && !s.ended {
		blocks = s.input.blocks
	}
	interrupted := ctx.Done()
	if s.ended {
		interrupted = nil
	}
	select { // whatever is there already
	case b, ok := <-blocks:
		return s.take(b, ok)
	case e := <-s.done:
		s.complete(e)
		return nil
	default:
	}
	s.flush()
	select {
	case b, ok := <-blocks:
		return s.take(b, ok)
	case e := <-s.done:
		s.complete(e)
	case <-interrupted: // the asks hang on ctx, and end by themselves as aborted
		s.ended, s.block = true, nil
	case <-s.out.failed:
		return errOutput
	}
	return nil
}

// take makes b the current block as soon as it is parsed.
func (s *session) take(b *block, ok bool) error {
	if !ok {
		s.end()
		return nil
	}
	select {
	case <-b.ready:
	default:
		s.flush()
		<-b.ready
	}
	s.block, s.next = b, 0
	return nil
}

// end notes that the input has ended: no more lines will be taken, and nobody
// will reply to what still waits.
func (s *session) end() {
	s.ended, s.block = true, nil
	if s.o.Program != nil {
		s.o.Program.Close()
	}
}

// work takes the lines of the current block until it is used up, something has
// to be waited for, or an ask has ended.
func (s *session) work() {
	for s.next < len(s.block.lines) {
		l := &s.block.lines[s.next]
		s.next++
		s.line(l)
		if len(s.buf) >= flushSize {
			s.flush()
		}
		if s.full() || s.running > 0 && len(s.done) > 0 {
			return
		}
	}
	b := s.block
	s.block = nil
	s.o.Progress.Lines.Add(int64(b.chunk.Count))
	s.o.Progress.Bytes.Add(int64(len(b.chunk.Data())))
	clear(b.lines) // so that nothing keeps the text alive
	s.input.free <- b
}

// full reports whether reading has to wait for an answer. With a program at the
// other end it never does, since the reply may stand behind more requests.
func (s *session) full() bool { return s.o.Program == nil && s.count >= s.o.Window }

func (s *session) flush() {
	s.out.put(s.buf)
	s.buf = s.buf[:0]
}

// line acts on one line.
func (s *session) line(l *line) {
	switch {
	case l.Kind == wire.ReplyLine:
		s.reply(l)
	case l.err != nil && l.Kind != wire.RequestLine:
		s.fail(l, l.err)
	case l.Kind == wire.RequestLine:
		s.request(l)
	default:
		s.control(l)
	}
}

// request has a request asked, or turns it down.
func (s *session) request(l *line) {
	if err := s.refusal(l); err != nil {
		s.fail(l, err)
		return
	}
	if s.o.AtOnce == nil || s.count > 0 || !s.askAtOnce(l) {
		s.enqueue(l)
	}
}

// refusal returns why a request is not put to the provider, nil where it is.
func (s *session) refusal(l *line) error {
	if l.HasAgent {
		l.agent = s.agent(l.Agent)
		l.checked, l.err = s.o.Service.Check(s.asks, seam.Request{Questions: l.Questions, Agent: l.agent})
	}
	switch {
	case s.o.Program != nil && l.ID == "":
		return seam.Errorf(seam.BadRequest, "a request needs an id where a program answers by the same stream")
	case l.ID != "" && len(s.pending) > 0 && s.pending[l.ID] != nil:
		return seam.Errorf(seam.BadRequest, "a request with the id %s is pending already", l.ID)
	case l.err != nil:
		return l.err
	case s.o.Program != nil && s.count >= s.o.Window:
		return seam.Errorf(seam.Busy, "%d requests are waiting already", s.count)
	}
	return nil
}

// askAtOnce has a request answered on the spot, which keeps the order where
// nothing else waits. It reports false where the provider would have to wait.
func (s *session) askAtOnce(l *line) bool {
	answer, err := l.checked.Ask(s.o.AtOnce)
	if err != nil && errors.Is(err, atonce.ErrWouldWait) {
		return false
	}
	s.buf = s.appendOutcome(s.buf, l, answer, err)
	return true
}

// fail answers a line with an error, in its place in the order. With a program
// at the other end that is at once.
func (s *session) fail(l *line, err error) {
	if s.order.Len() == 0 || s.o.Program != nil || s.outOfOrder(l.ID) {
		s.buf = s.appendOutcome(s.buf, l, seam.Answer{}, err)
		return
	}
	e := &entry{line: *l}
	e.written = s.appendOutcome(nil, l, seam.Answer{}, err)
	e.place = s.order.PushBack(e)
	s.count++
}

// outOfOrder reports whether the reply to a request with that id may overtake others.
func (s *session) outOfOrder(id string) bool { return s.o.Concurrency > 1 && id != "" }

// note counts an outcome for the summary.
func (s *session) note(code seam.Code) {
	if code != seam.NotPending {
		s.summary.Codes[code]++
	}
}

// agent returns the instance behind a handle. Behind one that nobody holds is
// an instance that has never entered.
func (s *session) agent(handle string) *seam.Agent {
	if a := s.handles[handle]; a != nil {
		return a
	}
	return seam.NewAgent(handle)
}
