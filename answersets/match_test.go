package answersets

import (
	"strings"
	"testing"

	"standin/seam"
)

func options(labels ...string) []seam.Option {
	out := make([]seam.Option, len(labels))
	for i, l := range labels {
		out[i].Label = l
	}
	return out
}

func TestMatch_everyKeyHasItsOwnComparison(t *testing.T) {
	ask := func(text string) seam.Question { return seam.Question{ID: "q", Question: text} }
	id := func(id string) seam.Question { return seam.Question{ID: id, Question: "?"} }
	detail := func(d string) seam.Question { return seam.Question{ID: "q", Question: "?", Detail: d} }
	header := func(h string) seam.Question { return seam.Question{ID: "q", Question: "?", Header: h} }
	offer := func(labels ...string) seam.Question {
		return seam.Question{ID: "q", Question: "?", Options: options(labels...)}
	}
	for _, c := range []struct {
		match string
		q     seam.Question
		want  bool
	}{
		{`id: "svc.*.port"`, id("svc.web.port"), true},
		{`id: "svc.*.port"`, id("svc..port"), true},
		{`id: "svc.*.port"`, id("svc.a.b.port"), true},
		{`id: "svc.*.port"`, id("svcxport"), false},
		{`id: "svc.*.port"`, id("svc.port"), false},
		{`id: "*"`, id("anything"), true},
		{`id: "a*b*c"`, id("a1b2b3c"), true},
		{`id: "a*b*c"`, id("acb"), false},
		{`id: "a.c"`, id("abc"), false},
		{`id: "DeployEnv"`, id("deployenv"), false},
		{`id: "a*a"`, id("a"), false},

		{`question: "Which  database?"`, ask(" Which\n database? "), true},
		{`question: "Which database?"`, ask("Which Database?"), false},
		{`question: "Which database?"`, ask("Which database??"), false},
		{`question: ".*"`, ask("anything"), false},
		{`question: "caf\u00e9?"`, ask("cafe\u0301?"), true},

		{`contains: "the database"`, ask("Use the\ndatabase?"), true},
		{`contains: "data"`, ask("Use the database?"), true},
		{`contains: "The"`, ask("Use the database?"), false},
		{`contains: " use "`, ask("Misuse it?"), false},
		{`contains: "a.b"`, ask("axb"), false},

		{`regex: "Continue with .* migrations\\?"`, ask("Continue with 3 migrations?"), true},
		{`regex: "Continue with .* migrations\\?"`, ask("Continue with\n3\nmigrations?"), false},
		{`regex: "Continue.*"`, ask("Continue with\n3\nmigrations?"), true},
		{`regex: "Continue"`, ask("Continue?"), false},
		{`regex: "a|b"`, ask("ab"), false},
		{`regex: "Go on\\?"`, ask("Go on?\n"), true},
		{`regex: "(?i)go ON\\?"`, ask("Go on?"), true},
		{`regex: "(?-s)a.b"`, ask("a\nb"), false},

		{`words: [database, USE]`, ask("May I use the Database?"), true},
		{`words: [use]`, ask("Which user?"), false},
		{`words: [use]`, ask("use_it"), true},
		{`words: [drop_table]`, ask("DROP_TABLE users?"), true},
		{`words: [users], without: [drop]`, ask("DROP_TABLE users?"), false},
		{`words: [use]`, ask("re-use?"), true},
		{`words: ["use the"]`, ask("Use  the thing"), true},
		{`words: ["c++"]`, ask("Is C++ fine?"), true},
		{`words: [数据]`, ask("使用哪个数据库？"), true},
		{`words: [use]`, ask("请use数据库"), true},
		{`words: [데이터베이스]`, ask("데이터베이스를 쓸까요?"), true},
		{`words: [straße]`, ask("STRAẞE?"), true},
		{`words: [база]`, ask("Какая БАЗА нужна?"), true},
		{`words: [база]`, ask("Какая базарная?"), false},

		{`words: [use], without: [drop]`, ask("Use it?"), true},
		{`words: [use], without: [drop]`, ask("Use DROP?"), false},
		{`words: [use], without: [drop]`, ask("Use dropbox?"), true},

		{`detail: "rm .*"`, detail("rm -rf x\nand more\n"), true},
		{`detail: "rm"`, detail("rm -rf"), false},
		{`detail: ".*"`, detail(""), false},

		{`header: "My  header"`, header("My header "), true},
		{`header: "Header"`, header("header"), false},

		{`options: [PostgreSQL]`, offer("SQLite", "PostgreSQL (Recommended)"), true},
		{`options: ["PostgreSQL (recommended)", SQLite]`, offer("SQLite", "PostgreSQL"), true},
		{`options: [PostgreSQL, MySQL]`, offer("SQLite", "PostgreSQL"), false},
		{`options: [PostgreSQL]`, ask("?"), false},

		{`multiSelect: true`, seam.Question{ID: "q", Question: "?", MultiSelect: true}, true},
		{`multiSelect: true`, ask("?"), false},
		{`multiSelect: false`, ask("?"), true},
	} {
		s := mustParse(t, "standin: 1\nrules:\n  - match: { "+c.match+" }\n    answer: x\n")
		if got := s.Match(&c.q, nil).Entry != nil; got != c.want {
			t.Errorf("{ %s } matches %+v: %t, want %t", c.match, c.q, got, c.want)
		}
	}
}

