package answersets

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// ways are the ways to make the changes, the one that touches least first.
func (d *document) ways(changes []change, answers *yaml.Node) []func() ([]byte, error) {
	splice := func(place func([]change) ([]patch, error)) func() ([]byte, error) {
		return func() ([]byte, error) {
			patches, err := place(changes)
			if err != nil {
				return nil, err
			}
			return d.apply(patches), nil
		}
	}
	var ways []func() ([]byte, error)
	switch {
	case d.answers == nil && d.root.Style&yaml.FlowStyle == 0:
		ways = append(ways, splice(d.newAnswersAtEnd), splice(d.newAnswersBelowVersion))
	case d.answers != nil && len(d.answers.Content) == 0:
		ways = append(ways, splice(d.fillEmpty))
	case d.answers != nil && d.answers.Style&yaml.FlowStyle == 0:
		ways = append(ways, splice(d.amend), splice(d.amendFromTop))
	}
	return append(ways, func() ([]byte, error) { return d.encode(answers) })
}

// patch puts text in the place of a part of the document.
type patch struct {
	from, to int
	text     string
}

func (d *document) apply(patches []patch) []byte {
	slices.SortStableFunc(patches, func(a, b patch) int { return a.from - b.from })
	var out []byte
	at := 0
	for _, p := range patches {
		out = append(out, d.text[at:p.from]...)
		if p.text != "" && len(out) > 0 && p.from == d.lines[len(d.lines)-1] && !bytes.HasSuffix(out, []byte("\n")) {
			out = append(out, d.eol...) // the last line has no end
		}
		out = append(out, p.text...)
		at = p.to
	}
	return append(out, d.text[at:]...)
}

// write returns entries as lines with an indent; comment goes behind the first.
func (d *document) write(e *entryText, indent, comment string) string {
	if comment != "" {
		comment = " " + comment
	}
	key := e.key + ":"
	if len(e.key) > 900 { // too long for the parser to see the colon
		key = "? " + e.key + comment + d.eol + indent + ":"
		comment = ""
	}
	if e.block == nil {
		return indent + key + " " + e.value + comment + d.eol
	}
	var b strings.Builder
	b.WriteString(indent + key + comment + d.eol)
	for _, line := range e.block {
		if line != "" {
			line = indent + "  " + line
		}
		b.WriteString(line + d.eol)
	}
	return b.String()
}

// writeAll returns the entries that are put in, as lines.
func (d *document) writeAll(changes []change, indent string) string {
	var b strings.Builder
	for _, c := range changes {
		if c.entry != nil {
			b.WriteString(d.write(c.entry, indent, ""))
		}
	}
	return b.String()
}

// newAnswersAtEnd puts answers behind everything else, but in front of rules.
func (d *document) newAnswersAtEnd(changes []change) ([]patch, error) {
	at := d.after
	margin := strings.Repeat(" ", d.root.Content[0].Column-1)
	for i := 0; i < len(d.root.Content); i += 2 {
		if n := d.root.Content[i]; n.Value == keyRules {
			at = d.commentsAbove(n.Line-1, len(margin))
		}
	}
	return []patch{{d.lines[at], d.lines[at], margin + keyAnswers + ":" + d.eol + d.writeAll(changes, margin+"  ")}}, nil
}

func (d *document) newAnswersBelowVersion(changes []change) ([]patch, error) {
	margin := strings.Repeat(" ", d.root.Content[0].Column-1)
	for i := 0; i < len(d.root.Content); i += 2 {
		if d.root.Content[i].Value == keyVersion {
			at := d.lines[d.root.Content[i+1].Line]
			return []patch{{at, at, margin + keyAnswers + ":" + d.eol + d.writeAll(changes, margin+"  ")}}, nil
		}
	}
	return nil, errors.New("no version")
}

// fillEmpty takes the braces of an empty answers away and puts the entries under it.
func (d *document) fillEmpty(changes []change) ([]patch, error) {
	at := d.offset(d.answers)
	within, opened := bytes.CutPrefix(d.text[at:], []byte("{"))
	rest, closed := bytes.CutPrefix(bytes.TrimLeft(within, " \t"), []byte("}"))
	if !opened || !closed {
		return nil, errors.New("no braces")
	}
	end := d.lines[d.answers.Line]
	indent := strings.Repeat(" ", d.root.Content[0].Column+1)
	from := at
	for from > 0 && d.text[from-1] == ' ' {
		from--
	}
	return []patch{{from, len(d.text) - len(rest), ""}, {end, end, d.writeAll(changes, indent)}}, nil
}

// amend changes entries where they stand and puts new ones behind the last.
func (d *document) amend(changes []change) ([]patch, error) {
	last := d.after
	if n := len(d.answers.Content); n > 0 {
		_, last = d.span(n - 2)
	}
	return d.amendAt(changes, last)
}

// amendFromTop puts new entries in front of the first, for a file whose last
// entry ends in a text that takes in whatever follows it.
func (d *document) amendFromTop(changes []change) ([]patch, error) {
	first, _ := d.span(0)
	return d.amendAt(changes, first)
}

func (d *document) amendAt(changes []change, at int) ([]patch, error) {
	line := d.line(d.answers.Content[0].Line - 1)
	indent := string(line[:len(line)-len(bytes.TrimLeft(line, " "))])
	index := make(map[string]int, len(d.answers.Content)/2)
	for i := 0; i < len(d.answers.Content); i += 2 {
		index[d.answers.Content[i].Value] = i
	}
	var patches []patch
	var added strings.Builder
	for _, c := range changes {
		i, ok := index[c.id]
		if !ok {
			if c.entry != nil {
				added.WriteString(d.write(c.entry, indent, ""))
			}
			continue
		}
		from, to := d.span(i)
		to = d.commentsBehind(i, to)
		comment := ""
		if c.entry != nil {
			comment = lineComment(d.answers.Content[i], d.answers.Content[i+1])
		}
		p := patch{from: d.lines[from], to: d.lines[to]}
		for _, other := range d.commentsWithin(i, from, to) {
			if other != comment {
				p.text += indent + other + d.eol
			}
		}
		if c.entry != nil {
			p.text += d.write(c.entry, indent, comment)
			if p.to == len(d.text) && !bytes.HasSuffix(d.text, []byte("\n")) {
				p.text = strings.TrimSuffix(p.text, d.eol)
			}
		}
		patches = append(patches, p)
	}
	if added.Len() > 0 {
		patches = append(patches, patch{d.lines[at], d.lines[at], added.String()})
	}
	return patches, nil
}

// span returns the lines of the entry whose key is the i-th node of answers: the
// first, and the one after the last. Blank lines and comments that stand between
// it and what follows are not part of it.
func (d *document) span(i int) (from, to int) {
	key := d.answers.Content[i]
	from, to = key.Line-1, d.after
	if i+2 < len(d.answers.Content) {
		to = d.answers.Content[i+2].Line - 1
	}
	line := d.line(from)
	return from, d.commentsAbove(to, len(line)-len(bytes.TrimLeft(line, " ")))
}

// commentsAbove returns where the blank lines and comments begin that stand
// directly above a line, as far as the comments are indented no deeper than most.
func (d *document) commentsAbove(line, most int) int {
	for line > 0 {
		text := d.line(line - 1)
		rest := bytes.TrimLeft(text, " ")
		if len(bytes.TrimSpace(rest)) != 0 && (rest[0] != '#' || len(text)-len(rest) > most) {
			break
		}
		line--
	}
	return line
}
