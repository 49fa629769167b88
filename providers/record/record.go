// Package record writes down what another provider answers, so that a later run
// replays it.
//
// What a person or a program answered is recorded; what a file or a policy
// answered is not. An ask that fails has its answers until then recorded all the
// same: nobody is asked again for what they have answered already.
//
// The first answer is saved before it is handed on. Where answers come quickly,
// saves are put together so that a stream of asks does not write the file anew
// for each: a save waits until one second, or ten times what the last save took,
// has passed since that one. So a process that is killed loses no more than
// that, and [Provider.Close] writes what is left.
package record

import (
	"context"
	"errors"
	"sync"
	"time"

	"standin/answersets"
	"standin/providers/replay"
	"standin/seam"
)

// Sink is what answers are written to: an [answersets.Recorder].
type Sink interface {
	Add(q *seam.Question, it seam.Item) error
	Asked(id string)
	Save() error
	Close(complete bool) (answersets.Recorded, error)
}

// Provider records what its inner provider answers. Asks at the same time reach
// that one at the same time; saving serialises them.
type Provider struct {
	inner seam.Provider
	sink  Sink

	mu     sync.Mutex
	timer  *time.Timer // set while a save waits
	next   time.Time   // when the next save may be
	failed bool        // an ask has failed
	lost   []error     // answers that could not be recorded
}

// New returns a provider that asks inner and records into sink. The caller
// closes it when nothing is asked any more.
func New(inner seam.Provider, sink Sink) *Provider {
	return &Provider{inner: inner, sink: sink}
}

// Immediate implements [seam.Immediate]: it is as the inner provider is.
func (p *Provider) Immediate() bool {
	i, ok := p.inner.(seam.Immediate)
	return ok && i.Immediate()
}

// Ask implements [seam.Provider]: it returns what the inner provider does. An
// answer that cannot be recorded is no error of the ask; [Provider.Close]
// reports it.
func (p *Provider) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	answer, err := p.inner.Ask(ctx, req)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.failed = true
	}
	if p.note(req.Questions, answer.Answers) {
		p.save()
	}
	return answer, err
}

// note hands the sink the items that it is to record, and reports whether there
// are any. One that does not fit its question will reach no asker, and is left out.
func (p *Provider) note(questions []seam.Question, items []seam.Item) (added bool) {
	at := make(map[string]*seam.Question, len(questions))
	for i := range questions {
		at[questions[i].ID] = &questions[i]
	}
	for _, it := range items {
		q := at[it.ID]
		if q == nil {
			continue
		}
		delete(at, it.ID) // a second item for it is one too many
		it, err := seam.CheckItem(q, it)
		switch {
		case err != nil:
		case it.Source.Provider == replay.Name || it.Source.Kind == "policy":
			p.sink.Asked(it.ID)
		default:
			if err := p.sink.Add(q, it); err != nil {
				p.lost = append(p.lost, err)
				continue
			}
			added = true
		}
	}
	return added
}

// save saves now, or has it done when the time has come.
func (p *Provider) save() {
	const pause, share = time.Second, 10
	if p.timer != nil {
		return
	}
	now := time.Now()
	if wait := p.next.Sub(now); wait > 0 {
		p.timer = time.AfterFunc(wait, func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.timer != nil { // not closed meanwhile
				p.timer = nil
				p.save()
			}
		})
		return
	}
	_ = p.sink.Save() // it tries again with the next one, and Close reports it
	done := time.Now()
	p.next = done.Add(max(pause, share*done.Sub(now)))
}

// Close writes what is left to write and says what has become of the file. It
// fails where an answer was not recorded. Nothing is asked after it.
func (p *Provider) Close() (answersets.Recorded, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	done, err := p.sink.Close(!p.failed && len(p.lost) == 0)
	return done, errors.Join(append(p.lost, err)...)
}
