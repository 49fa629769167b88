package answersets

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"standin/seam"
)

// scanRules is what the index has to be equal to: every rule in order.
func scanRules(s *Set, q *seam.Question) *Entry {
	v := view{Question: q}
	for _, e := range s.rules {
		if e.Match.holds(&v) {
			return e
		}
	}
	return nil
}

// randomRule writes a rule over a small vocabulary, so that rules often match
// and often nearly do.
func randomRule(r *rand.Rand) string {
	words := []string{"database", "Use", "port", "naïve", "数据库", "drop", "a", "service", "Straße", "x1"}
	word := func() string { return words[r.IntN(len(words))] }
	phrase := func() string { return word() + " " + word() }
	keys := []string{
		fmt.Sprintf("question: %q", phrase()),
		fmt.Sprintf("contains: %q", word()),
		fmt.Sprintf("contains: %q", phrase()),
		fmt.Sprintf("regex: %q", ".*"+word()+".*"),
		fmt.Sprintf("regex: %q", "(?i).*"+word()+"( |\n)"+word()+".*"),
		fmt.Sprintf("regex: %q", ".*("+word()+"|"+phrase()+").*"),
		fmt.Sprintf("regex: %q", "("+word()+")?.*"+word()+"+"),
		fmt.Sprintf("words: [%q, %q]", word(), word()),
		fmt.Sprintf("without: [%q]", word()),
		fmt.Sprintf("id: %q", word()+"*"),
		fmt.Sprintf("id: %q", "*"+word()+"*"+word()),
		fmt.Sprintf("id: %q", word()),
		fmt.Sprintf("header: %q", word()),
		fmt.Sprintf("options: [%q]", word()),
		fmt.Sprintf("detail: %q", "(?i).*"+word()+".*"),
		"multiSelect: true",
		"intent: permission",
	}
	match := map[string]string{}
	for range 1 + r.IntN(3) {
		k := keys[r.IntN(len(keys))]
		name, _, _ := strings.Cut(k, ":")
		match[name] = k
	}
	var parts []string
	for _, k := range match {
		parts = append(parts, k)
	}
	return "  - match: { " + strings.Join(parts, ", ") + " }\n    answer: x\n"
}

func randomQuestion(r *rand.Rand) seam.Question {
	words := []string{"database", "USE", "use", "port", "nai\u0308ve", "数据库", "Drop", "a", "service", "STRASSE", "straße", "x1", "\n", " "}
	text := func(n int) string {
		var b strings.Builder
		for range 1 + r.IntN(n) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteString([]string{" ", "", "\n", ". "}[r.IntN(4)])
		}
		return b.String()
	}
	q := seam.Question{ID: text(3), Question: text(6), Header: words[r.IntN(5)], MultiSelect: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		q.Options = []seam.Option{{Label: words[r.IntN(6)]}, {Label: words[r.IntN(6)] + " (Recommended)"}}
	}
	if r.IntN(3) == 0 {
		q.Detail = text(9)
		q.Intent = &seam.Intent{Kind: "permission", Approve: "Allow"}
	}
	return q
}

func TestIndex_findsWhatTryingEveryRuleFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	hits, misses := 0, 0
	for range 60 {
		var b strings.Builder
		b.WriteString("standin: 1\nrules:\n")
		for range fewRules + 1 + r.IntN(60) {
			b.WriteString(randomRule(r))
		}
		s, err := Parse("x.yaml", []byte(b.String()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			q := randomQuestion(r)
			want, got := scanRules(s, &q), s.Match(&q, nil).Entry
			if got != want {
				t.Fatalf("%+v is answered by %v, want %v in\n%s", q, place(got), place(want), b.String())
			}
			if want == nil {
				misses++
			} else {
				hits++
			}
		}
	}
	if hits < 1000 || misses < 1000 {
		t.Errorf("the questions hit %d times and missed %d times, too one-sided to tell anything", hits, misses)
	}
}

func place(e *Entry) string {
	if e == nil {
		return "none"
	}
	return e.Pos.String()
}

