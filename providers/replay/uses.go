package replay

import (
	"sync"

	"standin/answersets"
)

// uses counts how often each entry has answered. A use is reserved before it is
// known whether its batch succeeds, so that no two questions share one.
type uses struct {
	mu    sync.Mutex
	done  []bool          // by entry index: it has answered at least once
	slots map[int][]uint8 // by entry index, for entries with a limit: one for each use
}

// The states of a slot.
const (
	free uint8 = iota
	reserved
	spent
)

// use is one use of an entry; n is its number for an entry with a limit.
type use struct {
	entry *answersets.Entry
	n     int
}

func newUses(set *answersets.Set) *uses {
	return &uses{done: make([]bool, set.Len()), slots: map[int][]uint8{}}
}

func (u *uses) used(e *answersets.Entry) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.done[e.Index]
}

// reserve takes the first free use of an entry with a limit.
func (u *uses) reserve(e *answersets.Entry) (n int, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	slots := u.slots[e.Index]
	for n, s := range slots {
		if s == free {
			slots[n] = reserved
			return n, true
		}
	}
	if len(slots) == e.Uses() {
		return 0, false
	}
	u.slots[e.Index] = append(slots, reserved)
	return len(slots), true
}

// settle keeps reserved uses, or gives them back.
func (u *uses) settle(taken []use, keep bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, t := range taken {
		if keep {
			u.done[t.entry.Index] = true
		}
		if t.entry.Uses() == 0 {
			continue
		}
		if keep {
			u.slots[t.entry.Index][t.n] = spent
		} else {
			u.slots[t.entry.Index][t.n] = free
		}
	}
}
