package answersets

import (
	"bytes"
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

// Several files are laid over one another: an id of a later file replaces the
// same id of an earlier one, the rules of a later file are tried first, and its
// unanswered policy counts. What a file extends lies directly under it.

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
	l := loader{open: opts.Open, seen: map[string]bool{}}
	if l.open == nil {
		l.open = func(name string) (fs.File, error) { return os.Open(name) }
	}
	for _, path := range paths {
		if err := l.path(path); err != nil {
			return nil, fmt.Errorf("answers: %w", err)
		}
	}
	if len(l.problems) > 0 {
		return nil, &seam.Error{Code: seam.BadAnswerSet, Err: l.problems.Sort()}
	}
	return lay(l.files), nil
}

// Parse reads one answer file from data; name is the path that messages, and
// the files it names, go by.
func Parse(name string, data []byte, opts Options) (*Set, error) {
	l := loader{open: opts.Open, seen: map[string]bool{}}
	if l.open == nil {
		l.open = func(name string) (fs.File, error) { return os.Open(name) }
	}
	l.content(name, data)
	if len(l.problems) > 0 {
		return nil, &seam.Error{Code: seam.BadAnswerSet, Err: l.problems.Sort()}
	}
	return lay(l.files), nil
}

// loader reads files in order of precedence, lowest first.
type loader struct {
	open     func(string) (fs.File, error)
	files    []file
	seen     map[string]bool
	trail    []string // the files that are being read, each extended by the one before
	problems Problems
}

// path reads a file or folder that was asked for.
func (l *loader) path(path string) error {
	f, err := l.open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return l.file(path, f)
	}
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
		if err := l.path(filepath.Join(path, name)); err != nil {
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

// lineCount counts lines as the parser does, which knows the line ends of
// Unicode as well.
func lineCount(data []byte) int {
	n := bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\u0085")) +
		bytes.Count(data, []byte("\u2028")) + bytes.Count(data, []byte("\u2029"))
	n += bytes.Count(data, []byte("\r")) - bytes.Count(data, []byte("\r\n"))
	if !bytes.HasSuffix(data, []byte("\n")) {
		n++
	}
	return max(n, 1)
}

// extend reads a file that another one extends. It is laid down once, however
// many extend it.
func (l *loader) extend(ref reference) {
	path := ref.path
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
	f, err := l.open(path)
	if err != nil {
		report("missing-file", "extends %s, which cannot be read: %v", quote(ref.path), plainError(err))
		return
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostBytes+1))
	if err != nil {
		report("missing-file", "extends %s, which cannot be read: %v", quote(ref.path), plainError(err))
		return
	}
	l.content(path, data)
}

// plainError returns err without the path that a message names already.
func plainError(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// lay lays files over one another, the first at the bottom.
func lay(files []file) *Set {
	n := 0
	for i := range files {
		n += len(files[i].answers)
	}
	s := &Set{byID: make(map[string]*Entry, n), byText: map[string][]*Entry{}}
	for i := range files {
		f := &files[i]
		s.Files = append(s.Files, f.path)
		if f.unanswered != "" {
			s.Unanswered, s.UnansweredAt = f.unanswered, f.unansweredAt
		}
		for _, e := range f.answers {
			s.byID[e.ID] = e
		}
	}
	for i := range files {
		for _, e := range files[i].answers {
			if s.byID[e.ID] != e {
				continue // a later file replaces it
			}
			s.answers = append(s.answers, e)
			if e.Asked != nil {
				s.byText[e.Asked.text] = append(s.byText[e.Asked.text], e)
			}
		}
	}
	for _, f := range slices.Backward(files) {
		s.rules = append(s.rules, f.rules...)
	}
	for i, e := range s.answers {
		e.Index = i
	}
	for i, e := range s.rules {
		e.Index = len(s.answers) + i
	}
	s.index = newRuleIndex(s.rules)
	return s
}
