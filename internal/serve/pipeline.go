package serve

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"

	"standin/dialects"
	"standin/internal/jsonl"
	"standin/internal/wire"
	"standin/seam"
)

// pipeline reads and parses ahead of the session.
type pipeline struct {
	blocks chan *block // in the order of the input; closed at its end
	free   chan *block // for the reader to use again
	err    error       // of reading; may be read once blocks is closed
}

// block is a chunk of the input on its way to the session.
type block struct {
	chunk  jsonl.Chunk
	ready  chan struct{} // has an element once lines are parsed
	lines  []line
	reader wire.LineReader
}

// line is one line of the input.
type line struct {
	wire.Line
	number int
	// err says why the line is no good; Kind says whom to tell.
	err error
	// checked is set for a sound request without an agent.
	checked seam.Checked
	// agent asks, nil for the client itself; the session knows it by its handle.
	agent *seam.Agent
	// exchange is set where a dialect is spoken.
	exchange *dialects.Exchange
}

// startPipeline starts reading. It stops when ctx is done, or is stuck in a read.
func startPipeline(ctx context.Context, in io.Reader, o *Options) *pipeline {
	workers := runtime.GOMAXPROCS(0)
	depth := 2*workers + 2
	p := &pipeline{blocks: make(chan *block, depth), free: make(chan *block, depth)}
	for range depth {
		p.free <- &block{ready: make(chan struct{}, 1)}
	}
	work := make(chan *block, depth)
	for range workers {
		go func() {
			for b := range work {
				b.parse(o)
				b.ready <- struct{}{}
			}
		}()
	}
	go func() {
		defer close(p.blocks)
		defer close(work)
		r := jsonl.NewReader(in, o.MaxLine)
		for {
			select {
			case <-ctx.Done():
				return
			case b := <-p.free:
				if err := r.Next(&b.chunk); err != nil {
					if !errors.Is(err, io.EOF) {
						p.err = err
					}
					return
				}
				// Neither blocks: there are as many places as blocks.
				work <- b
				p.blocks <- b
			}
		}
	}()
	return p
}

// parse reads the lines of the chunk and checks what needs no order.
func (b *block) parse(o *Options) {
	text := string(b.chunk.Data())
	b.reader.Reset(len(text))
	b.lines = b.lines[:0]
	for at := range b.chunk.Lines {
		if len(b.lines) == cap(b.lines) {
			b.lines = slices.Grow(b.lines, 64)
		}
		b.lines = b.lines[:len(b.lines)+1] // which the session has cleared
		l := &b.lines[len(b.lines)-1]
		l.number = at.Number
		switch {
		case at.TooLong:
			l.ID = string(wire.FindID([]byte(text[at.Start:at.End])))
			l.err = seam.Errorf(seam.BadRequest, "the line is longer than %d bytes; --max-line sets the limit", o.MaxLine)
		case o.Dialect != nil:
			l.translate(o.Dialect, text[at.Start:at.End])
		default:
			l.err = b.reader.Read(text[at.Start:at.End], &l.Line)
		}
		if l.err != nil {
			l.nameTruncation()
			continue
		}
		if l.Kind == wire.RequestLine && !l.HasAgent {
			l.checked, l.err = o.Service.Check(context.Background(), seam.Request{Questions: l.Questions})
		}
	}
}

// translate reads a line in another agent's shape.
func (l *line) translate(d dialects.Dialect, text string) {
	l.exchange, l.err = d.Read([]byte(text))
	if l.err == nil {
		l.Kind = wire.RequestLine
		l.Questions, l.Timeout = l.exchange.Request.Questions, l.exchange.Timeout
	}
}

// nameTruncation has a line that ends in the middle say so.
func (l *line) nameTruncation() {
	if f, ok := errors.AsType[*wire.Fault](l.err); ok && f.Truncated {
		l.err = seam.Errorf(seam.BadRequest, "truncated at line %d: it ends in the middle of a value", l.number)
	}
}
