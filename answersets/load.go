package answersets

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"standin/seam"
)

// Options say how files are read.
type Options struct {
	// Open opens a file or folder, nil for [os.Open]. A folder implements
	// [fs.ReadDirFile].
	Open func(name string) (fs.File, error)
}

// Load reads answer files, and folders, each of which stands for its *.yaml in
// name order; later ones win. It fails with a [seam.BadAnswerSet] error, whose
// cause is [Problems], for files that are there and are not right, and with an
// error that wraps [fs.ErrNotExist] for one that is not there.
func Load(paths []string, opts Options) (*Set, error) {
	l := newLoader(opts)
	for _, path := range paths {
		if err := l.path(path, true); err != nil {
			return nil, fmt.Errorf("answers: %w", err)
		}
	}
	return l.set()
}

// Parse reads one answer file from data; name is the path that messages, and
// the files it names, go by.
func Parse(name string, data []byte, opts Options) (*Set, error) {
	l := newLoader(opts)
	l.content(name, data)
	return l.set()
}

// loader reads files in order of precedence, lowest first.
type loader struct {
	open     func(string) (fs.File, error)
	files    []file
	seen     map[string]bool
	trail    []string // the files that are being read, each extended by the one before
	problems Problems
}

func newLoader(opts Options) *loader {
	l := &loader{open: opts.Open, seen: map[string]bool{}}
	if l.open == nil {
		l.open = func(name string) (fs.File, error) { return os.Open(name) }
	}
	return l
}

// set returns what was read, or every problem of it.
func (l *loader) set() (*Set, error) {
	if len(l.problems) > 0 {
		return nil, &seam.Error{Code: seam.BadAnswerSet, Err: l.problems.Sort()}
	}
	return lay(l.files), nil
}

// path reads a file that was asked for, or a folder where there may be one.
func (l *loader) path(path string, folders bool) error {
	f, err := l.open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	switch {
	case !info.IsDir():
		return l.file(path, f)
	case folders:
		return l.folder(path, f)
	}
	return nil
}

// folder reads the *.yaml of an open folder. It passes over the folders in it,
// also where a link leads to one, which may lead round in a circle.
func (l *loader) folder(path string, f fs.File) error {
	dir, ok := f.(fs.ReadDirFile)
	if !ok {
		return &fs.PathError{Op: "read", Path: path, Err: errors.New("is a folder that cannot be listed")}
	}
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if name := e.Name(); !e.IsDir() && strings.HasSuffix(name, ".yaml") && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		l.problems = append(l.problems, Problem{Pos{File: path}, "the folder has no *.yaml file", "empty-folder"})
	}
	slices.Sort(names)
	for _, name := range names {
		if err := l.path(filepath.Join(path, name), false); err != nil {
			return err
		}
	}
	return nil
}

// file reads an open file. A file that was read before because another extends
// it moves up to where it is asked for by name.
func (l *loader) file(path string, f io.Reader) error {
	data, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		return err
	}
	clean := filepath.Clean(path)
	if l.seen[clean] {
		l.files = slices.DeleteFunc(l.files, func(f file) bool { return filepath.Clean(f.path) == clean })
	}
	l.content(path, data)
	return nil
}

// content reads a file and, before it takes its place, what it extends.
func (l *loader) content(path string, data []byte) {
	clean := filepath.Clean(path)
	l.seen[clean] = true
	data, problem := scan(data)
	if problem == nil {
		root, p := parse(data)
		if p == nil {
			r := reader{file: path, lines: lineCount(data)}
			f := r.document(root)
			l.problems = append(l.problems, r.problems...)
			l.trail = append(l.trail, clean)
			for _, ref := range f.extends {
				l.extend(ref)
			}
			l.trail = l.trail[:len(l.trail)-1]
			l.files = append(l.files, f)
			return
		}
		problem = p
	}
	problem.File = path
	l.problems = append(l.problems, *problem)
}

// extend reads a file that another one extends. It is laid down once, however
// many extend it.
func (l *loader) extend(ref reference) {
	path := filepath.Clean(ref.path)
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(ref.File), path)
	}
	report := func(rule, format string, args ...any) {
		l.problems = append(l.problems, Problem{ref.Pos, fmt.Sprintf(format, args...), rule})
	}
	if at := slices.Index(l.trail, path); at >= 0 {
		report("extends-cycle", "extends goes round in a circle: %s", strings.Join(append(slices.Clone(l.trail[at:]), path), " → "))
		return
	}
	if l.seen[path] {
		return
	}
	data, err := l.read(path)
	if err != nil {
		report("missing-file", "extends %s, which cannot be read: %v", quote(ref.path), plainError(err))
		return
	}
	l.content(path, data)
}

func (l *loader) read(path string) ([]byte, error) {
	f, err := l.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostBytes+1))
}

// plainError returns err without the path that a message names already.
func plainError(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
