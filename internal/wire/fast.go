package wire

import (
	"math/bits"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// LineReader reads the lines of a stream.
//
// Almost every line of a long stream is a well-formed request. For those there
// is a short cut: one pass over the text that knows the shape of a request, takes
// strings without escapes as parts of the text, and gives up at anything that it
// does not know, be it right or wrong. What it gives up on is read by the strict
// [Reader] from the start, which alone decides what is an error and says why. A
// fuzz test holds the two to the same result.
//
// Questions and options are cut from arrays that are shared by the lines read
// between two calls of Reset. The zero value is ready for use.
type LineReader struct {
	text      string
	at        int
	questions []seam.Question
	options   []seam.Option
}

// Reset starts new arrays for lines of so many bytes together, as large as the
// lines before needed.
func (r *LineReader) Reset(bytes int) {
	const shortest = 32 // of a question or an option, in bytes
	most := bytes/shortest + 1
	r.questions = make([]seam.Question, 0, min(len(r.questions), most))
	r.options = make([]seam.Option, 0, min(len(r.options), most))
}

// Read reads one line into l, which has to be empty. Its strings, and so the
// line, keep text alive. With an error, the line holds what could be read of it:
// its id, or the ask of a reply that is no answer. The error is a [*seam.Error]
// with [seam.BadRequest], or with [seam.BadAnswer] for such a reply.
func (r *LineReader) Read(text string, l *Line) (err error) {
	r.text, r.at = text, 0
	questions, options := len(r.questions), len(r.options)
	if r.request(l) {
		return nil
	}
	r.questions, r.options = r.questions[:questions], r.options[:options]
	*l, err = readLine([]byte(text))
	return err
}

// members is an object while it is read. Its zero value stands before the object.
type members struct {
	key   string // of the member whose value comes next
	seen  [12]string
	n     int
	ended bool // the object is over, and was all right
}

// member reads up to the value of the next member of an object, whose key is a
// new one. It returns false at the end of the object, and where the strict reader
// has to look.
func (r *LineReader) member(o *members) bool {
	if o.n == 0 {
		if !r.next('{') {
			return false
		}
		if r.next('}') {
			o.ended = true
			return false
		}
	} else if !r.next(',') {
		o.ended = r.next('}')
		return false
	}
	key, ok := r.plain()
	if !ok || o.n == len(o.seen) || !r.next(':') {
		return false
	}
	for i := range o.n {
		if o.seen[i] == key {
			return false
		}
	}
	o.key, o.seen[o.n] = key, key
	o.n++
	return true
}

// unknown reads the value of a member that is none of the known ones. One that
// comes near one is for the strict reader.
func (r *LineReader) unknown(o *members, known []string) bool {
	return nearKey(known, o.key) == "" && r.skip()
}

// array reads an array, calling element for each of its values.
func (r *LineReader) array(element func() bool) bool {
	if !r.next('[') {
		return false
	}
	if r.next(']') {
		return true
	}
	for {
		if !element() {
			return false
		}
		if r.next(']') {
			return true
		}
		if !r.next(',') {
			return false
		}
	}
}

func (r *LineReader) request(l *Line) bool {
	var o members
	asked := false
	for r.member(&o) {
		ok := false
		switch o.key {
		case "id":
			l.ID, ok = r.id()
		case "questions":
			asked = true
			l.Questions, ok = r.batch()
		case "agent":
			l.HasAgent = true
			l.Agent, ok = r.str()
		case "timeoutMs":
			l.Timeout, ok = r.milliseconds()
		default:
			ok = r.unknown(&o, lineKeys())
		}
		if !ok {
			return false
		}
	}
	l.Kind = RequestLine
	return o.ended && asked && r.end()
}

// id reads an id and returns it as it is written.
func (r *LineReader) id() (string, bool) {
	r.space()
	start := r.at
	if r.at < len(r.text) && r.text[r.at] == '"' {
		_, ok := r.str()
		return r.text[start:r.at], ok
	}
	for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
		r.at++
	}
	id := r.text[start:r.at]
	if id == "" || id[0] == '0' && len(id) > 1 || r.at < len(r.text) && strings.IndexByte(".eE+-", r.text[r.at]) >= 0 {
		return "", false
	}
	return id, true
}

func (r *LineReader) milliseconds() (time.Duration, bool) {
	digits, ok := r.id()
	if !ok || digits[0] == '"' || digits[0] == '0' || len(digits) > 9 {
		return 0, false
	}
	n := 0
	for _, d := range []byte(digits) {
		n = 10*n + int(d-'0')
	}
	return time.Duration(n) * time.Millisecond, true
}

func (r *LineReader) batch() ([]seam.Question, bool) {
	start := len(r.questions)
	ok := r.array(func() bool {
		r.questions = append(r.questions, seam.Question{})
		return r.question(&r.questions[len(r.questions)-1])
	})
	return r.questions[start:len(r.questions):len(r.questions)], ok
}

