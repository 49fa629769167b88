package answersets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// How a file is saved: whole or not at all, by one process at a time. The new
// text goes to a temporary file in the same folder, reaches the disk, and takes
// the file's name. Whoever saves holds a lock on a file beside it, which the
// operating system takes away from a process that dies.

// recordFile is the file that a recorder writes.
type recordFile struct {
	name   string // as it was given
	target string // what a symbolic link leads to
}

// openRecordFile looks whether a file can be written there, before anything is
// asked.
func openRecordFile(name string) (recordFile, error) {
	f := recordFile{name: name}
	if name == "" {
		return f, errors.New("record: no file is named")
	}
	var err error
	if f.target, err = follow(name); err != nil {
		return f, fmt.Errorf("record: %w", err)
	}
	switch info, err := os.Stat(f.target); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return f, fmt.Errorf("record: %w", err)
	case info.IsDir():
		return f, fmt.Errorf("record: %s is a folder: name a file in it, as %s", name, filepath.Join(name, "answers.yaml"))
	case !info.Mode().IsRegular():
		return f, fmt.Errorf("record: %s is not a file that can be replaced", name)
	}
	release, err := f.lock()
	if err != nil {
		return f, err
	}
	release()
	return f, nil
}

// follow returns the file that name stands for, which may not be there yet.
func follow(name string) (string, error) {
	const most = 40
	for range most {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil // no link, or nothing there
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: errors.New("too many symbolic links")}
}

// read returns what the file holds, nothing where it is not there.
func (f *recordFile) read() ([]byte, error) {
	data, err := os.ReadFile(f.target)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return data, nil
}

// lock waits until no other process saves the file, and returns the function
// that lets the next one. The lock file goes when the lock does; one that was
// taken away while somebody waited for it counts for nothing.
func (f *recordFile) lock() (release func(), err error) {
	const patience = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	name := f.beside(".lock")
	for {
		l := flock.New(name, flock.SetPermissions(0o600))
		if _, err := l.TryLockContext(ctx, 5*time.Millisecond); err != nil {
			l.Close()
			if errors.Is(err, context.DeadlineExceeded) {
				return nil, fmt.Errorf("record: another process has held %s for %v", name, patience)
			}
			return nil, fmt.Errorf("record: %w", err)
		}
		held, err := l.Stat()
		if there, err2 := os.Stat(name); err == nil && err2 == nil && os.SameFile(held, there) {
			return func() {
				_ = os.Remove(name) // one that stays is in nobody's way
				l.Close()
			}, nil
		}
		l.Close()
	}
}

// beside returns the name of a hidden file in the same folder.
func (f *recordFile) beside(suffix string) string {
	return filepath.Join(filepath.Dir(f.target), "."+filepath.Base(f.target)+suffix)
}

// replace gives the file a new content. The lock is held.
func (f *recordFile) replace(data []byte) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("record: %w", err)
		}
	}()
	f.sweep()
	t, err := os.CreateTemp(filepath.Dir(f.target), filepath.Base(f.beside(".*.tmp"))) // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(t.Name()) // it has gone where all went well
	defer t.Close()
	if _, err := t.Write(data); err != nil {
		return err
	}
	if err := t.Sync(); err != nil {
		return err
	}
	if err := t.Close(); err != nil {
		return err
	}
	if err := os.Rename(t.Name(), f.target); err != nil {
		return err
	}
	if dir, err := os.Open(filepath.Dir(f.target)); err == nil {
		_ = dir.Sync() // not every system can
		dir.Close()
	}
	return nil
}

// sweep removes what a process left behind that was killed while it saved.
func (f *recordFile) sweep() {
	dir := filepath.Dir(f.target)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	prefix := filepath.Base(f.beside("."))
	for _, e := range entries {
		if name := e.Name(); len(name) > len(prefix) && bytes.HasPrefix([]byte(name), []byte(prefix)) && filepath.Ext(name) == ".tmp" {
			_ = os.Remove(filepath.Join(dir, name)) // the next one tries again
		}
	}
}
