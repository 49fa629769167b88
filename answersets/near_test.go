package answersets

import (
	"fmt"
	"strings"
	"testing"

	"standin/seam"
)

func TestMiss_namesTheNearestEntriesAndWhatDiffered(t *testing.T) {
	s := mustParse(t, `standin: 1
answers:
  databse: SQLite
  colour: red
  old: { select: SQLite, asked: { question: "Which database should the service use now?" } }
rules:
  - match: { question: "Which data store should the service use?" }
    answer: PostgreSQL
  - match: { words: [database, service], options: [MySQL] }
    answer: MySQL
  - match: { regex: "Continue with .* migrations" }
    answer: "Yes"
`)
	q := seam.Question{ID: "database", Question: "Which database should the service use?",
		Options: []seam.Option{{Label: "PostgreSQL"}, {Label: "SQLite"}}}
	d := s.Match(&q, nil)
	if d.Entry != nil {
		t.Fatalf("%s answers", d.Entry.Pos)
	}
	got := s.Miss(&q, d)
	for _, want := range []string{
		`no entry answers "Which database should the service use?"`,
		`"databse" (x.yaml:3): its id is another`,
		`"old" (x.yaml:5): its id is another, and it was recorded for "Which database should the service use now?"`,
		`the rule (x.yaml:7): the text is not "Which data store should the service use?"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the miss says %s, want it to say %s", got, want)
		}
	}
	for _, not := range []string{"colour", "migrations"} {
		if strings.Contains(got, not) {
			t.Errorf("the miss says %s, and nothing about %q is near", got, not)
		}
	}
}

func TestDiffers_hasAReasonForEachKey(t *testing.T) {
	q := seam.Question{ID: "x", Question: "Drop the table?", Header: "SQL", Options: []seam.Option{{Label: "Yes"}},
		Detail: "drop table t", Intent: &seam.Intent{Kind: "permission", Approve: "Yes"}}
	for _, c := range []struct{ match, want string }{
		{`id: "y*"`, `the id does not match "y*"`},
		{`question: "Drop it?"`, `the text is not "Drop it?"`},
		{`contains: view`, `the text does not contain "view"`},
		{`regex: ".*view"`, `the text does not match the regex ".*view"`},
		{`words: [table, view]`, `the text lacks "view"`},
		{`without: [view, DROP]`, `the text has "DROP", which the rule excludes`},
		{`detail: "drop"`, `the detail does not match the regex "drop"`},
		{`header: sql`, `the header is "SQL", not "sql"`},
		{`options: [Yes, "No"]`, `the options lack "No"`},
		{`multiSelect: true`, `multiSelect is false`},
		{`intent: plan-review`, `the intent is "permission", not "plan-review"`},
	} {
		match := c.match
		if !strings.HasPrefix(match, "intent") {
			match += ", intent: permission"
		}
		s := mustParse(t, "standin: 1\nrules:\n  - match: { "+match+" }\n    answer: \"Yes\"\n")
		if got := s.Rules()[0].Differs(&q); len(got) != 1 || got[0] != c.want {
			t.Errorf("match { %s }: got %q, want %q", match, got, c.want)
		}
	}
	s := mustParse(t, "standin: 1\nrules:\n  - match: { id: x }\n    answer: \"Yes\"\n")
	want := `the question has the intent "permission", which the match does not name`
	if got := s.Rules()[0].Differs(&q); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkMiss(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		s := mustParse(b, manyRecorded(n))
		q := seam.Question{ID: "another", Question: "Which colour for the chart?"}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s.Miss(&q, s.Match(&q, nil))
			}
		})
	}
}