func (r *LineReader) question(q *seam.Question) bool {
	var o members
	for r.member(&o) {
		ok := false
		switch o.key {
		case "id":
			q.ID, ok = r.str()
		case "question":
			q.Question, ok = r.str()
		case "detail":
			q.Detail, ok = r.optional()
		case "header":
			q.Header, ok = r.optional()
		case "options":
			q.Options, ok = r.labels()
		case "multiSelect":
			q.MultiSelect, ok = r.boolean()
		case "secret":
			q.Secret, ok = r.boolean()
		case "intent":
			q.Intent, ok = r.intent()
		case "multi_select":
			return false
		default:
			ok = r.unknown(&o, questionKeys())
		}
		if !ok {
			return false
		}
	}
	return o.ended
}

func (r *LineReader) labels() ([]seam.Option, bool) {
	if r.null() {
		return nil, true
	}
	start := len(r.options)
	ok := r.array(func() bool {
		r.options = append(r.options, seam.Option{})
		return r.option(&r.options[len(r.options)-1])
	})
	if start == len(r.options) {
		return nil, ok
	}
	return r.options[start:len(r.options):len(r.options)], ok
}

func (r *LineReader) option(option *seam.Option) bool {
	var o members
	for r.member(&o) {
		ok := false
		switch o.key {
		case "label":
			option.Label, ok = r.str()
		case "description":
			option.Description, ok = r.optional()
		default:
			ok = r.unknown(&o, optionKeys())
		}
		if !ok {
			return false
		}
	}
	return o.ended
}

func (r *LineReader) intent() (*seam.Intent, bool) {
	if r.null() {
		return nil, true
	}
	in := &seam.Intent{}
	var o members
	for r.member(&o) {
		ok := false
		switch o.key {
		case "kind":
			in.Kind, ok = r.str()
		case "approve":
			in.Approve, ok = r.str()
		default:
			ok = r.unknown(&o, intentKeys())
		}
		if !ok {
			return nil, false
		}
	}
	return in, o.ended
}

func (r *LineReader) space() {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\t' || r.text[r.at] == '\r') {
		r.at++
	}
}

// next reads c where it stands next, and reports whether it did.
func (r *LineReader) next(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c { // mostly there is no space
		r.at++
		return true
	}
	return r.nextAfterSpace(c)
}

func (r *LineReader) nextAfterSpace(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *LineReader) end() bool {
	r.space()
	return r.at == len(r.text)
}

func (r *LineReader) literal(word string) bool {
	r.space()
	if strings.HasPrefix(r.text[r.at:], word) {
		r.at += len(word)
		return true
	}
	return false
}

func (r *LineReader) null() bool { return r.literal("null") }

func (r *LineReader) boolean() (value, ok bool) {
	if r.literal("true") {
		return true, true
	}
	return false, r.literal("false") || r.null()
}

// plain reads a string of ASCII characters without escapes.
func (r *LineReader) plain() (string, bool) {
	if !r.next('"') {
		return "", false
	}
	i := ordinary(r.text, r.at)
	if i >= len(r.text) || r.text[i] != '"' {
		return "", false
	}
	s := r.text[r.at:i]
	r.at = i + 1
	return s, true
}

// optional reads a string or null.
func (r *LineReader) optional() (string, bool) {
	if r.null() {
		return "", true
	}
	return r.str()
}

// str reads any string. It takes those without escapes as they stand in the text.
func (r *LineReader) str() (string, bool) {
	if !r.next('"') {
		return "", false
	}
	ascii, escaped := true, false
	for i := r.at; ; i++ {
		i = ordinary(r.text, i)
		if i >= len(r.text) {
			return "", false
		}
		switch c := r.text[i]; {
		case c == '"':
			s := r.text[r.at:i]
			quoted := r.text[r.at-1 : i+1]
			r.at = i + 1
			if escaped {
				out, err := jsontext.AppendUnquote(nil, quoted)
				return string(out), err == nil
			}
			return s, ascii || utf8.ValidString(s)
		case c == '\\':
			escaped = true
			i++
		case c < ' ':
			return "", false
		default:
			ascii = false
		}
	}
}

// ordinary returns the index, from i on, of the first byte that is not just a
// character of a string: a quote, a backslash, a control character, a part of a
// character beyond ASCII. It looks at eight bytes at a time: a byte of a word is
// zero, or less than n, exactly where subtracting sets its highest bit while it
// was not set before; bytes above the first such one may be wrong.
func ordinary(s string, i int) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(s); i += 8 {
		w := s[i : i+8]
		x := uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
			uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
		quote, backslash := x^ones*'"', x^ones*'\\'
		found := ((quote-ones)&^quote | (backslash-ones)&^backslash | (x-ones*' ')&^x | x) & high
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c == '"' || c == '\\' || c < ' ' || c >= utf8.RuneSelf {
			return i
		}
	}
	return i
}

// skip reads any value that the line has no use for.
func (r *LineReader) skip() bool {
	r.space()
	start, depth, quoted := r.at, 0, false
	for ; r.at < len(r.text); r.at++ {
		c := r.text[r.at]
		if quoted {
			switch c {
			case '\\':
				r.at++
			case '"':
				quoted = false
			}
			continue
		}
		switch c {
		case '"':
			quoted = true
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth < 0 || depth == 0 && c == ',' {
			return start < r.at && jsontext.Value(r.text[start:r.at]).IsValid()
		}
	}
	return false
}
