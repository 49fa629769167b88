package replay

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/gofrs/flock"
)

// patience is how long the lock of a state file is waited for outside of an ask.
// Others hold it for as long as it takes to read and write a small file.
const patience = 10 * time.Second

// stateFile is a state file with its lock beside it (FILE.lock), and, while this
// process has something reserved, a file that it keeps locked for as long as it
// lives (FILE.TOKEN.live). The operating system drops the locks of a process
// that dies. All of them are readable by their owner alone.
type stateFile struct {
	path  string
	token string
	lock  *flock.Flock
	alive *flock.Flock
}

func newStateFile(path string) stateFile {
	token := strings.ToLower(rand.Text()[:16])
	return stateFile{
		path: path, token: token,
		lock:  flock.New(path+".lock", flock.SetPermissions(0o600)),
		alive: flock.New(livePath(path, token), flock.SetPermissions(0o600)),
	}
}

func livePath(path, token string) string { return path + "." + token + ".live" }

// open takes the lock and reads the state. A file that is not there, or is
// empty, is a fresh state. After an error the lock is not held.
func (f *stateFile) open(ctx context.Context) (*state, error) {
	ok, err := f.lock.TryLockContext(ctx, 2*time.Millisecond)
	if err != nil || !ok {
		return nil, fmt.Errorf("state file %s cannot be locked: %w", f.path, err)
	}
	st, err := readState(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		st, err = &state{}, nil
	}
	if err != nil {
		f.unlock()
		return nil, err
	}
	st.Version = 1
	if st.Uses == nil {
		st.Uses = map[string]int{}
	}
	if st.Held == nil {
		st.Held = map[string]map[string]int{}
	}
	return st, nil
}

// unlock gives the lock back. The operating system does so at the latest when
// the process ends, so a failure changes nothing.
func (f *stateFile) unlock() { _ = f.lock.Unlock() }

func readState(path string) (*state, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("state file: %w", err)
	}
	st := &state{}
	if len(bytes.TrimSpace(data)) == 0 {
		return st, nil
	}
	if err := json.Unmarshal(data, st, json.RejectUnknownMembers(true)); err != nil || st.Version != 1 {
		return nil, fmt.Errorf("state file %s does not hold the state of answer files: delete it to start from nothing, or name another one", path)
	}
	return st, nil
}

// save writes the state in one step: a reader, or a crash, sees the old file or
// the new one. The state file is locked.
func (f *stateFile) save(st *state) error {
	data, err := json.Marshal(st, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("state file %s: %w", f.path, err)
	}
	name := f.path + ".tmp" // one for all, who save in turn
	_ = os.Remove(name)     // a process that was killed has left it
	tmp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("state file: %w", err)
	}
	_, err = tmp.Write(append(data, '\n'))
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(name, f.path)
	}
	if err != nil {
		_ = os.Remove(name)
		return fmt.Errorf("state file: %w", err)
	}
	return nil
}

// live makes this process known as one that lives.
func (f *stateFile) live() error {
	if ok, err := f.alive.TryLock(); err != nil || !ok {
		return fmt.Errorf("state file %s: this process cannot mark itself as alive: %w", f.path, err)
	}
	return nil
}

// die takes that back.
func (f *stateFile) die() {
	_ = f.alive.Unlock()
	_ = os.Remove(f.alive.Path())
}

// bury drops what processes that have died had reserved, and reports whether
// there was any. The state file is locked.
func (f *stateFile) bury(st *state) bool {
	buried := false
	for token := range st.Held {
		if token == f.token || f.lives(token) {
			continue
		}
		delete(st.Held, token)
		buried = true
	}
	return buried
}

// lives reports whether the process behind a token still holds its lock.
func (f *stateFile) lives(token string) bool {
	path := livePath(f.path, filepath.Base(token))
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return false
	}
	l := flock.New(path, flock.SetPermissions(0o600))
	got, err := l.TryLock()
	if err != nil || !got {
		return true
	}
	_ = l.Unlock()
	_ = os.Remove(path)
	return false
}
