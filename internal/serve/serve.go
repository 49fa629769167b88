// Package serve is the engine behind standin serve: it answers a stream of JSON
// lines with a stream of JSON lines.
//
// A reader cuts the input into chunks of whole lines, workers parse the chunks
// and apply the checks that need no order, and one goroutine, the session, takes
// the lines in order: it alone knows the agents, the pending requests and the
// order of replies. A provider that answers without waiting is asked by the
// session itself; every other ask has a goroutine of its own. A writer empties
// the output behind the session's back.
//
// Every line that is not blank gets its replies; a line that cannot be read gets
// an error in the place where its answer would have stood. What is owed is never
// held back: output is written whenever the session would otherwise wait.
package serve

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"standin/dialects"
	"standin/internal/jsonl"
	"standin/seam"
)

// DefaultWindow is how many requests are read ahead of being answered.
const DefaultWindow = 1024

// Options say what a stream is served with. Service is required.
type Options struct {
	// Service has the provider. Agents is the registry it checks callers
	// against, nil where agents cannot enter.
	Service *seam.Service
	Agents  *seam.Agents
	// AtOnce is a context that cannot end, in which the provider answers without
	// waiting or fails with [atonce.ErrWouldWait]; nil where it does not know that.
	AtOnce context.Context
	// Program is the provider's other end where a program answers by the same
	// stream, nil for none.
	Program Program
	// Dialect reads the requests and writes the replies, nil for native lines.
	// With a dialect every line is a request.
	Dialect dialects.Dialect

	Concurrency int           // asks at the same time; less than 1 is 1
	Window      int           // less than 1 is DefaultWindow
	MaxLine     int           // in bytes; less than 1 is jsonl.DefaultMaxLine
	Timeout     time.Duration // of each ask, 0 for none
	Progress    *Progress     // counts along where it is not nil
	// Settled, where it is not nil, is told what each request that could be read
	// has got, an answer or an error, one at a time and also where no provider
	// was reached.
	Settled func(seam.Request, seam.Answer, error)
	// Waiting, where it is not nil, is told when the first ask that may wait
	// starts, and when the last one has ended.
	Waiting func(bool)
}

// Program is a provider that asks by the stream being served.
type Program interface {
	// Connect says where the provider writes its lines, each with its end.
	Connect(send func(line []byte))
	// For returns a context in which the provider names the request with the id.
	For(ctx context.Context, request string) context.Context
	// Reply takes the items that answer an ask, Refuse its refusal, and returns
	// the request of the ask. The error has NOT_PENDING, or BAD_ANSWER where the
	// items do not fit and the ask stays open.
	Reply(ask string, items []seam.Item) (request string, err error)
	Refuse(ask, reason string) (request string, err error)
	// Pending fails with NOT_PENDING where the ask is not waiting.
	Pending(ask string) error
	// Close ends all asks: nobody will reply any more.
	Close()
}

// Progress is how far a stream has come. It may be read at any time.
type Progress struct {
	Lines atomic.Int64 // that were taken up, blank ones included
	Bytes atomic.Int64 // of those lines
}

// Summary is what happened on a stream.
type Summary struct {
	// Codes counts the requests and bad lines that ended in an error, by code.
	// What the client withdrew itself, replies that were turned down and
	// NOT_PENDING are not among them.
	Codes map[seam.Code]int
}

// lastWords is how long the output may take after the context has ended.
const lastWords = time.Second

// patience is how long providers may take to let go when the stream has ended.
const patience = 5 * time.Second

// Run serves in until it ends and everything is answered, or until ctx is done:
// then pending requests are answered with ASK_ABORTED. The error is one of
// reading or writing; what could not be written is counted in it. A read that is
// blocked when ctx ends is left behind.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) (Summary, error) {
	o.setDefaults()
	box := newOutbox(out, o.Program == nil)
	if o.Program != nil {
		o.Program.Connect(box.send)
	}
	// A client that has stopped reading must not keep its own signal from being
	// obeyed.
	defer context.AfterFunc(ctx, box.unbound)()

	asks, stop := context.WithCancelCause(ctx)
	s := newSession(asks, startPipeline(asks, in, &o), box, &o)
	err := s.run(ctx)
	stop(errEnded)
	// Providers that were still at work when their ask ended let go of what they
	// hold, and have the chance to say so.
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	_ = o.Service.Drain(drain)

	if written := box.close(ctx); written != nil {
		err = written
	}
	return s.summary, err
}

var errEnded = errors.New("the stream has ended")

func (o *Options) setDefaults() {
	o.Concurrency = max(o.Concurrency, 1)
	if o.Window < 1 {
		o.Window = DefaultWindow
	}
	if o.MaxLine < 1 {
		o.MaxLine = jsonl.DefaultMaxLine
	}
	if o.Waiting == nil {
		o.Waiting = func(bool) {}
	}
	if o.Progress == nil {
		o.Progress = new(Progress)
	}
}