func FuzzMatch(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		q := randomQuestion(r)
		f.Add(randomRule(r)+randomRule(r), q.ID, q.Question, q.Header, q.Detail)
	}
	// The rules that make the set large enough to be indexed match nothing.
	filler := strings.Repeat("  - match: { id: none, intent: none }\n    answer: x\n", fewRules)
	f.Fuzz(func(t *testing.T, rules, id, text, header, detail string) {
		s, err := Parse("x.yaml", []byte("standin: 1\nrules:\n"+filler+rules), openIn(nil))
		if err != nil {
			return
		}
		q := seam.Question{ID: id, Question: text, Header: header, Detail: detail, Options: options(header+"x", id+"y")}
		if got, want := s.Match(&q, nil).Entry, scanRules(s, &q); got != want {
			t.Fatalf("%+v is answered by %s, want %s in\n%s", q, place(got), place(want), rules)
		}
	})
}

func TestIndex_triesFewOfManyRules(t *testing.T) {
	for name, c := range manyRules() {
		s := mustParse(t, c.file(10_000))
		q := c.question(7_777)
		v := view{Question: &q}
		tried := 0
		for it := s.index.candidates(&v); it.next() != nil; {
			tried++
		}
		if tried > 200 {
			t.Errorf("%s: %d of 10000 rules are tried for one question, want at most 200", name, tried)
		}
		if e := s.Match(&q, nil).Entry; e == nil || e.Index != 7_777 {
			t.Errorf("%s: the question is answered by %v, want rule 7777", name, place(e))
		}
	}
}

func mustParse(t testing.TB, file string) *Set {
	t.Helper()
	s, err := Parse("x.yaml", []byte(file), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// rulesOf is a kind of rule in any number.
type rulesOf struct {
	match    string // with %d for the number of the rule
	question func(int) seam.Question
}

func (c rulesOf) file(n int) string {
	var b strings.Builder
	b.WriteString("standin: 1\nrules:\n")
	for i := range n {
		b.WriteString("  - match: { " + strings.ReplaceAll(c.match, "%d", fmt.Sprintf("%05d", i)) + " }\n    answer: \"yes\"\n")
	}
	return b.String()
}

func manyRules() map[string]rulesOf {
	text := func(i int) seam.Question {
		return seam.Question{ID: "q", Question: fmt.Sprintf("Shall the deployment of service-%05d go on without a backup?", i)}
	}
	return map[string]rulesOf{
		"id":       {`id: "svc-%d"`, func(i int) seam.Question { return seam.Question{ID: fmt.Sprintf("svc-%05d", i), Question: "?"} }},
		"pattern":  {`id: "svc.%d.*"`, func(i int) seam.Question { return seam.Question{ID: fmt.Sprintf("svc.%05d.port", i), Question: "?"} }},
		"question": {`question: "Shall the deployment of service-%d go on without a backup?"`, text},
		"contains": {`contains: "deployment of service-%d"`, text},
		"regex":    {`regex: "Shall the deployment of service-%d .*"`, text},
		"choice":   {`regex: "Shall the (deployment|removal) of service-(%d|x%d) .*"`, text},
		"words":    {`words: [deployment, service-%d], without: [remove]`, text},
		"header": {`header: "Service %d"`, func(i int) seam.Question {
			return seam.Question{ID: "q", Question: "?", Header: fmt.Sprintf("Service %05d", i)}
		}},
		"options": {`options: ["Option %d"]`, func(i int) seam.Question {
			return seam.Question{ID: "q", Question: "?", Options: []seam.Option{{Label: fmt.Sprintf("Option %05d (Recommended)", i)}}}
		}},
		"detail": {`intent: permission, detail: ".*run %d.*"`, func(i int) seam.Question {
			return seam.Question{ID: "q", Question: "?", Detail: strings.Repeat("some line\n", 100) + fmt.Sprintf("run %05d", i), Intent: &seam.Intent{Kind: "permission"}}
		}},
	}
}
