package seam

import (
	"context"
	"sync"
)

// OnSettled has f called once when the ask that ctx belongs to has ended: with
// nil where its answer was handed to the asker, and else with the error that the
// asker got instead, be it another provider's in a chain. Where the ask has
// ended already, f is called before OnSettled returns. An ask whose context ends
// does not wait for its provider, so f may run while the provider is still at
// work; the asker waits for f, which has to be quick.
//
// A provider calls it with the context that its Ask was given, for example to
// give back what it had reserved for a batch that then failed. OnSettled reports
// whether ctx belongs to an ask of a [Service]; where it does not, nobody will
// call f, and the provider goes by what it returns itself.
func OnSettled(ctx context.Context, f func(error)) bool {
	s, ok := ctx.Value(settlementKey{}).(*settlement)
	if ok {
		s.add(f)
	}
	return ok
}

type settlementKey struct{}

// settlement is the context of one ask and collects who wants to hear of its end.
type settlement struct {
	context.Context

	mu    sync.Mutex
	hooks []func(error)
	ended bool
	err   error
}

// Value implements [context.Context].
func (s *settlement) Value(key any) any {
	if key == (settlementKey{}) {
		return s
	}
	return s.Context.Value(key)
}

func (s *settlement) add(f func(error)) {
	s.mu.Lock()
	if !s.ended {
		s.hooks = append(s.hooks, f)
		s.mu.Unlock()
		return
	}
	s.mu.Unlock()
	f(s.err)
}

func (s *settlement) settle(err error) {
	s.mu.Lock()
	s.ended, s.err = true, err
	hooks := s.hooks
	s.hooks = nil
	s.mu.Unlock()
	for _, f := range hooks {
		f(err)
	}
}
