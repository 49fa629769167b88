package answersets

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"standin/seam"
)

// Explanation says what the set makes of one question.
type Explanation struct {
	// Decision says which entry answers, as if none had been used yet.
	Decision
	// Drift says how the question differs from the recorded one, "" where it
	// does not.
	Drift string
	// Item is the answer, and Err why the entry has none that fits. Where it was
	// taken from the environment or a file, its source says so.
	Item seam.Item
	Err  error
	// Near are the entries that came near where none answers, the nearest first.
	Near []Near
	// Suggestion is a rule, as it is written in a file, that would answer as the
	// nearest entry does; "" where there is none to suggest.
	Suggestion string
}

// Explain says which entry answers q and what its answer comes to, or which came
// near and what differed.
func (s *Set) Explain(q *seam.Question, values Values) Explanation {
	x := Explanation{Decision: s.Match(q, nil)}
	if e := x.Entry; e != nil {
		x.Drift = e.Drift(q)
		x.Item, x.Err = e.Resolve(q, 0, values)
		return x
	}
	const most = 5
	x.Near = s.Near(q, most)
	for _, n := range x.Near {
		if n.Entry.excludes(q) {
			x.Suggestion = "" // somebody has thought of it, and wants no answer
			break
		}
		if x.Suggestion == "" {
			x.Suggestion = n.Entry.suggest(q, values)
		}
	}
	return x
}

// excludes reports whether the entry is a rule that leaves q out by name.
func (e *Entry) excludes(q *seam.Question) bool {
	return e.Match != nil && len(e.Match.without) > 0 && !e.Match.keyHolds(keyWithout, &view{Question: q})
}

// suggest returns a rule with the words that the entry's text and q have in
// common, and with what else the entry asks for, which q has to meet. None is
// suggested for an intent, which is not to be answered by what its question is
// like, nor where the answer would not fit.
func (e *Entry) suggest(q *seam.Question, values Values) string {
	own, rest := "", []string(nil)
	switch {
	case q.Intent != nil:
	case e.Asked != nil:
		own = e.Asked.text
	case e.Match != nil:
		v := &view{Question: q}
		for _, p := range e.Match.facts().parts {
			own += " " + strings.Trim(p.folded, inside(""))
		}
		for _, k := range e.Match.Keys {
			switch k.Name {
			case keyID, keyQuestion, keyContains, keyRegex, keyWords:
				continue
			}
			if !e.Match.keyHolds(k.Name, v) {
				return ""
			}
			rest = append(rest, e.Match.keyText(k.Name))
		}
	}
	words := telling(foldCase(own), foldCase(foldSpace(q.Question)))
	if len(words) < 2 {
		return ""
	}
	if _, err := e.Resolve(q, 0, values); err != nil && seam.CodeOf(err) == seam.BadAnswer {
		return ""
	}
	keys := append([]string{keyWords + ": " + textList(words)}, rest...)
	return "- match: { " + strings.Join(keys, ", ") + " }\n  answer: " + e.Answer.String() + "\n"
}

// keyText writes a key that does not look at the text, as it stands in a file.
func (m *Match) keyText(key string) string {
	switch key {
	case keyWithout:
		return key + ": " + textList(m.Without)
	case keyOptions:
		return key + ": " + textList(m.Options)
	case keyHeader:
		return key + ": " + scalarText(m.Header)
	case keyDetail:
		return key + ": " + scalarText(m.Detail.source)
	}
	return key + ": " + strconv.FormatBool(*m.MultiSelect) // a question without an intent meets no other
}

func textList(texts []string) string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = scalarText(t)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// telling returns the words, at most five, that both texts have and that say
// what they are about: the longest ones, in the order of the first text.
func telling(a, b string) []string {
	const most = 5
	var words []string
	add := func(w string) {
		if !slices.Contains(words, w) && hasWord(a, w) && hasWord(b, w) {
			words = append(words, w)
		}
	}
	eachWord(a, func(w string) {
		if utf8.RuneCountInString(w) > 2 && !slices.Contains(filler(), w) {
			add(w)
		}
	})
	eachShared(a, b, add)
	byLength := slices.Clone(words)
	slices.SortStableFunc(byLength, func(x, y string) int { return utf8.RuneCountInString(y) - utf8.RuneCountInString(x) })
	byLength = byLength[:min(len(byLength), most)]
	return slices.DeleteFunc(words, func(w string) bool { return !slices.Contains(byLength, w) })
}

// eachShared hands f the runs of two characters or more that both texts have in
// scripts that write no spaces between words.
func eachShared(a, b string, f func(string)) {
	for run := range strings.FieldsFuncSeq(a, func(r rune) bool { return spaced(r) || !unicode.IsLetter(r) }) {
		rest := []rune(run)
		for len(rest) > 0 {
			n := 0
			for n < len(rest) && strings.Contains(b, string(rest[:n+1])) {
				n++
			}
			if n > 1 {
				f(string(rest[:n]))
			}
			rest = rest[max(n, 1):]
		}
	}
}

// filler lists words that most questions have.
func filler() []string {
	return strings.Fields("the and for should would could shall will can may does did are was were you your this that these those which what who how when where with from into want use using please")
}
