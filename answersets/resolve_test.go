package answersets

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"standin/seam"
)

func TestResolve_labels(t *testing.T) {
	for _, c := range []struct {
		answer  string
		options []string
		want    string
	}{
		{`Yes`, []string{"Yes", "No"}, "Yes"},
		{`yes`, []string{"Yes", "No"}, "BAD_ANSWER"},
		{`Y`, []string{"Yes", "No"}, "BAD_ANSWER"},
		{`pnpm`, []string{"npm", "pnpm (Recommended)"}, "pnpm (Recommended)"},
		{`"pnpm (Recommended)"`, []string{"npm (Recommended)", "pnpm"}, "pnpm"},
		{`"pnpm（推荐）"`, []string{"npm", "pnpm (recommended)"}, "pnpm (recommended)"},
		{`pnpm`, []string{"pnpm", "pnpm (Recommended)"}, "pnpm"},
		{`pnpm`, []string{"pnpm（推荐）", "pnpm (Recommended)"}, "BAD_ANSWER"},
		{`"caf\u00e9"`, []string{"cafe\u0301", "tea"}, "cafe\u0301"},
		{`"caf\u00e9"`, []string{"cafe\u0301", "caf\u00e9"}, "BAD_ANSWER"},
		{`1.10`, []string{"1.1", "1.10"}, "1.10"},
		{`no`, []string{"no", "false"}, "no"},
		{`2026-01-02`, []string{"2026-01-02"}, "2026-01-02"},
		{`[Yes]`, []string{"Yes", "No"}, "Yes"},
		{`[Yes, No]`, []string{"Yes", "No"}, "BAD_ANSWER"},
		{`{ select: [{ contains: Postgre }] }`, []string{"PostgreSQL 18", "SQLite"}, "PostgreSQL 18"},
		{`{ select: { contains: SQL } }`, []string{"PostgreSQL", "MySQL"}, "BAD_ANSWER"},
		{`[{ regex: "Postgre.* \\d+" }]`, []string{"PostgreSQL 18", "PostgreSQL"}, "PostgreSQL 18"},
		{`[{ regex: "Postgres" }]`, []string{"PostgreSQL 18"}, "BAD_ANSWER"},
		{`[{ regex: "pnpm" }]`, []string{"pnpm (Recommended)"}, "pnpm (Recommended)"},
		{`{ text: "my own" }`, []string{"Yes"}, ":my own"},
		{`{ select: Yes, text: "my own" }`, []string{"Yes"}, ":my own"},
		{`{ skip: true }`, []string{"Yes"}, ""},
		{`{ refuse: no }`, []string{"Yes"}, "ASK_CANCELLED"},
		{`[{ regex: '\Qa.c' }]`, []string{"abc", "a.c"}, "a.c"},
		{`[{ regex: '\\Q|\Q(\E|x' }]`, []string{`\Q`, "y"}, `\Q`},
		{`{ approve: true }`, []string{"Yes"}, "BAD_ANSWER"},
		{`{ pick: first }`, []string{"Yes", "No"}, "Yes"},
		{`{ pick: recommended }`, []string{"Yes", "No (Recommended)"}, "No (Recommended)"},
		{`{ pick: recommended }`, []string{"Yes", "No"}, "UNANSWERED"},
		{`{ pick: all }`, []string{"Yes", "No"}, "BAD_ANSWER"},
		{`{ env: LABEL }`, []string{"Yes", "No"}, "Yes"},
		{`{ env: TOKEN }`, []string{"Yes", "No"}, "BAD_ANSWER"},
		{`{ select: [{ env: LABEL }] }`, []string{"Yes", "No"}, "Yes"},
		{`{ text: { env: TOKEN } }`, []string{"Yes", "No"}, ":s3cret"},

		{`some text`, nil, ":some text"},
		{`{ text: some text }`, nil, ":some text"},
		{`[some text]`, nil, "BAD_ANSWER"},
		{`{ select: x }`, nil, "BAD_ANSWER"},
		{`{ pick: first }`, nil, "BAD_ANSWER"},
		{`{ env: TOKEN }`, nil, ":s3cret"},
		{`{ env: UNSET }`, nil, "BAD_ANSWER"},
		{`{ env: BLANK }`, nil, "BAD_ANSWER"},
		{`{ file: token }`, nil, ":from a file"},
		{`{ file: /abs/token }`, nil, ":two\nlines"},
		{`{ file: none }`, nil, "BAD_ANSWER"},
		{`{ file: blank }`, nil, "BAD_ANSWER"},
		{`{ sequence: [one, two] }`, nil, ":one"},
	} {
		s, err := Parse("ci/x.yaml", []byte("standin: 1\nanswers:\n  q: "+c.answer+"\n"), Options{})
		if err != nil {
			t.Errorf("%s: %v", c.answer, err)
			continue
		}
		q := seam.Question{ID: "q", Question: "?", Options: options(c.options...)}
		if got := answerOf(s, &q, values()); got != c.want {
			t.Errorf("%s to %q gives %q, want %q", c.answer, c.options, got, c.want)
		}
	}
}

