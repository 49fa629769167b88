// Package jsonl asks a program by JSON lines.
//
// A [Provider] is for a program at the other end of a served stream: each ask is
// a line {"ask":"ASK","request"?:ID,"questions":[…]}, and whoever reads the
// stream passes the program's replies on. A reply that does not fit leaves the
// ask open, and the first that fits wins. An ask that ends otherwise is closed
// by {"ask":"ASK","closed":CODE}.
//
// An [Answers] is for a single request whose answers a program writes to a
// stream, without being told the questions.
package jsonl

import (
	"context"
	"strconv"
	"sync"

	"standin/internal/wire"
	"standin/seam"
)

// Provider asks by lines. Concurrent asks are open at the same time.
type Provider struct {
	mu    sync.Mutex
	send  func(line []byte)
	asks  map[string]*ask
	last  int  // number of the latest ask
	ended bool // nobody will reply any more
}

// ask is one ask that is open.
type ask struct {
	ctx       context.Context
	questions []seam.Question
	request   string // its id as it was written, "" where nobody said
	result    chan result
}

type result struct {
	answer seam.Answer
	err    error
}

// New returns a provider that cannot ask before Connect has been called.
func New() *Provider { return &Provider{asks: map[string]*ask{}} }

// Connect has the provider write its lines by send, which is called by several
// goroutines.
func (p *Provider) Connect(send func(line []byte)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.send = send
}

type requestKey struct{}

// For returns a context for an ask on behalf of the request with the id, which
// is JSON as the client wrote it.
func (p *Provider) For(ctx context.Context, request string) context.Context {
	return context.WithValue(ctx, requestKey{}, request)
}

// Ask implements [seam.Provider]. It waits until a fitting reply has come, which
// may refuse, or until ctx is done. Without anybody to reply it fails with
// [seam.Unanswered].
func (p *Provider) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	a := &ask{ctx: ctx, questions: req.Questions, result: make(chan result, 1)}
	a.request, _ = ctx.Value(requestKey{}).(string)
	name, err := p.open(a)
	if err != nil {
		return seam.Answer{}, err
	}
	select {
	case r := <-a.result:
		return r.answer, r.err
	case <-ctx.Done():
	}
	code := seam.AskAborted
	if ctx.Err() == context.DeadlineExceeded {
		code = seam.AskTimeout
	}
	if !p.close(name, code) { // a reply came first
		r := <-a.result
		return r.answer, r.err
	}
	return seam.Answer{}, context.Cause(ctx)
}

// open gives the ask a name and sends its line.
func (p *Provider) open(a *ask) (name string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case a.ctx.Err() != nil:
		return "", a.ctx.Err()
	case p.ended:
		return "", gone(a.questions)
	case p.send == nil:
		return "", seam.Errorf(seam.ProviderFailed, "no program is connected that could answer")
	}
	p.last++
	name = strconv.Itoa(p.last)
	p.asks[name] = a

	line := wire.AppendString([]byte(`{"ask":`), name)
	if a.request != "" {
		line = append(append(line, `,"request":`...), a.request...)
	}
	line = wire.AppendQuestions(append(line, ','), a.questions)
	p.send(append(line, "}\n"...))
	return name, nil
}

// close ends an open ask and tells the program, and reports false for one that
// was not open any more.
func (p *Provider) close(name string, code seam.Code) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asks[name] == nil {
		return false
	}
	delete(p.asks, name)
	line := wire.AppendString([]byte(`{"ask":`), name)
	line = wire.AppendString(append(line, `,"closed":`...), string(code))
	p.send(append(line, "}\n"...))
	return true
}

// Close ends all asks, open ones and those to come: nobody will reply any more.
func (p *Provider) Close() {
	p.mu.Lock()
	p.ended = true
	open := make(map[string]*ask, len(p.asks))
	for name, a := range p.asks {
		if a.ctx.Err() == nil { // the others close themselves
			open[name] = a
		}
	}
	p.mu.Unlock()
	for name, a := range open {
		if p.close(name, seam.Unanswered) {
			a.result <- result{err: gone(a.questions)}
		}
	}
}

func gone(questions []seam.Question) error {
	const reason = "the input has ended, so no program can reply"
	return &seam.Error{Code: seam.Unanswered, Message: reason, Question: questions[0].ID, Open: seam.OpenAll(questions, seam.Unanswered, reason)}
}
