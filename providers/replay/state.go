package replay

import (
	"context"
	"maps"
	"strconv"
	"sync"

	"standin/answersets"
)

// A state file counts uses across processes. It is changed under a lock, always
// as a whole, and names what is reserved together with the process that reserved
// it, so that what a process had reserved when it died is free again. What is
// counted goes by the entry's key, not by its place: an edit elsewhere in the
// answer files changes no count.

// shared keeps the uses in a state file.
type shared struct {
	flags
	keys []string
	file stateFile

	mu      sync.Mutex
	holding int            // uses that this process has reserved
	pending map[int]uint64 // uses without a limit that are not in the file yet, by index
}

func newShared(ctx context.Context, set *answersets.Set, path string) (*shared, error) {
	s := &shared{flags: make(flags, set.Len()), keys: set.Keys(), file: newStateFile(path), pending: map[int]uint64{}}
	st, err := s.file.open(ctx)
	if err != nil {
		return nil, err
	}
	defer s.file.unlock()
	for _, e := range set.Entries() {
		if st.used(e, s.keys[e.Index]) {
			s.flags[e.Index].Store(true)
		}
	}
	return s, nil
}

func (s *shared) reserve(ctx context.Context, e *answersets.Entry) (use, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st, err := s.file.open(ctx)
	if err != nil {
		return use{}, false, err
	}
	defer s.file.unlock()
	freed := s.file.bury(st)
	key, n, ok := st.free(e, s.keys[e.Index])
	if !ok {
		if freed {
			err = s.file.save(st)
		}
		return use{}, false, err
	}
	held := st.Held[s.file.token]
	if held == nil {
		held = map[string]int{}
		st.Held[s.file.token] = held
	}
	held[key]++
	if err := s.file.save(st); err != nil {
		return use{}, false, err
	}
	// In this order a process that is killed in between leaves nothing behind but
	// a reservation that the next one drops.
	if s.holding == 0 {
		if err := s.file.live(); err != nil {
			return use{}, false, err
		}
	}
	s.holding++
	return use{e, n}, true, nil
}

func (s *shared) settle(taken []use, spend bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	limited := false
	for _, u := range taken {
		limited = limited || u.entry.Uses() > 0
		if spend && u.entry.Uses() == 0 {
			s.pending[u.entry.Index]++
			s.flags[u.entry.Index].Store(true)
		}
	}
	// A large set would otherwise be written once for each of its entries. What
	// is not in the file yet says only that an entry was used at all.
	if !limited && len(s.pending) <= len(s.keys)/64 {
		return nil
	}
	return s.write(func(st *state) {
		held := st.Held[s.file.token]
		for _, u := range taken {
			if u.entry.Uses() == 0 {
				continue
			}
			key := slotKey(u.entry, s.keys[u.entry.Index], u.n)
			if held[key]--; held[key] <= 0 {
				delete(held, key)
			}
			s.holding--
			if spend {
				st.Uses[key]++
				s.flags[u.entry.Index].Store(true)
			}
		}
		if len(held) == 0 {
			delete(st.Held, s.file.token)
		}
	})
}

// write changes the state and brings along what is pending.
func (s *shared) write(change func(*state)) error {
	// The ask is over, so its context does not count any more.
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	st, err := s.file.open(ctx)
	if err != nil {
		return err
	}
	defer s.file.unlock()
	change(st)
	for i, n := range s.pending {
		st.Uses[s.keys[i]] += int(n)
	}
	if s.holding == 0 {
		s.file.die()
	}
	if err := s.file.save(st); err != nil {
		return err
	}
	clear(s.pending)
	return nil
}

func (s *shared) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.pending) == 0 {
		return nil
	}
	return s.write(func(*state) {})
}

// state is the content of a state file: how often what each key names was used,
// and how often each live process has it reserved.
type state struct {
	Version int                       `json:"standin"`
	Uses    map[string]int            `json:"uses"`
	Held    map[string]map[string]int `json:"held,omitzero"`
}

// slotKey names a use of an entry: all are alike unless they are the elements
// of a sequence.
func slotKey(e *answersets.Entry, key string, n int) string {
	if len(e.Answer.Sequence) == 0 {
		return key
	}
	return key + "#" + strconv.Itoa(n)
}

// taken counts how often a key is spent or reserved.
func (st *state) taken(key string) int {
	n := st.Uses[key]
	for held := range maps.Values(st.Held) {
		n += held[key]
	}
	return n
}

// free returns the first free use of an entry with a limit.
func (st *state) free(e *answersets.Entry, key string) (slot string, n int, ok bool) {
	if len(e.Answer.Sequence) == 0 {
		return key, 0, st.taken(key) < e.Times
	}
	for n := range e.Answer.Sequence {
		if slot := slotKey(e, key, n); st.taken(slot) == 0 {
			return slot, n, true
		}
	}
	return "", 0, false
}

// used reports whether an entry has ever answered.
func (st *state) used(e *answersets.Entry, key string) bool {
	if len(e.Answer.Sequence) == 0 {
		return st.Uses[key] > 0
	}
	for n := range e.Answer.Sequence {
		if st.Uses[slotKey(e, key, n)] > 0 {
			return true
		}
	}
	return false
}