func TestMatch_anIntentIsAnsweredOnPurposeOrNotAtAll(t *testing.T) {
	plan := seam.Question{ID: "plan", Question: "Start?", Detail: "the plan", Options: options("Start", "Stop"),
		Intent: &seam.Intent{Kind: seam.PlanReview, Approve: "Start"}}
	for _, c := range []struct{ file, want string }{
		{`answers: { plan: Start }`, "Start"},
		{`answers: { plan: { approve: true } }`, "Start"},
		{`answers: { plan: { approve: false } }`, "Stop"},
		{`answers: { plan: { pick: first } }`, "BAD_ANSWER"},
		{`answers: { other: { approve: true, asked: { question: "Start?", intent: plan-review } } }`, "Start"},
		{`rules: [{ match: { id: plan }, answer: Start }]`, "none"},
		{`rules: [{ match: { question: "Start?" }, answer: { approve: true } }]`, "none"},
		{`rules: [{ match: { intent: plan-review }, answer: { approve: true } }]`, "Start"},
		{`rules: [{ match: { intent: permission }, answer: { approve: true } }]`, "none"},
	} {
		s := mustParse(t, "standin: 1\n"+c.file+"\n")
		if got := answerOf(s, &plan, Values{}); got != c.want {
			t.Errorf("%s answers %s, want %s", c.file, got, c.want)
		}
	}
}

// answerOf returns what a set answers: labels, then the text behind a colon.
func answerOf(s *Set, q *seam.Question, values Values) string {
	d := s.Match(q, nil)
	if d.Entry == nil {
		return "none"
	}
	it, err := d.Entry.Resolve(q, 0, values)
	if err != nil {
		return string(seam.CodeOf(err))
	}
	got := strings.Join(it.Selected, "|")
	if it.Custom != nil {
		got += ":" + *it.Custom
	}
	return got
}

func TestMatch_orderIsIDThenAskedThenRules(t *testing.T) {
	s := mustParse(t, `standin: 1
answers:
  a: by id
  b: { text: by text, asked: { question: "What now?" } }
  c: { text: one, asked: { question: "Twice?" } }
  d: { text: two, asked: { question: "Twice?" } }
  e: { text: same, asked: { question: "Same?" } }
  f: { text: same, asked: { question: "Same?" } }
rules:
  - match: { id: "*" }
    answer: by rule
`)
	for _, c := range []struct{ id, text, want, via string }{
		{"a", "What now?", ":by id", ByID},
		{"new", "What  now?", ":by text", ByAsked},
		{"new", "What then?", ":by rule", ByRule},
		{"new", "Twice?", ":by rule", ByRule},
		{"new", "Same?", ":same", ByAsked},
		{"c", "Twice?", ":one", ByID},
	} {
		q := seam.Question{ID: c.id, Question: c.text}
		d := s.Match(&q, nil)
		if got := answerOf(s, &q, Values{}); got != c.want || d.Via != c.via {
			t.Errorf("%s %q: got %s by %s, want %s by %s", c.id, c.text, got, d.Via, c.want, c.via)
		}
	}
	none := mustParse(t, "standin: 1\nanswers:\n  c: { text: one, asked: { question: \"Twice?\" } }\n  d: { text: two, asked: { question: \"Twice?\" } }\n")
	q := seam.Question{ID: "new", Question: "Twice?"}
	want := `it was recorded under other ids with different answers: "c" (x.yaml:3) "d" (x.yaml:4)`
	if got := none.Miss(&q, none.Match(&q, nil)); !strings.Contains(got, want) {
		t.Errorf("the miss says %s, want %s", got, want)
	}
}
