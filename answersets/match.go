package answersets

import (
	"slices"
	"strings"

	"standin/seam"
)

// Match says which questions a rule answers. Every key that is given has to
// hold; plain text is never a pattern unless the key says so. A question with an
// intent is matched only by a rule that names the intent.
type Match struct {
	Pos
	// Keys are the keys that are given, in file order.
	Keys []Key

	// ID is the whole question id, in which * stands for any run of characters.
	ID string
	// Question is the whole text, white space folded and trimmed.
	Question string
	// Contains is a part of the text, white space folded.
	Contains string
	// Regex matches the whole text, without the white space around it.
	Regex *Pattern
	// Words all occur in the text, Without do not; see hasWord.
	Words, Without []string
	// Detail matches the whole detail, without the white space around it.
	Detail *Pattern
	// Header is the whole header, white space folded and trimmed.
	Header string
	// Options are all offered, compared as the labels of an answer are.
	Options []string
	// MultiSelect is the kind of question, nil for either.
	MultiSelect *bool
	// Intent is the kind of the question's intent.
	Intent string

	// The texts in the form in which they are compared.
	question, contains, header string
	words, without             []string
	segments                   []string // the parts of ID between the stars
}

// Key is one key of a match and where it stands.
type Key struct {
	Pos
	Name string
}

// The keys of a match.
const (
	keyID          = "id"
	keyQuestion    = "question"
	keyContains    = "contains"
	keyRegex       = "regex"
	keyWords       = "words"
	keyWithout     = "without"
	keyDetail      = "detail"
	keyHeader      = "header"
	keyOptions     = "options"
	keyMultiSelect = "multiSelect"
	keyIntent      = "intent"
)

// MatchKeys lists the keys of a match by name.
func MatchKeys() []string {
	return []string{keyID, keyQuestion, keyContains, keyRegex, keyDetail, keyWords,
		keyWithout, keyHeader, keyOptions, keyMultiSelect, keyIntent}
}

// view is a question in the forms in which its texts are compared, each made
// when it is first needed.
type view struct {
	*seam.Question
	folded, trimmed, lower, head, body, bodyLower text
}

type text struct {
	s    string
	made bool
}

func (t *text) get(make func(string) string, from string) string {
	if !t.made {
		t.s, t.made = make(from), true
	}
	return t.s
}

func trimmed(s string) string { return strings.TrimSpace(nfc(s)) }

// text is the question text with its white space folded.
func (v *view) text() string { return v.folded.get(foldSpace, v.Question.Question) }

// raw is the question text as it is asked, without white space around it.
func (v *view) raw() string { return v.trimmed.get(trimmed, v.Question.Question) }

// words is text with its case folded.
func (v *view) words() string { return v.lower.get(foldCase, v.text()) }

func (v *view) header() string { return v.head.get(foldSpace, v.Header) }

func (v *view) detail() string { return v.body.get(trimmed, v.Detail) }

// detailWords is the detail with its white space and its case folded.
func (v *view) detailWords() string {
	return v.bodyLower.get(func(s string) string { return foldCase(foldSpace(s)) }, v.Detail)
}

// holds reports whether every key of m holds for the question.
func (m *Match) holds(v *view) bool {
	if v.Intent != nil && m.Intent == "" {
		return false
	}
	for i := range m.Keys {
		if !m.keyHolds(m.Keys[i].Name, v) {
			return false
		}
	}
	return true
}

func (m *Match) keyHolds(key string, v *view) bool {
	switch key {
	case keyID:
		return m.idHolds(v.ID)
	case keyQuestion:
		return m.question == v.text()
	case keyContains:
		return strings.Contains(v.text(), m.contains)
	case keyRegex:
		return m.Regex.Matches(v.raw())
	case keyWords:
		return !slices.ContainsFunc(m.words, func(w string) bool { return !hasWord(v.words(), w) })
	case keyWithout:
		return !slices.ContainsFunc(m.without, func(w string) bool { return hasWord(v.words(), w) })
	case keyDetail:
		return v.Detail != "" && m.Detail.Matches(v.detail())
	case keyHeader:
		return m.header == v.header()
	case keyOptions:
		return !slices.ContainsFunc(m.Options, func(o string) bool { return !offers(v.Question, o) })
	case keyMultiSelect:
		return *m.MultiSelect == v.MultiSelect
	case keyIntent:
		return v.Intent != nil && v.Intent.Kind == m.Intent
	}
	return false
}

// idHolds matches the id against the segments: the first stands at its start,
// the last at its end, and the others in order between them.
func (m *Match) idHolds(id string) bool {
	first, rest := m.segments[0], m.segments[1:]
	if len(rest) == 0 {
		return id == first
	}
	id, ok := strings.CutPrefix(id, first)
	if !ok {
		return false
	}
	last := rest[len(rest)-1]
	id, ok = strings.CutSuffix(id, last)
	if !ok {
		return false
	}
	for _, s := range rest[:len(rest)-1] {
		at := strings.Index(id, s)
		if at < 0 {
			return false
		}
		id = id[at+len(s):]
	}
	return true
}