// values knows a few variables and files.
func values() Values {
	return Values{
		Env: func(name string) (string, bool) {
			v, ok := map[string]string{"TOKEN": "s3cret", "LABEL": "Yes", "BLANK": " "}[name]
			return v, ok
		},
		File: func(path string) ([]byte, error) {
			s, ok := map[string]string{"ci/token": "from a file\r\n", "/abs/token": "two\nlines\n", "ci/blank": "\n"}[path]
			if !ok {
				return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
			}
			return []byte(s), nil
		},
	}
}

func TestResolve_multiSelectLabelsComeInOptionOrder(t *testing.T) {
	for _, c := range []struct{ answer, want string }{
		{`[tests, docs]`, "docs|tests"},
		{`docs`, "docs"},
		{`{ select: [tests], text: "and the changelog" }`, "tests:and the changelog"},
		{`{ text: "only this" }`, ":only this"},
		{`[tests, Zed]`, "BAD_ANSWER"},
		{`[tests, { contains: tests }]`, "BAD_ANSWER"},
		{`{ pick: all }`, "docs|lint, strict|tests"},
		{`"lint, strict"`, "lint, strict"},
	} {
		s := mustParse(t, "standin: 1\nanswers:\n  q: "+c.answer+"\n")
		q := seam.Question{ID: "q", Question: "?", Options: options("docs", "lint, strict", "tests"), MultiSelect: true}
		if got := answerOf(s, &q, Values{}); got != c.want {
			t.Errorf("%s gives %q, want %q", c.answer, got, c.want)
		}
	}
}

