package answersets

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"
)

// How a file is changed. Encoding a document anew would lose blank lines, move
// comments and rewrite every text, so the entries that change are cut out of the
// text and put into it, and the rest of the file is not touched. Where that
// cannot be done (entries between braces, say) the document is encoded anew
// after all. Either way the result is read again and compared: it has to say
// what the file said before, except for what was meant to change.

// change is what becomes of one id under answers.
type change struct {
	id    string
	entry *entryText // nil to take the entry out
}

// edit returns the text of the file with the changes made. Entries keep their
// place, new ones come last.
func (d *document) edit(changes []change) ([]byte, error) {
	answers, err := d.change(changes)
	if err != nil {
		return nil, err
	}
	want := documentFingerprint(d.root, answers)
	for _, way := range d.ways(changes, answers) {
		out, err := way()
		if err != nil {
			continue
		}
		if got, err := readDocument(out); err == nil && documentFingerprint(got.root, got.answers) == want {
			return append(bytes.Clone(d.mark), out...), nil
		}
	}
	return nil, errors.New("the file cannot be changed without changing more than the recorded entries")
}

// change returns the answers of the document with the changes made. The
// document stays as it is.
func (d *document) change(changes []change) (*yaml.Node, error) {
	answers := &yaml.Node{Kind: yaml.MappingNode}
	if d.answers != nil {
		*answers = *d.answers
		answers.Content = nil
	}
	pending := make(map[string]*entryText, len(changes))
	for _, c := range changes {
		pending[c.id] = c.entry
	}
	if d.answers != nil {
		for i := 0; i < len(d.answers.Content); i += 2 {
			key, value := d.answers.Content[i], d.answers.Content[i+1]
			e, changed := pending[key.Value]
			if !changed {
				answers.Content = append(answers.Content, key, value)
				continue
			}
			delete(pending, key.Value)
			if e != nil {
				_, value, err := e.nodes()
				if err != nil {
					return nil, err
				}
				answers.Content = append(answers.Content, key, value)
			}
		}
	}
	for _, c := range changes {
		if e := pending[c.id]; e != nil {
			key, value, err := e.nodes()
			if err != nil {
				return nil, err
			}
			answers.Content = append(answers.Content, key, value)
		}
	}
	return answers, nil
}

// nodes returns the entry as the parser reads it. An entry whose lines read
// otherwise than what stands on one line loses them.
func (e *entryText) nodes() (key, value *yaml.Node, err error) {
	d := document{eol: "\n"}
	root, err := readText([]byte(d.write(&entryText{key: e.key, value: e.value}, "", "")))
	if err != nil {
		return nil, nil, fmt.Errorf("an entry cannot be written: %w", err)
	}
	if e.block != nil {
		if block, err := readText([]byte(d.write(e, "", ""))); err != nil || fingerprint(block) != fingerprint(root) {
			e.block = nil
		}
	}
	return root.Content[0], root.Content[1], nil
}

// encode writes the document anew, with other answers.
func (d *document) encode(answers *yaml.Node) ([]byte, error) {
	root := *d.root
	root.Content = slices.Clone(d.root.Content)
	if at := slices.Index(root.Content, d.answers); at >= 0 {
		root.Content[at] = answers
	} else {
		root.Content = append(root.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: keyAnswers}, answers)
	}
	var doc yaml.Node // with the comments above and below the root
	if err := yaml.Unmarshal(d.text, &doc); err != nil {
		return nil, err
	}
	doc.Content[0] = &root
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(&doc); err != nil {
		return nil, err
	}
	if err := enc.Close(); err != nil {
		return nil, err
	}
	return bytes.ReplaceAll(b.Bytes(), []byte("\n"), []byte(d.eol)), nil
}
