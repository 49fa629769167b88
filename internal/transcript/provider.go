package transcript

import (
	"context"
	"sync"

	"standin/seam"
)

// Provider writes every ask that reaches its inner provider into a log, once it
// is settled: what the asker got, and not what the provider said too late.
// Requests that a service turns down before that are not among them; whoever
// checks them writes those with [Log.Write].
type Provider struct {
	inner seam.Provider
	log   *Log
}

// Wrap returns a provider that asks inner and writes into log. Concurrent asks
// reach inner concurrently.
func Wrap(inner seam.Provider, log *Log) *Provider { return &Provider{inner, log} }

// Immediate implements [seam.Immediate]: it is as the inner provider is.
func (p *Provider) Immediate() bool {
	i, ok := p.inner.(seam.Immediate)
	return ok && i.Immediate()
}

// Ask implements [seam.Provider] and returns what the inner provider does. A
// line that cannot be written is no error of the ask; [Log.Close] reports it.
func (p *Provider) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	var mu sync.Mutex
	var given seam.Answer
	service := seam.OnSettled(ctx, func(err error) {
		mu.Lock()
		defer mu.Unlock()
		p.write(req, given, err)
	})
	answer, err := p.inner.Ask(ctx, req)
	mu.Lock()
	given = answer
	mu.Unlock()
	if !service {
		p.write(req, answer, err)
	}
	return answer, err
}

// write writes an answer as a service hands it on.
func (p *Provider) write(req seam.Request, answer seam.Answer, err error) {
	if err == nil {
		answer, err = seam.CheckAnswer(req.Questions, answer)
	}
	_ = p.log.Write(req, answer, err)
}
