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
	common := map[string]int{} // how many rules have a word
	for _, e := range rules {
		for _, w := range e.Match.words {
			common[w]++
		}
	}
	for _, e := range rules {
		if by := shadowing(filed, e.Match); by != nil {
			l.report(e.Pos, lintShadowed, "the rule never comes to answer: the one at line %d is tried first and holds for every question that this one holds for", by.Line)
			continue
		}
		// A sequence that is used up does not give way to the next rule.
		if e.Times == 0 {
			for _, key := range e.Match.filedUnder(common) {
				if len(filed[key]) < mostCompared {
					filed[key] = append(filed[key], e)
				}
			}
		}
	}
}

func shadowing(filed map[string][]*Entry, m *Match) *Entry {
	var by *Entry
	known := m.facts()
	known.lookUnder(func(key string) {
		for _, e := range filed[key] {
			if (by == nil || e.before(by)) && known.imply(e.Match) {
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

// filedUnder returns the places of a rule: what its most telling key says, of its
// words the least common one.
func (m *Match) filedUnder(common map[string]int) []string {
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
		return []string{keyWords + firstPiece(slices.MinFunc(m.words, func(a, b string) int { return common[a] - common[b] }))}
	}
	return []string{""}
}

// lookUnder calls look for each place where a rule can stand that follows from
// what is known.
func (f *facts) lookUnder(look func(key string)) {
	look("")
	look(keyWords)
	if f.question != "" {
		look(keyQuestion + f.question)
		look(keyRegex) // all patterns: one of them may match the question
	}
	if f.ID != "" {
		id := start(f.ID)
		for n := range id {
			look(keyID + id[:n])
		}
		look(keyID + id)
	}
	if f.header != "" {
		look(keyHeader + f.header)
	}
	for _, o := range f.Options {
		look(keyOptions + nfc(o))
	}
	if f.Detail != nil {
		look(keyDetail + f.Detail.source)
	}
	if f.Regex != nil {
		look(keyRegex + f.Regex.source)
	}
	for i := range f.parts {
		for piece := range strings.FieldsFuncSeq(f.parts[i].folded, func(r rune) bool { return !spaced(r) }) {
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

// imply reports whether earlier holds for every question for which the match of
// the facts does. It says no where it cannot be sure.
func (f *facts) imply(earlier *Match) bool {
	if f.Intent != earlier.Intent {
		return false
	}
	for i := range earlier.Keys {
		if !f.implyKey(earlier, earlier.Keys[i].Name) {
			return false
		}
	}
	return true
}

func (f *facts) implyKey(earlier *Match, key string) bool {
	switch key {
	case keyID:
		// The stars of the one stand for themselves here, and only a star of the
		// other can take them in.
		return f.ID != "" && earlier.idHolds(f.ID)
	case keyQuestion:
		return f.question == earlier.question
	case keyContains:
		return f.contain(earlier.contains)
	case keyRegex:
		return f.Regex != nil && f.Regex.source == earlier.Regex.source ||
			f.question != "" && earlier.Regex.Matches(f.question)
	case keyDetail:
		return f.Detail != nil && f.Detail.source == earlier.Detail.source
	case keyWords:
		return !slices.ContainsFunc(earlier.words, func(w string) bool {
			_, ok := f.has(w)
			return !ok
		})
	case keyWithout:
		return !slices.ContainsFunc(earlier.without, func(w string) bool { return !f.lacks(w) })
	case keyHeader:
		return f.header == earlier.header
	case keyOptions:
		return !slices.ContainsFunc(earlier.Options, func(o string) bool { return !slices.Contains(f.Options, o) })
	case keyMultiSelect:
		return f.MultiSelect != nil && *f.MultiSelect == *earlier.MultiSelect
	case keyIntent:
		return true
	}
	return false
}
