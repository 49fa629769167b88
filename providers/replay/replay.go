// Package replay is the provider that answers from answer files.
package replay

import (
	"context"

	"standin/answersets"
	"standin/seam"
)

// Name is the provider's name in [seam.Source].
const Name = "replay"

// Drift says what to do with an answer whose recorded question is not the one
// that is asked.
type Drift string

// The ways to treat drift. For a permission each of them is [DriftFail].
const (
	DriftFail   Drift = "fail"   // the question is [seam.StaleAnswer]
	DriftWarn   Drift = "warn"   // it is answered where the answer still fits, with a warning
	DriftIgnore Drift = "ignore" // it is answered where the answer still fits
)

// Options set a provider up. The zero value fails on drift, counts within the
// process, and knows neither environment nor files.
type Options struct {
	Drift Drift
	// Warn is told about drift under [DriftWarn], and about counts that could not
	// be kept after an answer was given; nil drops the warnings. It may be called
	// by several goroutines at once.
	Warn func(message string)
	// Values reads the environment and the files that answers name.
	Values answersets.Values
	// State is the path of the file that keeps use counts across processes, ""
	// for counts that end with the process.
	State string
}

// Provider answers from a set of answer files. It answers at once, any number of
// asks at a time. The uses of an entry that may answer a limited number of times
// are reserved in the order in which the asks come, kept when the ask that they
// belong to succeeds, and given back when it fails.
type Provider struct {
	set  *answersets.Set
	opts Options
	uses counter
}

// New returns a provider for a set. It fails where the state file cannot be
// used, or stays locked by others.
func New(set *answersets.Set, opts Options) (*Provider, error) {
	p := &Provider{set: set, opts: opts}
	if opts.State == "" {
		p.uses = newMemory(set)
		return p, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	uses, err := newShared(ctx, set, opts.State)
	if err != nil {
		return nil, err
	}
	p.uses = uses
	return p, nil
}

// Immediate implements [seam.Immediate]: no answer file waits for anybody. A
// state file may be in use by another process.
func (p *Provider) Immediate() bool { return p.opts.State == "" }

// Ask answers what the set answers. Questions that it does not answer, or not
// rightly, are open in the error: [seam.Unanswered] with the entries that came
// near, [seam.StaleAnswer] for drift, [seam.BadAnswer] for an answer that does
// not fit. An entry that refuses ends the batch with [seam.AskCancelled].
func (p *Provider) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	if err := ctx.Err(); err != nil {
		return seam.Answer{}, err
	}
	b := batch{p: p}
	answer, err := b.ask(ctx, req.Questions)
	p.settle(ctx, &b, err)
	return answer, err
}

// Close brings all counts into the state file. The provider is not to be asked
// any more.
func (p *Provider) Close() error { return p.uses.close() }

// settle keeps the uses of a batch, or gives them back, once it is known how the
// ask ended. Without a service to tell, the provider's own outcome counts.
func (p *Provider) settle(ctx context.Context, b *batch, err error) {
	if len(b.taken) == 0 {
		return
	}
	taken := b.taken
	done := func(err error) {
		if err := p.uses.settle(taken, err == nil); err != nil {
			p.warn(err.Error())
		}
	}
	if !seam.OnSettled(ctx, done) {
		done(err)
	}
}

func (p *Provider) warn(message string) {
	if p.opts.Warn != nil {
		p.opts.Warn(message)
	}
}
