package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"standin/answersets"
	"standin/dialects"
	"standin/internal/transcript"
	"standin/internal/wire"
	"standin/seam"
)

// The commands about answer files read requests wherever they are found: a
// document, JSON lines as they go into serve, a transcript, or a folder of these.

// maxRequests bounds a file of requests, in bytes.
const maxRequests = 256 << 20

// request is one request and where it stands.
type request struct {
	answersets.Pos
	questions []seam.Question
	text      []byte // from Pos on
}

// at returns the place of a question: that of its id, or of the whole request
// where the id is not found as it would be written.
func (r *request) at(q *seam.Question) answersets.Pos {
	id := wire.AppendString(nil, q.ID)
	found := -1
	for from := 0; ; {
		at := bytes.Index(r.text[from:], id)
		if at < 0 {
			break
		}
		at += from
		before, isValue := bytes.CutSuffix(bytes.TrimRight(r.text[:at], " \t\r\n"), []byte(":"))
		if isValue && bytes.HasSuffix(bytes.TrimRight(before, " \t\r\n"), []byte(`"id"`)) {
			found = at
			break
		}
		if isValue && found < 0 {
			found = at // agents that send no ids go by the text
		}
		from = at + len(id)
	}
	if found < 0 {
		return r.Pos
	}
	line, col := wire.Place(r.text, found)
	return answersets.Pos{File: r.File, Line: r.Line + line - 1, Col: col}
}

// requestFlags say how requests are read.
type requestFlags struct{ dialect string }

func (f *requestFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.dialect, "dialect", "native", "`shape` of the requests: "+oneOf(dialects.Names()))
	completeWords(c, "dialect", dialects.Names())
}

// requestFileNames completes the names of files with requests, and of folders.
func requestFileNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"json", "jsonl"}, cobra.ShellCompDirectiveFilterFileExt
}

// requests reads the requests in files, in folders, which stand for their *.json
// and *.jsonl in name order, and on standard input, which is called -.
func (a *app) requests(paths []string, flags requestFlags) ([]request, error) {
	r := requestReader{app: a, dialect: dialects.Named(flags.dialect)}
	if r.dialect == nil {
		return nil, usagef("there is no dialect %q; it has to be %s", flags.dialect, oneOf(dialects.Names()))
	}
	for _, path := range paths {
		if err := r.path(path); err != nil {
			return nil, err
		}
	}
	if len(r.requests) == 0 {
		return nil, seam.Errorf(seam.EmptyQuestions, "there is no request in %s", strings.Join(paths, ", "))
	}
	return r.requests, nil
}

type requestReader struct {
	*app
	dialect    dialects.Dialect
	requests   []request
	transcript bool // the last line was one of a transcript
}

func (r *requestReader) path(path string) error {
	if path == "-" {
		return r.file("standard input", r.In)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return r.file(path, f)
	}
	names, err := f.Readdirnames(-1)
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		if ext := filepath.Ext(name); ext == ".json" || ext == ".jsonl" {
			if err := r.path(filepath.Join(path, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *requestReader) file(name string, in io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(in, maxRequests+1))
	switch {
	case err != nil:
		return usageError{fmt.Errorf("cannot read the requests: %w", err)}
	case len(text) > maxRequests:
		return seam.Errorf(seam.BadRequest, "%s is over %d MiB", name, maxRequests>>20)
	}
	doc := document{name, text}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	first, rest, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	if !json.Valid(first) || len(rest) == 0 && !isTranscript(first) {
		exchange, err := r.dialect.Read(doc.text)
		if err != nil {
			return doc.named(err)
		}
		return r.add(answersets.Pos{File: name, Line: 1, Col: 1}, exchange.Request.Questions, text)
	}
	n := 0
	r.transcript = false
	for line := range bytes.Lines(text) {
		n++
		if line = bytes.TrimRight(line, " \t\r\n"); len(line) == 0 {
			continue
		}
		if err := r.line(answersets.Pos{File: name, Line: n, Col: 1}, line); err != nil {
			return err
		}
	}
	return nil
}

// line reads one line of several.
func (r *requestReader) line(at answersets.Pos, line []byte) error {
	if r.transcript && !json.Valid(line) { // a process was killed as it wrote
		r.warn(at.String() + ": the line of the transcript is not whole, and is left out")
		return nil
	}
	if r.transcript = isTranscript(line); r.transcript {
		entry, err := transcript.ReadLine(line)
		if err != nil {
			return atLine(at, err)
		}
		if seam.CheckQuestions(entry.Questions) != nil {
			return nil // it was turned down, and the line says so
		}
		return r.add(at, entry.Questions, line)
	}
	if isControl(line) {
		return nil
	}
	exchange, err := r.dialect.Read(line)
	if err != nil {
		return atLine(at, err)
	}
	return r.add(at, exchange.Request.Questions, line)
}

func (r *requestReader) add(at answersets.Pos, questions []seam.Question, text []byte) error {
	if err := seam.CheckQuestions(questions); err != nil {
		return atLine(at, err)
	}
	r.requests = append(r.requests, request{at, questions, text})
	return nil
}

// atLine puts the place of a line in front of an error.
func atLine(at answersets.Pos, err error) error {
	e := *seam.AsError(err)
	message := e.Message
	if f, ok := errors.AsType[*wire.Fault](err); ok {
		message = f.Error()
	} else if message == "" {
		message = err.Error()
	}
	return &seam.Error{Code: e.Code, Message: at.String() + ": " + message, Question: e.Question}
}

// members returns the names of the top-level members of a line, nil for what is
// no JSON object.
func members(line []byte) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(line, &m) != nil {
		return nil
	}
	return m
}

// isTranscript reports whether a line was written by --transcript.
func isTranscript(line []byte) bool {
	m := members(line)
	return m["time"] != nil && m["request"] != nil
}

// isControl reports whether a line of serve's input is no request.
func isControl(line []byte) bool {
	m := members(line)
	for _, key := range []string{"enter", "leave", "abort", "reply"} {
		if m[key] != nil && m["questions"] == nil {
			return true
		}
	}
	return false
}
