package replay

import (
	"context"
	"sync"
	"sync/atomic"

	"standin/answersets"
)

// A use of an entry is reserved before it is known whether its batch succeeds,
// so that no two questions share one. It is spent when the batch succeeds and
// free again when it fails. The uses of a sequence are its elements, each of
// which answers once; the uses of a rule with times are all alike.

// use is one use of an entry; n is the element of a sequence.
type use struct {
	entry *answersets.Entry
	n     int
}

// counter keeps the uses of the entries of a set. It may be used by several
// goroutines at once.
type counter interface {
	// used reports whether the entry has answered.
	used(e *answersets.Entry) bool
	// reserve takes a free use of an entry with a limit, the first of a sequence.
	reserve(ctx context.Context, e *answersets.Entry) (u use, ok bool, err error)
	// settle spends uses, or gives them back. Uses of entries without a limit
	// need no reservation.
	settle(taken []use, spend bool) error
	// close brings everything where it is kept.
	close() error
}

// flags tell which entries have answered, by index.
type flags []atomic.Bool

func (f flags) used(e *answersets.Entry) bool { return f[e.Index].Load() }

// memory counts for as long as the process lives.
type memory struct {
	flags
	mu      sync.Mutex
	tallies map[int]*tally // by entry index, for entries with a limit
}

type tally struct {
	taken int    // how many uses are reserved or spent
	slots []bool // which elements of a sequence are
	first int    // no element before this one is free
}

func newMemory(set *answersets.Set) *memory {
	return &memory{flags: make(flags, set.Len()), tallies: map[int]*tally{}}
}

func (m *memory) reserve(_ context.Context, e *answersets.Entry) (use, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tallies[e.Index]
	if t == nil {
		t = &tally{slots: make([]bool, len(e.Answer.Sequence))}
		m.tallies[e.Index] = t
	}
	if t.taken == e.Uses() {
		return use{}, false, nil
	}
	t.taken++
	for ; t.first < len(t.slots); t.first++ {
		if !t.slots[t.first] {
			t.slots[t.first] = true
			break
		}
	}
	return use{e, min(t.first, max(len(t.slots)-1, 0))}, true, nil
}

func (m *memory) settle(taken []use, spend bool) error {
	if spend {
		for _, u := range taken {
			m.flags[u.entry.Index].Store(true)
		}
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, u := range taken {
		t := m.tallies[u.entry.Index]
		if t == nil {
			continue // no limit
		}
		t.taken--
		if len(t.slots) > 0 {
			t.slots[u.n] = false
			t.first = min(t.first, u.n)
		}
	}
	return nil
}

func (m *memory) close() error { return nil }
