package answersets

import (
	"slices"
	"strings"
)

// A rule is shadowed where an earlier rule of its file, which may answer without
// end, holds for every question that it holds for. That is decided by comparing
// the two matches key by key, and only claimed where each key of the earlier one
// follows from the later one, unusual white space aside.
//
// To compare each rule with each other one would take too long for thousands of
// them. So an earlier rule is filed under one of its keys, and a later one looks
// only where such rules can stand, at no more than mostCompared in one place.
// Beyond that a shadowed rule goes unnoticed.
const mostCompared = 200

// shadows reports the rules that an earlier one leaves nothing to.
func (l *linter) shadows(rules []*Entry) {
	filed := map[string][]*Entry{}
	for _, e := range rules {
		if by := shadowing(filed, e.Match); by != nil {
			l.report(e.Pos, lintShadowed, "the rule never comes to answer: the one at line %d is tried first and holds for every question that this one holds for", by.Line)
			continue
		}
		// A sequence that is used up does not give way to the next rule.
		if e.Times == 0 {
			for _, key := range e.Match.filedUnder() {
				if len(filed[key]) < mostCompared {
					filed[key] = append(filed[key], e)
				}
			}
		}
	}
}

func shadowing(filed map[string][]*Entry, m *Match) *Entry {
	var by *Entry
	m.lookUnder(func(key string) {
		for _, e := range filed[key] {
			if (by == nil || e.before(by)) && m.implies(e.Match) {
				by = e
				return
			}
		}
	})
	return by
}

func (e *Entry) before(o *Entry) bool {
	return e.Line < o.Line || e.Line == o.Line && e.Col < o.Col
}

// filedUnder returns the places of a rule: what its most telling key says.
func (m *Match) filedUnder() []string {
	switch {
	case m.question != "":
		return []string{keyQuestion + m.question}
	case m.ID != "":
		return []string{keyID + start(m.segments[0])}
	case m.header != "":
		return []string{keyHeader + m.header}
	case len(m.Options) > 0:
		return []string{keyOptions + nfc(m.Options[0])}
	case m.Detail != nil:
		return []string{keyDetail + m.Detail.source}
	case m.Regex != nil:
		return []string{keyRegex + m.Regex.source, keyRegex}
	case len(m.words) > 0:
		return []string{keyWords + firstPiece(m.words[0])}
	}
	return []string{""}
}

// lookUnder calls look for each place where a rule can stand that m implies.
func (m *Match) lookUnder(look func(key string)) {
	look("")
	look(keyWords)
	if m.question != "" {
		look(keyQuestion + m.question)
		look(keyRegex) // all patterns: one of them may match the question
	}
	if m.ID != "" {
		id := start(m.ID)
		for n := range id {
			look(keyID + id[:n])
		}
		look(keyID + id)
	}
	if m.header != "" {
		look(keyHeader + m.header)
	}
	for _, o := range m.Options {
		look(keyOptions + nfc(o))
	}
	if m.Detail != nil {
		look(keyDetail + m.Detail.source)
	}
	if m.Regex != nil {
		look(keyRegex + m.Regex.source)
	}
	for _, text := range append([]string{foldCase(m.question), foldCase(m.contains)}, m.words...) {
		for piece := range strings.FieldsFuncSeq(text, func(r rune) bool { return !spaced(r) }) {
			look(keyWords + piece)
		}
	}
}

// start returns as much of an id as rules are told apart by.
func start(id string) string { return id[:min(len(id), mostCompared)] }

// firstPiece returns the first run of word characters of a word, "" where it is
// of a script without spaces.
func firstPiece(word string) string {
	start := strings.IndexFunc(word, spaced)
	if start < 0 || strings.ContainsFunc(word, func(r rune) bool { return r > 0x2E80 }) {
		return ""
	}
	piece := word[start:]
	if end := strings.IndexFunc(piece, func(r rune) bool { return !spaced(r) }); end >= 0 {
		piece = piece[:end]
	}
	return piece
}

// implies reports whether every question for which m holds is one for which
// earlier holds. It says no where it cannot be sure.
func (m *Match) implies(earlier *Match) bool {
	if m.Intent != earlier.Intent {
		return false
	}
	for _, k := range earlier.Keys {
		if !m.impliesKey(earlier, k.Name) {
			return false
		}
	}
	return true
}

func (m *Match) impliesKey(earlier *Match, key string) bool {
	switch key {
	case keyID:
		// The stars of the one stand for themselves here, and only a star of the
		// other can take them in.
		return m.ID != "" && earlier.idHolds(m.ID)
	case keyQuestion:
		return m.question == earlier.question
	case keyContains:
		return strings.Contains(m.question, earlier.contains) || strings.Contains(m.contains, earlier.contains)
	case keyRegex:
		return m.Regex != nil && m.Regex.source == earlier.Regex.source ||
			m.question != "" && earlier.Regex.Matches(m.question)
	case keyDetail:
		return m.Detail != nil && m.Detail.source == earlier.Detail.source
	case keyWords:
		return !slices.ContainsFunc(earlier.words, func(w string) bool {
			_, ok := m.demands(w)
			return !ok
		})
	case keyWithout:
		return !slices.ContainsFunc(earlier.without, func(w string) bool { return !m.rulesOut(w) })
	case keyHeader:
		return m.header == earlier.header
	case keyOptions:
		return !slices.ContainsFunc(earlier.Options, func(o string) bool { return !slices.Contains(m.Options, o) })
	case keyMultiSelect:
		return m.MultiSelect != nil && *m.MultiSelect == *earlier.MultiSelect
	case keyIntent:
		return true
	}
	return false
}

// rulesOut reports whether no text for which m holds has the word w.
func (m *Match) rulesOut(w string) bool {
	return m.question != "" && !hasWord(foldCase(m.question), w) ||
		slices.ContainsFunc(m.without, func(own string) bool { return hasWord(w, own) })
}
