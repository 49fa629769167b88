package answersets

import (
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// The keys of a rule.
const (
	keyMatch  = "match"
	keyAnswer = "answer"
	keyTimes  = "times"
)

// rule reads one element of rules into e and reports whether it is sound.
func (r *reader) rule(n *yaml.Node, e *Entry) bool {
	before := len(r.problems)
	pairs := r.pairs(n, "a rule")
	if pairs == nil && len(r.problems) > before {
		return false
	}
	e.Pos, e.Kind = r.pos(n), KindRule
	answered := false
	for _, p := range pairs {
		switch p.name {
		case keyMatch:
			e.Match = r.match(p.value)
		case keyAnswer:
			answered = true
			r.answer(p.value, "the answer of a rule", &e.Answer, nil)
		case keyTimes:
			e.Times = r.times(p.value)
		default:
			switch r.unknown(p, "a rule", []string{keyMatch, keyAnswer, keyTimes}) {
			case keyMatch:
				e.Match = &Match{}
			case keyAnswer:
				answered = true
			}
		}
	}
	if e.Match == nil {
		r.fault(n, "missing-match", "the rule has no match, which says what it answers")
		e.Match = &Match{}
	}
	if !answered {
		r.fault(n, "missing-answer", "the rule has no answer")
	}
	if e.Times > 0 && e.Answer.Form == FormSequence {
		r.fault(n, "times-and-sequence", "the rule has times beside a sequence, which has its own length: leave times out")
	}
	if e.Match.Intent != "" && e.Answer.picks() {
		r.fault(n, "intent-pick", "an intent is never answered by pick: name a label, or approve")
	}
	return len(r.problems) == before
}

func (a *Answer) picks() bool {
	for i := range a.Sequence {
		if a.Sequence[i].picks() {
			return true
		}
	}
	return a.Form == FormPick
}

func (r *reader) times(n *yaml.Node) int {
	s, ok := r.scalar(n, keyTimes)
	if !ok {
		return 0
	}
	times, err := strconv.ParseInt(s, 10, 32)
	if err != nil || times < 1 || s != strconv.FormatInt(times, 10) {
		r.fault(n, "wrong-value", "times takes a whole number from 1 on, not %s", quote(s))
		return 0
	}
	return int(times)
}

// match reads a match. It is never nil, so that a rule has one, if a wrong one.
func (r *reader) match(n *yaml.Node) *Match {
	m := &Match{}
	before := len(r.problems)
	pairs := r.pairs(n, keyMatch)
	m.Pos = r.pos(n)
	for _, p := range pairs {
		r.matchKey(p, m)
		m.Keys = append(m.Keys, Key{r.pos(p.key), p.name})
	}
	if len(pairs) == 0 && len(r.problems) == before {
		r.fault(n, "missing-match", "the match is empty and would answer every question: say what it answers")
	}
	return m
}

func (r *reader) matchKey(p pair, m *Match) {
	what := "match." + p.name
	switch p.name {
	case keyID:
		m.ID, _ = r.text(p.value, what)
		m.segments = strings.Split(m.ID, "*")
	case keyQuestion:
		m.Question, _ = r.text(p.value, what)
		m.question = foldSpace(m.Question)
	case keyContains:
		m.Contains, _ = r.text(p.value, what)
		m.contains = foldRuns(m.Contains)
	case keyRegex:
		m.Regex = r.pattern(p.value, what)
	case keyDetail:
		m.Detail = r.pattern(p.value, what)
	case keyWords:
		m.Words = r.texts(p.value, what)
		m.words = foldWords(m.Words)
	case keyWithout:
		m.Without = r.texts(p.value, what)
		m.without = foldWords(m.Without)
	case keyHeader:
		m.Header, _ = r.text(p.value, what)
		m.header = foldSpace(m.Header)
	case keyOptions:
		m.Options = r.texts(p.value, what)
	case keyMultiSelect:
		b, _ := r.flag(p.value, what)
		m.MultiSelect = &b
	case keyIntent:
		m.Intent, _ = r.text(p.value, what)
	default:
		r.unknown(p, keyMatch, MatchKeys())
	}
}

func foldWords(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = foldCase(foldSpace(w))
	}
	return out
}

func (r *reader) pattern(n *yaml.Node, what string) *Pattern {
	s, ok := r.text(n, what)
	if !ok {
		return nil
	}
	p, err := newPattern(s)
	if err != nil {
		r.fault(n, "bad-regex", "%s does not compile: %v", what, err)
	}
	return p
}
