package answersets

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// document is an answer file that is to be changed.
type document struct {
	mark    []byte // the byte order mark, where there is one
	text    []byte
	lines   []int // where each line starts, and the end of the text
	eol     string
	root    *yaml.Node
	answers *yaml.Node // nil where there is none
	after   int        // the line after answers, counting from 0
}

func readText(text []byte) (*yaml.Node, error) {
	scanned, problem := scan(text)
	if problem == nil {
		var root *yaml.Node
		if root, problem = parse(scanned); problem == nil {
			return root, nil
		}
	}
	return nil, errors.New(problem.Message)
}

// readDocument reads an answer file. One that says nothing is as a new one.
func readDocument(data []byte) (*document, error) {
	text := bytes.TrimPrefix(data, []byte("\uFEFF"))
	mark := data[:len(data)-len(text)]
	if saysNothing(text) {
		text = bytes.Clone(text)
		if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
			text = append(text, '\n')
		}
		text = append(text, "standin: 1\n"...)
	}
	root, err := readText(text)
	if err != nil {
		return nil, err
	}
	if root.Kind != yaml.MappingNode {
		return nil, errors.New("the file holds no keys and values")
	}
	d := &document{mark: mark, text: text, lines: lineStarts(text), eol: "\n", root: root}
	if at := bytes.IndexByte(text, '\n'); at > 0 && text[at-1] == '\r' {
		d.eol = "\r\n"
	}
	d.after = len(d.lines) - 1
	for i := 0; i < len(root.Content); i += 2 {
		if root.Content[i].Value != keyAnswers {
			continue
		}
		d.answers = root.Content[i+1]
		if d.answers.Kind != yaml.MappingNode {
			return nil, errors.New("answers does not hold the entries itself")
		}
		if i+2 < len(root.Content) {
			d.after = root.Content[i+2].Line - 1
		}
	}
	// A line of three dots ends a document.
	for i := max(0, root.Line-1); i < d.after; i++ {
		if line := d.line(i); bytes.HasPrefix(line, []byte("...")) && len(bytes.TrimSpace(line)) == 3 {
			d.after = i
		}
	}
	return d, nil
}

// saysNothing reports whether text is empty but for comments.
func saysNothing(text []byte) bool {
	starts := append(lineStarts(text), len(text))
	for i, start := range starts[:len(starts)-1] {
		if line := bytes.TrimSpace(text[start:starts[i+1]]); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// lineStarts returns where the lines of text start, by the line ends of YAML 1.1.
func lineStarts(text []byte) []int {
	starts := []int{0}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch r {
		case '\r':
			if i < len(text) && text[i] == '\n' {
				i++
			}
		case '\n', '\u0085', '\u2028', '\u2029':
		default:
			continue
		}
		starts = append(starts, i)
	}
	if starts[len(starts)-1] != len(text) {
		starts = append(starts, len(text))
	}
	return starts
}

func (d *document) line(i int) []byte { return d.text[d.lines[i]:d.lines[i+1]] }

// offset returns where a node stands in the text.
func (d *document) offset(n *yaml.Node) int {
	at := d.lines[n.Line-1]
	for range n.Column - 1 {
		_, width := utf8.DecodeRune(d.text[at:])
		at += width
	}
	return at
}