func TestResolve_aWrongLabelNamesTheOptionsAndThePlace(t *testing.T) {
	s := mustParse(t, "standin: 1\nanswers:\n  node: node-16\n")
	q := seam.Question{ID: "node", Question: "?", Options: options("node-18", "node-20")}
	_, err := s.Lookup("node").Resolve(&q, 0, Values{})
	want := `"node" (x.yaml:3) answers "node-16", which is not offered; the options are "node-18", "node-20"`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Ids, paths and names come from the file, and a percent sign in them means
// nothing.
func TestResolve_percentSignsInMessagesStay(t *testing.T) {
	s, err := Parse("100%s.yaml", []byte("standin: 1\nanswers:\n  50%d: Zed\n  5%s: { env: A%sB }\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{
		"50%d": `"50%d" (100%s.yaml:3) answers "Zed", which is not offered; the options are "x%d"`,
		"5%s":  `"5%s" (100%s.yaml:4) takes its value from the environment, and $A%sB is not set`,
	} {
		q := seam.Question{ID: id, Question: "?", Options: options("x%d")}
		if _, err := s.Lookup(id).Resolve(&q, 0, Values{}); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

func TestResolve_secretsAreInNoMessage(t *testing.T) {
	secret := Values{
		Env:  func(string) (string, bool) { return "s3cret", true },
		File: func(string) ([]byte, error) { return []byte("s3cret"), nil },
	}
	for _, answer := range []string{`{ env: X }`, `{ file: x }`, `[{ env: X }]`, `[{ env: X }, Yes]`, `{ select: [{ file: x }], text: y }`} {
		s := mustParse(t, "standin: 1\nanswers:\n  q: "+answer+"\n")
		wrong := seam.Question{ID: "q", Question: "?", Options: options("Yes", "No")}
		if _, err := s.Lookup("q").Resolve(&wrong, 0, secret); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: got %v, want an error without the value", answer, err)
		}
		right := seam.Question{ID: "q", Question: "?", Options: options("s3cret", "Yes"), MultiSelect: true}
		if it, err := s.Lookup("q").Resolve(&right, 0, secret); err != nil || !it.Source.Redact {
			t.Errorf("%s: got %v, %v; want an answer whose source says that it is secret", answer, it, err)
		}
	}
}

func TestDrift_whatCountsAsAnotherQuestion(t *testing.T) {
	recorded := mustParse(t, `standin: 1
answers:
  q: { select: A, asked: { question: "Which  one?", header: H, options: [A, "B (Recommended)"] } }
  bare: { select: A, asked: { question: "Which one?" } }
  open: { text: A, asked: { question: "Which one?", options: [] } }
`)
	base := func() seam.Question {
		return seam.Question{ID: "q", Question: "Which one?", Header: "H", Options: options("A", "B")}
	}
	for name, c := range map[string]struct {
		entry  string
		change func(*seam.Question)
		want   string
	}{
		"nothing":               {"q", func(*seam.Question) {}, ""},
		"order and marks":       {"q", func(q *seam.Question) { q.Options = options("B", "A (recommended)") }, ""},
		"descriptions":          {"q", func(q *seam.Question) { q.Options[0].Description = "new" }, ""},
		"header":                {"q", func(q *seam.Question) { q.Header = "other" }, ""},
		"white space":           {"q", func(q *seam.Question) { q.Question = "Which\none? " }, ""},
		"text":                  {"q", func(q *seam.Question) { q.Question = "Which two?" }, `the question was "Which one?" and is "Which two?"`},
		"an option more":        {"q", func(q *seam.Question) { q.Options = options("A", "B", "C") }, `the list of options was "A", "B (Recommended)" and is "A", "B", "C"`},
		"another option":        {"q", func(q *seam.Question) { q.Options = options("A", "C") }, `is "A", "C"`},
		"no options":            {"q", func(q *seam.Question) { q.Options = nil }, `and is empty`},
		"options not known":     {"bare", func(q *seam.Question) { q.Options = options("A", "Z") }, ""},
		"options to free":       {"open", func(*seam.Question) {}, `the list of options was empty and is "A", "B"`},
		"an intent came":        {"q", func(q *seam.Question) { q.Detail, q.Intent = "d", &seam.Intent{Kind: "k", Approve: "A"} }, `the intent was none and is "k"`},
		"detail without intent": {"q", func(q *seam.Question) { q.Detail = "d" }, ""},
	} {
		q := base()
		c.change(&q)
		got := recorded.Lookup(c.entry).Drift(&q)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: the drift is %q, want %q", name, got, c.want)
		}
	}
}

func TestDrift_anApprovalServesThePlanThatWasSeen(t *testing.T) {
	s := mustParse(t, `standin: 1
answers:
  plan: { select: Go, asked: { question: "Go?", options: [Go, Stop], intent: { kind: plan-review, approve: Go }, detail: "`+Digest("the plan")+`" } }
`)
	base := seam.Question{ID: "plan", Question: "Go?", Detail: "the plan", Options: options("Go", "Stop"), Intent: &seam.Intent{Kind: "plan-review", Approve: "Go"}}
	for name, change := range map[string]func(*seam.Question){
		"another plan":        func(q *seam.Question) { q.Detail = "another plan" },
		"another kind":        func(q *seam.Question) { q.Intent = &seam.Intent{Kind: "permission", Approve: "Go"} },
		"approved by another": func(q *seam.Question) { q.Intent = &seam.Intent{Kind: "plan-review", Approve: "Stop"} },
		"no intent any more":  func(q *seam.Question) { q.Intent = nil },
	} {
		q := base
		change(&q)
		if s.Lookup("plan").Drift(&q) == "" {
			t.Errorf("%s is no drift", name)
		}
	}
	if got := s.Lookup("plan").Drift(&base); got != "" {
		t.Errorf("the same plan has drifted: %s", got)
	}
}

// The answer to a secret question stands in no message, wherever it is kept.
func TestResolve_answersToSecretQuestionsAreInNoMessage(t *testing.T) {
	redact := Values{Redact: func(id string) bool { return id == "q" }}
	for _, answer := range []string{`s3cret`, `[s3cret, s3cret]`, `{ select: { contains: s3cret } }`, `[{ regex: s3cret.* }]`, `{ sequence: [s3cret] }`, `{ select: Yes, text: s3cret }`} {
		s := mustParse(t, "standin: 1\nanswers:\n  q: "+answer+"\n")
		for _, c := range []struct {
			q      seam.Question
			values Values
		}{
			{seam.Question{ID: "q", Secret: true}, Values{}},
			{seam.Question{ID: "q"}, redact},
		} {
			c.q.Question, c.q.Options = "?", options("No", "Never")
			if _, err := s.Lookup("q").Resolve(&c.q, 0, c.values); err == nil || strings.Contains(err.Error(), "s3cret") {
				t.Errorf("%s: got %v, want an error without the value", answer, err)
			}
		}
	}
}

func TestResolve_withoutValuesNothingIsSet(t *testing.T) {
	s := mustParse(t, "standin: 1\nanswers:\n  a: { env: X }\n  b: { file: x }\n")
	for _, id := range []string{"a", "b"} {
		q := seam.Question{ID: id, Question: "?"}
		if got := answerOf(s, &q, Values{}); got != "BAD_ANSWER" {
			t.Errorf("%s gives %s, want BAD_ANSWER", id, got)
		}
	}
}

func TestResolve_fileThatCannotBeReadIsNamed(t *testing.T) {
	s := mustParse(t, "standin: 1\nanswers:\n  q: { file: none }\n")
	q := seam.Question{ID: "q", Question: "?"}
	_, err := s.Lookup("q").Resolve(&q, 0, Values{File: func(string) ([]byte, error) {
		return nil, &fs.PathError{Op: "open", Path: "none", Err: errors.New("permission denied")}
	}})
	if want := `"q" (x.yaml:3) takes its value from none: permission denied`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
