package answersets

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"standin/seam"
)

// anyMatch writes a match from few words, so that matches often follow from
// one another.
func anyMatch(r *rand.Rand) string {
	texts := []string{"use", "use a database", "Use the database", "database", "the use", "user", "a", "Which use", "数据", "数据库"}
	text := func() string { return fmt.Sprintf("%q", texts[r.IntN(len(texts))]) }
	texts3 := func() string {
		out := []string{text()}
		for r.IntN(3) == 0 {
			out = append(out, text())
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
	regexes := []string{".*database.*", "(?i)use .*", "Use (the|a) database", "(use )+.*", ".* ?use.*", ".*数据库?.*", "[Uu]se.*"}
	ids := []string{"svc.*", "svc.*.port", "svc.a.port", "*", "*.port", "s*c*port", "db"}
	var keys []string
	for len(keys) == 0 {
		for _, k := range []func() string{
			func() string { return "id: " + fmt.Sprintf("%q", ids[r.IntN(len(ids))]) },
			func() string { return "question: " + text() },
			func() string { return "contains: " + text() },
			func() string { return "regex: " + fmt.Sprintf("%q", regexes[r.IntN(len(regexes))]) },
			func() string { return "words: " + texts3() },
			func() string { return "without: " + texts3() },
			func() string { return "header: " + text() },
			func() string { return "options: " + texts3() },
			func() string { return []string{"multiSelect: true", "multiSelect: false"}[r.IntN(2)] },
			func() string { return "intent: " + []string{"x", "y"}[r.IntN(2)] },
		} {
			if r.IntN(6) == 0 {
				keys = append(keys, k())
			}
		}
	}
	return "{ " + strings.Join(keys, ", ") + " }"
}

func anyQuestion(r *rand.Rand) seam.Question {
	texts := []string{"use", "Use the database", "use a database", "user", "the users use a database", "Which use?", "数据库", "preuse", "a", "use use", "Use database user", "用数据", "the user-database"}
	q := seam.Question{
		ID:          []string{"svc.a.port", "svc.b", "svc.port", "db", "a.port", "svc"}[r.IntN(6)],
		Question:    texts[r.IntN(len(texts))],
		Header:      texts[r.IntN(len(texts))],
		MultiSelect: r.IntN(2) == 0,
	}
	for _, label := range []string{"use", "database", "a", "user"} {
		if r.IntN(2) == 0 {
			q.Options = append(q.Options, seam.Option{Label: label})
		}
	}
	if r.IntN(4) == 0 {
		q.Intent = &seam.Intent{Kind: []string{"x", "y"}[r.IntN(2)], Approve: "use"}
	}
	return q
}

// What is reported as shadowed is never reached, and what is reported as a
// contradiction never holds, for any of very many questions.
func TestCheck_claimsOnlyWhatIsSo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	shadowed, never := 0, 0
	for range 4000 {
		source := fmt.Sprintf("standin: 1\nrules:\n  - match: %s\n    answer: a\n  - match: %s\n    answer: b\n", anyMatch(r), anyMatch(r))
		files := fstest.MapFS{"a.yaml": {Data: []byte(source)}}
		problems, err := Check([]string{"a.yaml"}, Options{Open: files.Open})
		if err != nil {
			t.Fatal(err)
		}
		set, err := Parse("a.yaml", []byte(source), Options{})
		if err != nil {
			t.Fatal(err)
		}
		first, second := set.Rules()[0], set.Rules()[1]
		for _, p := range problems {
			for range 300 {
				q := anyQuestion(r)
				v := &view{Question: &q}
				switch {
				case p.Rule == lintShadowed && second.Match.holds(v) && !first.Match.holds(v):
					t.Fatalf("%s\nbut the second rule answers %+v\n%s", p, q, source)
				case p.Rule == lintNeverMatches && p.Line < second.Line && first.Match.holds(v),
					p.Rule == lintNeverMatches && p.Line >= second.Line && second.Match.holds(v):
					t.Fatalf("%s\nbut the rule holds for %+v\n%s", p, q, source)
				}
			}
			switch p.Rule {
			case lintShadowed:
				shadowed++
			case lintNeverMatches:
				never++
			}
		}
	}
	if shadowed < 50 || never < 50 {
		t.Errorf("only %d shadowed rules and %d contradictions were tried", shadowed, never)
	}
}

// Thousands of rules in front do not keep a rule from being seen as shadowed.
func TestCheck_seesAShadowedRuleAmongMany(t *testing.T) {
	var b strings.Builder
	b.WriteString("standin: 1\nrules:\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "  - { match: { words: [database, number%d] }, answer: a }\n", i)
	}
	b.WriteString("  - { match: { regex: \"Is the number4711 of .* database right\\\\?\" }, answer: b }\n")
	b.WriteString("  - { match: { words: [number4711, old, database] }, answer: b }\n")
	files := fstest.MapFS{"a.yaml": {Data: []byte(b.String())}}
	problems, err := Check([]string{"a.yaml"}, Options{Open: files.Open})
	if err != nil {
		t.Fatal(err)
	}
	const where = "line 4714 "
	if len(problems) != 2 || !strings.Contains(problems[0].Message, where) || !strings.Contains(problems[1].Message, where) {
		t.Errorf("got %v, want two rules shadowed by %s", problems, where)
	}
}

// FuzzCheck looks for files that break the linter.
func FuzzCheck(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f.Add("standin: 1\nrules:\n  - match: " + anyMatch(r) + "\n    answer: a\n  - match: " + anyMatch(r) + "\n    answer: { approve: true }\n")
	}
	f.Add("standin: 1\nanswers:\n  a: { select: b, asked: { question: c, options: [d] } }\n  e: $F\n")
	f.Fuzz(func(t *testing.T, source string) {
		files := fstest.MapFS{"a.yaml": {Data: []byte(source)}}
		if _, err := Check([]string{"a.yaml"}, Options{Open: files.Open}); err != nil {
			t.Fatal(err)
		}
	})
}
