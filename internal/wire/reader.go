package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Reader walks one JSON text strictly. Its errors are [*Fault] values.
type Reader struct {
	text []byte
	dec  *jsontext.Decoder
	at   int // where the token or value that was read last starts
}

// NewReader returns a reader of a text as [Text] returns it.
func NewReader(text []byte) *Reader {
	return &Reader{text: text, dec: jsontext.NewDecoder(bytes.NewBuffer(text))}
}

// Fault returns an error about the value or key that was read last.
func (r *Reader) Fault(format string, args ...any) error {
	return &Fault{Message: fmt.Sprintf(format, args...), Offset: r.at, placed: true, text: r.text}
}

// token reads the next token.
func (r *Reader) token() (jsontext.Token, error) {
	r.mark()
	tok, err := r.dec.ReadToken()
	if err != nil {
		return tok, r.syntax(err)
	}
	return tok, nil
}

// mark notes where the next token or value starts.
func (r *Reader) mark() {
	r.at = int(r.dec.InputOffset())
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n:,", r.text[r.at]) >= 0 {
		r.at++
	}
}

// syntax turns a decoder's error into one that says what and where.
func (r *Reader) syntax(err error) error {
	var s *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		if len(bytes.TrimSpace(r.text)) == 0 {
			return &Fault{Message: "the input is empty", text: r.text}
		}
		return &Fault{Message: "the JSON is truncated: the input ends in the middle of a value", Offset: len(r.text), Truncated: true, placed: true, text: r.text}
	case errors.As(err, &s):
		f := &Fault{Message: "invalid JSON", Offset: int(s.ByteOffset), placed: true, text: r.text}
		if errors.Is(err, jsontext.ErrDuplicateName) {
			f.Message = "duplicate key " + strconv.Quote(s.JSONPointer.LastToken())
		} else if s.Err != nil {
			f.Message += ": " + strings.TrimPrefix(s.Err.Error(), "jsontext: ")
		}
		return f
	}
	return &Fault{Message: err.Error(), text: r.text}
}

// Object reads an object and calls member for each of the known keys in it,
// which has to read the value. A key that differs from a known one only in case
// or underscores is an error; another unknown key is skipped with its value.
// What names the object in messages.
func (r *Reader) Object(what string, known []string, member func(key string) error) error {
	if err := r.open('{', "an object", what); err != nil {
		return err
	}
	for r.dec.PeekKind() != '}' {
		tok, err := r.token()
		if err != nil {
			return err
		}
		key := tok.String()
		if index(known, key) {
			err = member(key)
		} else if near := nearKey(known, key); near != "" {
			return r.Fault("unknown key %q in %s, did you mean %q?", key, what, near)
		} else {
			err = r.skip()
		}
		if err != nil {
			return err
		}
	}
	return r.close()
}

// Array reads an array and calls element for each of its values, which has to
// read it.
func (r *Reader) Array(what string, element func(i int) error) error {
	if err := r.open('[', "an array", what); err != nil {
		return err
	}
	for i := 0; r.dec.PeekKind() != ']'; i++ {
		if r.dec.PeekKind() == 0 {
			return r.close() // reads the fault
		}
		if err := element(i); err != nil {
			return err
		}
	}
	return r.close()
}

// String reads a string.
func (r *Reader) String(what string) (string, error) {
	if err := r.expect('"', "a string", what); err != nil {
		return "", err
	}
	tok, err := r.token()
	if err != nil {
		return "", err
	}
	return tok.String(), nil
}

// Bool reads true or false.
func (r *Reader) Bool(what string) (bool, error) {
	if k := r.dec.PeekKind(); k != 't' && k != 'f' {
		return false, r.wrongType("true or false", what)
	}
	tok, err := r.token()
	if err != nil {
		return false, err
	}
	return tok.Bool(), nil
}

// Value reads any value and returns its text as it was written.
func (r *Reader) Value() (jsontext.Value, error) {
	r.mark()
	v, err := r.dec.ReadValue()
	if err != nil {
		return nil, r.syntax(err)
	}
	return v.Clone(), nil
}

// Null reads a null where one stands next, and reports whether it did.
func (r *Reader) Null() bool {
	if r.dec.PeekKind() != 'n' {
		return false
	}
	_, err := r.dec.ReadToken()
	return err == nil
}

// Kind returns the kind of the next value as [jsontext.Kind] has it.
func (r *Reader) Kind() jsontext.Kind { return r.dec.PeekKind() }

// End makes sure that nothing stands behind the value that was read.
func (r *Reader) End() error {
	r.mark()
	_, err := r.dec.ReadToken()
	switch {
	case err == io.EOF:
		return nil
	case err != nil:
		return r.syntax(err)
	}
	return r.Fault("another value stands behind the first; a stream of requests is read by standin serve")
}

func (r *Reader) open(kind jsontext.Kind, want, what string) error {
	if err := r.expect(kind, want, what); err != nil {
		return err
	}
	return r.close()
}

// close reads one token, of which only the fault matters.
func (r *Reader) close() error {
	_, err := r.token()
	return err
}

func (r *Reader) skip() error {
	if err := r.dec.SkipValue(); err != nil {
		return r.syntax(err)
	}
	return nil
}

func (r *Reader) expect(kind jsontext.Kind, want, what string) error {
	if r.dec.PeekKind() != kind {
		return r.wrongType(want, what)
	}
	return nil
}

// wrongType reads the next value, to tell a fault in the JSON from a sound value
// of another type.
func (r *Reader) wrongType(want, what string) error {
	kind := r.dec.PeekKind()
	if _, err := r.token(); err != nil {
		return err
	}
	got := map[jsontext.Kind]string{'n': "null", 't': "true", 'f': "false", '"': "a string", '0': "a number", '{': "an object", '[': "an array"}[kind]
	return r.Fault("%s has to be %s, not %s", what, want, got)
}

func index(known []string, key string) bool {
	for _, k := range known {
		if k == key {
			return true
		}
	}
	return false
}

// nearKey returns the known key that key differs from only in case or
// underscores, "" for none.
func nearKey(known []string, key string) string {
	folded := foldKey(key)
	for _, k := range known {
		if foldKey(k) == folded {
			return k
		}
	}
	return ""
}

func foldKey(key string) string {
	return strings.ToLower(strings.ReplaceAll(key, "_", ""))
}
