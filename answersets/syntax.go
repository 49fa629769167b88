package answersets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// parse returns the one document of data, or the problem that stops it from
// being read. The place of a problem has no file name yet.
func parse(data []byte) (*yaml.Node, *Problem) {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	doc, err := decode(dec)
	if errors.Is(err, io.EOF) {
		return nil, &Problem{Pos{Line: 1, Col: 1}, `the file is empty: an answer file starts with the line "standin: 1"`, "missing-version"}
	}
	if err != nil {
		return nil, syntaxProblem(data, err)
	}
	if err := shape(doc); err != nil {
		return nil, err
	}
	switch second, err := decode(dec); {
	case errors.Is(err, io.EOF):
	case err != nil:
		return nil, syntaxProblem(data, err)
	default:
		return nil, &Problem{Pos{Line: second.Line, Col: second.Column}, "a second document begins here: an answer file is one document", "second-document"}
	}
	return doc.Content[0], nil
}

// decode returns the next document. A panic of the parser is a syntax error like
// any other: its input comes from anywhere.
func decode(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("yaml: %v", p)
		}
	}()
	doc = &yaml.Node{}
	if err := dec.Decode(doc); err != nil {
		return nil, err
	}
	return doc, nil
}

// syntaxProblem returns the problem for an error of the parser. The parser has
// no column, and names the line before the one at fault or the one where the
// whole construct began; so the place is looked for again.
func syntaxProblem(data []byte, err error) *Problem {
	line, message := cutLine(strings.TrimPrefix(err.Error(), "yaml: "))
	line = errorLine(data, message, line)
	if strings.Contains(message, "exceeded max depth") {
		return &Problem{Pos{Line: line, Col: 1}, tooDeep, "too-deep"}
	}
	text := lineOf(data, line)
	indent := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]
	p := &Problem{Pos{Line: line, Col: 1 + utf8.RuneCount(indent)}, "this is not YAML: " + clip(message) + advice(message), "syntax"}
	if tab := bytes.IndexByte(indent, '\t'); tab >= 0 {
		p.Col = tab + 1
		p.Message = "a tab indents this line: YAML takes spaces"
	}
	return p
}

// advice says what mostly is behind a message of the parser.
func advice(message string) string {
	for _, a := range [...]struct{ message, advice string }{
		{"mapping values are not allowed", "put a text that holds a colon in quotes, and a space behind the colon of a key"},
		{"incompatible YAML document", "leave the %YAML line out"},
		{"unknown directive", "leave the line that begins with % out"},
		{"did not find expected ',' or", "what is opened here is not closed, or a text in it needs quotes"},
		{"did not find expected key", "check the indentation, and put texts with special characters in quotes"},
		{"found unexpected end of stream", "the quote that opens here is not closed"},
		{"found character that cannot start", "put a text that begins with a special character in quotes"},
		{"unknown anchor", "put a text that begins with * in quotes"},
	} {
		if strings.Contains(message, a.message) {
			return ": " + a.advice
		}
	}
	return ""
}

// cutLine splits "line 3: problem". Without a line it is the first.
func cutLine(message string) (line int, rest string) {
	if number, ok := strings.CutPrefix(message, "line "); ok {
		if number, rest, ok := strings.Cut(number, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				return n, rest
			}
		}
	}
	return 1, message
}

// errorLine returns the last line of the shortest beginning of data that fails
// with the same message. For what is opened and never closed that is the line
// which opens it. Line is what the parser says, which has to do for large files.
func errorLine(data []byte, message string, line int) int {
	const most = 1 << 20
	if len(data) > most {
		return line
	}
	var ends []int // the ends of the lines
	for at := 0; at < len(data); {
		n := bytes.IndexByte(data[at:], '\n') + 1
		if n == 0 {
			n = len(data) - at
		}
		at += n
		ends = append(ends, at)
	}
	low, high := 0, len(ends)-1
	for low < high {
		mid := (low + high) / 2
		if failsWith(data[:ends[mid]], message) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low + 1
}

func failsWith(data []byte, message string) bool {
	dec := yaml.NewDecoder(bytes.NewReader(data))
	for {
		switch _, err := decode(dec); {
		case err == nil:
		case errors.Is(err, io.EOF):
			return false
		default:
			_, m := cutLine(strings.TrimPrefix(err.Error(), "yaml: "))
			return m == message
		}
	}
}

func lineOf(data []byte, line int) []byte {
	for ; line > 1; line-- {
		_, rest, ok := bytes.Cut(data, []byte("\n"))
		if !ok {
			return nil
		}
		data = rest
	}
	text, _, _ := bytes.Cut(data, []byte("\n"))
	return text
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
