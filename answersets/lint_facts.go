package answersets

import (
	"regexp/syntax"
	"slices"
	"strings"
)

// facts are what is known about every text for which a match holds.
type facts struct {
	*Match
	parts []part
}

// part is something that occurs in the text.
type part struct {
	key    string // what says so
	exact  string // as it occurs, "" where its case is not known
	folded string // with its case folded, and word characters around it where more may follow
}

func (m *Match) facts() facts {
	f := facts{Match: m}
	if m.question != "" {
		f.parts = append(f.parts, part{keyQuestion, m.question, foldCase(m.question)})
	}
	for _, w := range m.words {
		f.parts = append(f.parts, part{keyWords, "", w})
	}
	if m.contains != "" {
		f.parts = append(f.parts, part{keyContains, m.contains, inside(foldCase(m.contains))})
	}
	if m.Regex != nil {
		f.literals()
	}
	return f
}

// inside returns a part of a text as it stands in the middle of a word, since
// nothing is known about the characters around it.
func inside(part string) string { return "\U00010428" + part + "\U00010428" }

// literals adds what stands in the pattern and has to occur as it stands.
func (f *facts) literals() {
	tree, err := syntax.Parse(nfc(f.Regex.source), syntax.Perl|syntax.DotNL)
	if err != nil {
		return // such a pattern is not loaded
	}
	f.literal(tree)
}

func (f *facts) literal(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		p := part{key: keyRegex, exact: foldRuns(string(re.Rune))}
		p.folded = inside(foldCase(p.exact))
		if re.Flags&syntax.FoldCase != 0 {
			p.exact = ""
		}
		f.parts = append(f.parts, p)
	case syntax.OpCapture, syntax.OpPlus:
		f.literal(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			f.literal(sub)
		}
	}
}

// has reports whether the word w, which is case folded, occurs in every text,
// and which key says so.
func (f *facts) has(w string) (key string, ok bool) {
	for i := range f.parts {
		if hasWord(f.parts[i].folded, w) {
			return f.parts[i].key, true
		}
	}
	return "", false
}

// contain reports whether s occurs in every text.
func (f *facts) contain(s string) bool {
	return slices.ContainsFunc(f.parts, func(p part) bool { return strings.Contains(p.exact, s) })
}

// lacks reports whether the word w occurs in no text.
func (f *facts) lacks(w string) bool {
	return f.question != "" && !hasWord(foldCase(f.question), w) ||
		slices.ContainsFunc(f.without, func(own string) bool { return hasWord(w, own) })
}
