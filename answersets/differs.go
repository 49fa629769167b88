package answersets

import (
	"strconv"
	"strings"

	"standin/seam"
)

// Differs says why the entry does not answer q, one reason for each thing that
// differs, in words for a person. It is empty for a rule that holds, and for an
// entry under answers with the id of q.
func (e *Entry) Differs(q *seam.Question) []string {
	v := view{Question: q}
	return e.differs(&v)
}

func (e *Entry) differs(v *view) []string {
	if e.Kind == KindID {
		switch {
		case e.ID == v.ID:
			return nil
		case e.Asked != nil && e.Asked.text != v.text():
			return []string{"its id is another, and it was recorded for " + quote(e.Asked.text)}
		case e.Asked != nil:
			return nil
		}
		return []string{"its id is another"}
	}
	var out []string
	if v.Intent != nil && e.Match.Intent == "" {
		out = append(out, "the question has the intent "+quote(v.Intent.Kind)+", which the match does not name")
	}
	for _, k := range e.Match.Keys {
		if !e.Match.keyHolds(k.Name, v) {
			out = append(out, e.Match.differs(k.Name, v))
		}
	}
	return out
}

// differs says how the question differs in a key that does not hold.
func (m *Match) differs(key string, v *view) string {
	switch key {
	case keyID:
		return "the id does not match " + quote(m.ID)
	case keyQuestion:
		return "the text is not " + quote(m.question)
	case keyContains:
		return "the text does not contain " + quote(m.Contains)
	case keyRegex:
		return "the text does not match the regex " + quote(m.Regex.source)
	case keyWords:
		return "the text lacks " + quoteList(m.missing(v))
	case keyWithout:
		var found []string
		for i, w := range m.without {
			if hasWord(v.words(), w) {
				found = append(found, m.Without[i])
			}
		}
		return "the text has " + quoteList(found) + ", which the rule excludes"
	case keyDetail:
		if v.Detail == "" {
			return "the question has no detail"
		}
		return "the detail does not match the regex " + quote(m.Detail.source)
	case keyHeader:
		return "the header is " + quote(v.Header) + ", not " + quote(m.Header)
	case keyOptions:
		return "the options lack " + quoteList(m.lacking(v))
	case keyMultiSelect:
		return "multiSelect is " + strconv.FormatBool(v.MultiSelect)
	case keyIntent:
		if v.Intent == nil {
			return "the question has no intent"
		}
		return "the intent is " + quote(v.Intent.Kind) + ", not " + quote(m.Intent)
	}
	return "the key " + key + " does not hold"
}

// missing returns the words that do not occur.
func (m *Match) missing(v *view) (out []string) {
	for i, w := range m.words {
		if !hasWord(v.words(), w) {
			out = append(out, m.Words[i])
		}
	}
	return out
}

// lacking returns the options that are not offered.
func (m *Match) lacking(v *view) (out []string) {
	for _, o := range m.Options {
		if !offers(v.Question, o) {
			out = append(out, o)
		}
	}
	return out
}

// Miss says in one line why no entry answers q, as d has it: what is used up or
// contradicts itself, which entries came near, and what differed.
func (s *Set) Miss(q *seam.Question, d Decision) string {
	const most = 3
	var b strings.Builder
	b.WriteString("no entry answers " + quote(foldSpace(q.Question)))
	for _, e := range d.UsedUp {
		n := strconv.Itoa(e.Uses())
		b.WriteString("; " + e.Name() + " (" + e.Pos.String() + ") is used up: used " + n + " of " + n)
	}
	for i, e := range d.Disagree {
		if i == 0 {
			b.WriteString("; it was recorded under other ids with different answers:")
		}
		if i == most {
			b.WriteString(" and " + strconv.Itoa(len(d.Disagree)-most) + " more")
			break
		}
		b.WriteString(" " + e.Name() + " (" + e.Pos.String() + ")")
	}
	if len(d.UsedUp) > 0 || len(d.Disagree) > 0 {
		return b.String()
	}
	for i, n := range s.Near(q, most) {
		if i == 0 {
			b.WriteString("; nearest: ")
		} else {
			b.WriteString("; ")
		}
		b.WriteString(n.Entry.Name() + " (" + n.Entry.Pos.String() + "): " + strings.Join(n.Differs, ", "))
	}
	return b.String()
}
