package answersets

import (
	"regexp"
	"slices"
	"strings"
)

// neverMatches reports a rule whose match contradicts itself.
func (l *linter) neverMatches(e *Entry) bool {
	m := e.Match
	if m.question != "" {
		text := foldCase(m.question)
		switch missing := slices.IndexFunc(m.words, func(w string) bool { return !hasWord(text, w) }); {
		case m.contains != "" && !strings.Contains(m.question, m.contains):
			return l.contradiction(m, keyContains, "the question of the rule does not contain %s", quote(m.Contains))
		case missing >= 0:
			return l.contradiction(m, keyWords, "the question of the rule has not the word %s", quote(m.Words[missing]))
		}
	}
	known := m.facts()
	for i, w := range m.without {
		if source, ok := known.has(w); ok {
			return l.contradiction(m, keyWithout, "the rule wants a text without %s and, by its %s, with it", quote(m.Without[i]), source)
		}
	}
	return false
}

func (l *linter) contradiction(m *Match, key, format string, args ...any) bool {
	at := m.Pos
	for _, k := range m.Keys {
		if k.Name == key {
			at = k.Pos
		}
	}
	l.report(at, lintNeverMatches, format+": it can never match", args...)
	return true
}

// narrow reports whether a key of m leaves out most questions.
func (m *Match) narrow(key string) bool {
	switch key {
	case keyID:
		return strings.Trim(m.ID, "*") != ""
	case keyContains:
		return strings.ContainsFunc(m.Contains, func(r rune) bool { return !strings.ContainsRune("?？.:!, ", r) })
	case keyRegex:
		return !wide(m.Regex)
	case keyDetail:
		return !wide(m.Detail)
	case keyWithout, keyMultiSelect:
		return false
	}
	return true
}

// wide reports whether a pattern matches texts that have nothing in common but
// the question mark at their end.
func wide(p *Pattern) bool {
	for _, text := range []string{"Which database should the service use?", "n?", "7 × 8 = ?", "データベースはどれですか?", "Ja, weiter\n(2/3)\n- x?"} {
		if !p.Matches(text) {
			return false
		}
	}
	return true
}

// matchesAnything reports a rule that would answer nearly every question. One
// that refuses them answers none, and may be meant.
func (l *linter) matchesAnything(e *Entry) {
	m := e.Match
	if e.Answer.Form == FormRefuse || slices.ContainsFunc(m.Keys, func(k Key) bool { return m.narrow(k.Name) }) {
		return
	}
	hint := "say what it is about"
	switch {
	case e.Answer.Form == FormSkip:
		hint += ", or set the policy unanswered: skip"
	case e.Answer.Form == FormPick && e.Answer.Pick != PickAll:
		hint += ", or set the policy unanswered: " + string(e.Answer.Pick)
	}
	l.report(m.Pos, lintMatchesAnything, "the rule would answer nearly every question: %s", hint)
}

// patternShape finds what stands in a regular expression and hardly in a text. A
// backslash alone may be part of a path.
func patternShape() *regexp.Regexp {
	return regexp.MustCompile(`\.[*+]|\\[dswDSW][*+]|\\[?(\[]|\(\?i\)|^\^.*\$$`)
}

// patternText reports plain text that was meant as a pattern.
func (l *linter) patternText(e *Entry) {
	m := e.Match
	for _, key := range []struct{ name, text string }{{keyQuestion, m.Question}, {keyContains, m.Contains}} {
		if found := l.pattern.FindString(key.text); found != "" {
			l.report(m.Pos, lintPatternText, "%s is plain text, and %s in it stands for nothing but itself: for a pattern, use regex", key.name, quote(found))
		}
	}
}

// patternID reports an id under answers that was meant as a pattern.
func (l *linter) patternID(e *Entry) {
	if idPattern(e.ID) {
		l.report(e.Pos, lintPatternText, "under answers %s is the whole id, star included: for a pattern, write a rule with match: { id: %s }", e.Name(), quote(e.ID))
	}
}

// idPattern reports whether an id looks like names with dots or dashes between
// them, of which a star stands for some.
func idPattern(id string) bool {
	if !strings.Contains(id, "*") || strings.HasPrefix(id, "*") {
		return false
	}
	return !strings.ContainsFunc(id, func(r rune) bool { return !spaced(r) && !strings.ContainsRune("*.-/:", r) })
}
