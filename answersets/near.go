package answersets

import (
	"cmp"
	"math/bits"
	"slices"

	"standin/internal/spell"
	"standin/seam"
)

// Likeness is for messages alone. A miss names the entries that came near, so
// that a slip in an id or a reworded question is seen at once; none of them ever
// answers because of it.

// Near is an entry that came near to a question.
type Near struct {
	Entry *Entry
	// Differs says what kept it from answering.
	Differs []string
	// Likeness is between 0 and 1.
	Likeness float64
}

// Near returns the entries, at most n, that are most like q and do not answer
// it, the nearest first, and none that is not like it at all. It looks at every
// entry of the set, if briefly: it is for what has gone wrong.
func (s *Set) Near(q *seam.Question, n int) []Near {
	const (
		looked = 64  // how many entries are looked at closely
		least  = 0.5 // the likeness that is worth mentioning
	)
	s.signing.Do(s.sign)
	v := &view{Question: q}
	type rough struct {
		entry    *Entry
		likeness float64
	}
	asked := signQuestion(v)
	var all []rough
	for i, e := range s.Entries() {
		if l := s.signatures[i].like(&asked); l >= 0.3 {
			all = append(all, rough{e, l})
		}
	}
	slices.SortStableFunc(all, func(a, b rough) int { return cmp.Compare(b.likeness, a.likeness) })
	var out []Near
	for _, r := range all[:min(len(all), looked)] {
		differs := r.entry.differs(v)
		if l := r.entry.likeness(v); l >= least && len(differs) > 0 {
			out = append(out, Near{r.entry, differs, l})
		}
	}
	slices.SortStableFunc(out, func(a, b Near) int { return cmp.Compare(b.Likeness, a.Likeness) })
	return out[:min(len(out), n)]
}

// likeness says how much of what the entry asks for the question has.
func (e *Entry) likeness(v *view) float64 {
	if e.Kind == KindID {
		l := alike(e.ID, v.ID)
		if e.Asked != nil {
			l = max(l, sharedWords(e.Asked.text, v.text()))
		}
		return l
	}
	var sum, weight float64
	for _, k := range e.Match.Keys {
		w := 1.0
		if k.Name == keyWithout || k.Name == keyMultiSelect {
			w = 0.2 // these hold for most questions
		}
		weight += w
		sum += w * e.Match.keyLikeness(k.Name, v)
	}
	return sum / weight
}

func (m *Match) keyLikeness(key string, v *view) float64 {
	if m.keyHolds(key, v) {
		return 1
	}
	switch key {
	case keyID:
		return alike(m.ID, v.ID)
	case keyQuestion:
		return sharedWords(m.question, v.text())
	case keyContains:
		return containedWords(m.contains, v.text())
	case keyRegex:
		return containedWords(m.Regex.source, v.text())
	case keyWords:
		return 1 - float64(len(m.missing(v)))/float64(len(m.Words))
	case keyOptions:
		return 1 - float64(len(m.lacking(v)))/float64(len(m.Options))
	}
	return 0
}

// alike compares two ids by the edits between them.
func alike(a, b string) float64 {
	longer := max(len([]rune(a)), len([]rune(b)), 1)
	return max(0, 1-float64(spell.Distance(foldCase(a), foldCase(b)))/float64(min(longer, 200)))
}

// sharedWords compares two texts by the words that both have.
func sharedWords(a, b string) float64 {
	x, y := wordSet(a), wordSet(b)
	return 2 * float64(common(x, y)) / float64(max(len(x)+len(y), 1))
}

// containedWords tells how many of the words of part occur in text.
func containedWords(part, text string) float64 {
	x := wordSet(part)
	return float64(common(x, wordSet(text))) / float64(max(len(x), 1))
}

func common(x, y map[string]bool) (n int) {
	for w := range x {
		if y[w] {
			n++
		}
	}
	return n
}

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	eachWord(foldCase(s), func(w string) { set[w] = true })
	return set
}

// signature holds which words and which pairs of characters of an id there are,
// as bits, to tell quickly what cannot be like.
type signature struct{ id, text bitset }

type bitset [4]uint64

func (b *bitset) add(s string) {
	h := mix(hash(s)) % 256
	b[h/64] |= 1 << (h % 64)
}

// shared returns how many of the bits of b are in c, from 0 to 1.
func (b *bitset) shared(c *bitset) float64 {
	both, own := 0, 0
	for i := range b {
		both += bits.OnesCount64(b[i] & c[i])
		own += bits.OnesCount64(b[i])
	}
	return float64(both) / float64(max(own, 1))
}

func (s *signature) like(q *signature) float64 {
	return max(s.id.shared(&q.id), s.text.shared(&q.text))
}

func (s *signature) addID(id string) {
	id = foldCase(id)
	for i := 0; i+2 <= len(id); i++ {
		s.id.add(id[i : i+2])
	}
}

func (s *signature) addText(text string) { eachWord(foldCase(text), s.text.add) }

func signQuestion(v *view) (s signature) {
	s.addID(v.ID)
	s.addText(v.text())
	s.text.add(v.header())
	for i := range v.Options {
		s.text.add(plain(v.Options[i].Label))
	}
	if v.Intent != nil {
		s.text.add(v.Intent.Kind)
	}
	return s
}

// sign makes the signatures of all entries.
func (s *Set) sign() {
	s.signatures = make([]signature, s.Len())
	for i, e := range s.Entries() {
		sig := &s.signatures[i]
		sig.addID(e.ID)
		if e.Asked != nil {
			sig.addText(e.Asked.text)
		}
		m := e.Match
		if m == nil {
			continue
		}
		sig.addID(m.ID)
		sig.addText(m.question)
		sig.addText(m.contains)
		if m.Regex != nil {
			sig.addText(m.Regex.source)
		}
		for _, w := range m.words {
			sig.addText(w)
		}
		for _, o := range m.Options {
			sig.text.add(plain(o))
		}
		if m.header != "" {
			sig.text.add(m.header)
		}
		if m.Intent != "" {
			sig.text.add(m.Intent)
		}
	}
}
