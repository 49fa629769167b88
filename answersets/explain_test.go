package answersets

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"standin/seam"
)

func parseSet(t *testing.T, source string) *Set {
	t.Helper()
	set, err := Parse("ci.yaml", []byte("standin: 1\n"+source), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// The suggested rule answers the reworded question and the one that was recorded.
func TestExplain_suggestsARuleThatWouldHaveMatched(t *testing.T) {
	for _, c := range []struct{ name, entry, asked, now, words string }{
		{"recorded", `answers: { q1: { select: SQLite, asked: { question: "Which database engine should the new service use?" } } }`,
			"Which database engine should the new service use?", "Which database should this service use?", "[database, service]"},
		{"question of a rule", `rules: [{ match: { question: "Shall I continue with the migrations?" }, answer: SQLite }]`,
			"Shall I continue with the migrations?", "Continue with migrations now?", "[continue, migrations]"},
		{"what a rule asks for besides is kept", `rules: [{ match: { regex: "Shall I continue with .* migrations\\?", without: [drop], options: [SQLite], multiSelect: false }, answer: SQLite }]`,
			"Shall I continue with these migrations?", "Continue with migrations now?", "[continue, migrations], without: [drop], options: [SQLite], multiSelect: false"},
		{"a script without spaces", `answers: { q1: { select: SQLite, asked: { question: "服务应该使用哪个数据库？" } } }`,
			"服务应该使用哪个数据库？", "这个服务使用什么数据库？", "[服务, 使用, 数据库]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := &seam.Question{ID: "new", Question: c.now, Options: options("SQLite", "MySQL")}
			x := parseSet(t, c.entry).Explain(q, Values{})
			if x.Entry != nil || !strings.Contains(x.Suggestion, c.words) {
				t.Fatalf("suggestion %q, want one with %s", x.Suggestion, c.words)
			}
			rule := parseSet(t, "rules:\n"+x.Suggestion)
			for _, text := range []string{c.now, c.asked} {
				q.Question = text
				again := rule.Explain(q, Values{})
				if again.Entry == nil || again.Err != nil || again.Item.Selected[0] != "SQLite" {
					t.Errorf("the suggested rule does not answer %q: %v\n%s", text, again.Err, x.Suggestion)
				}
			}
		})
	}
}

func TestExplain_suggestsNothingThatWouldNotFit(t *testing.T) {
	source := `
answers: { q1: { select: SQLite, asked: { question: "Which database engine should the new service use?" } } }
rules: [{ match: { words: [database, service, uses, now], without: [drop] }, answer: SQLite }]`
	for name, q := range map[string]seam.Question{
		"another offer": {ID: "new", Question: "Which database should this service use?", Options: options("MySQL")},
		"an intent":     {ID: "new", Question: "Which database should this service use?", Options: options("SQLite"), Intent: &seam.Intent{Kind: "x", Approve: "SQLite"}},
		"excluded":      {ID: "q2", Question: "Drop the database that the service uses?", Options: options("SQLite", "No")},
		"one word":      {ID: "q2", Question: "Which database?", Options: options("SQLite", "No")},
	} {
		x := parseSet(t, source).Explain(&q, Values{})
		if x.Suggestion != "" {
			t.Errorf("%s: suggests %q", name, x.Suggestion)
		}
	}
}

func TestAnswer_stringIsWhatStandsInAFile(t *testing.T) {
	for _, text := range []string{
		"SQLite", `"yes"`, "[a, b]", `{ text: "a: b" }`, "{ env: API_TOKEN }", "{ file: token.txt }", "{ skip: true }",
		"{ refuse: true }", "{ refuse: a person must decide }", "{ approve: true }", "{ approve: false }", "{ pick: first }",
		"{ sequence: [No, { skip: true }] }", "[{ contains: a }, { regex: b }]", "{ select: [a], text: b }", "{ select: [a, b], text: { env: C } }",
	} {
		set := parseSet(t, "answers: { a: "+text+" }")
		got := set.Lookup("a").Answer.String()
		again := parseSet(t, "answers: { a: "+got+" }")
		if !again.Lookup("a").Answer.equal(&set.Lookup("a").Answer, &seam.Question{}) {
			t.Errorf("%s is written as %s, which is another answer", text, got)
		}
	}
}

// Whatever the rules are, a rule that is suggested loads and answers.
func TestExplain_whatIsSuggestedAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	texts := []string{"Which database engine do the users use", "Use the database of the users?", "数据库用户使用什么", "Drop the database: users, #1?"}
	suggested := 0
	for range 3000 {
		text := func() string { return strconv.Quote(texts[r.IntN(len(texts))]) }
		set := parseSet(t, "answers: { a*b: { select: use, asked: { question: "+text()+" } } }\nrules:\n"+
			"  - { match: "+anyMatch(r)+", answer: [use] }\n"+
			"  - { match: { question: "+text()+", header: x }, answer: { text: \"#\" } }\n"+
			"  - { match: { contains: "+text()+", without: [drop] }, answer: { pick: first } }\n")
		q := anyQuestion(r)
		q.ID, q.Question = "new", texts[r.IntN(len(texts))]+" now"
		x := set.Explain(&q, Values{})
		if x.Suggestion == "" {
			continue
		}
		suggested++
		again, err := Parse("ci.yaml", []byte("standin: 1\nrules:\n"+x.Suggestion), Options{})
		if err != nil {
			t.Fatalf("the suggestion does not load: %v\n%s", err, x.Suggestion)
		}
		if again.Match(&q, nil).Entry == nil {
			t.Fatalf("the suggestion does not answer %+v\n%s", q, x.Suggestion)
		}
	}
	if suggested < 100 {
		t.Errorf("only %d rules were suggested", suggested)
	}
}
