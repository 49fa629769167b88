package answersets

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"standin/seam"
)

func TestSkeleton_showsEachQuestionWithItsOptions(t *testing.T) {
	requests := [][]seam.Question{
		{
			{ID: "database", Question: "Which database?", Header: "Database", Options: []seam.Option{{Label: "PostgreSQL (Recommended)", Description: "for\nproduction"}, {Label: "SQLite"}}},
			{ID: "extras", Question: "Which extras?", MultiSelect: true, Options: []seam.Option{{Label: "tests"}, {Label: "docs"}}},
			{ID: "no", Question: "What is it called?"},
			{ID: "token", Question: "API token?", Secret: true},
			{ID: "plan", Question: "Is the plan good?", Detail: "# Plan\n\n1. Do it", Options: []seam.Option{{Label: "Yes"}, {Label: "No"}}, Intent: &seam.Intent{Kind: seam.PlanReview, Approve: "Yes"}},
		},
		{{ID: "database", Question: "Which  database?", Header: "Database", Options: []seam.Option{{Label: "PostgreSQL (Recommended)", Description: "for production"}, {Label: "SQLite"}}}},
	}
	want := `# yaml-language-server: $schema=answers.schema.json
# Write an answer behind each key that has none. The line above is for editors,
# where the file is: standin answers schema > answers.schema.json
standin: 1
answers:
  # Database: Which database?
  #   one of these:
  #   - PostgreSQL (Recommended)  # for production
  #   - SQLite
  database:

  # Which extras?
  #   a list of these:
  #   - tests
  #   - docs
  extras:

  # What is it called?
  #   a text
  "no":

  # API token?
  #   secret, so keep it out of this file with { env: NAME } or { file: PATH }; a text
  token:

  # Is the plan good?
  #   a decision (plan-review): { approve: true }, { approve: false }, or one of these:
  #   | # Plan
  #   |
  #   | 1. Do it
  #   - "Yes"
  #   - "No"
  plan:
`
	if diff := cmp.Diff(want, string(Skeleton(requests))); diff != "" {
		t.Error(diff)
	}
}

// An agent that makes up its ids is answered by the text of its question.
func TestSkeleton_questionsWithoutAnIDOfTheirOwnBecomeRules(t *testing.T) {
	yesNo := []seam.Option{{Label: "Yes"}, {Label: "No"}}
	requests := [][]seam.Question{
		{{ID: "q1", Question: "Continue?", Options: yesNo}, {ID: "port", Question: "Which port?"}},
		{{ID: "q1", Question: "Deploy?", Options: yesNo}, {ID: "q2", Question: "Continue?", Options: yesNo}},
	}
	want := `answers:
  # Which port?
  #   a text
  port:
rules:
  # Continue?
  #   one of these:
  #   - "Yes"
  #   - "No"
  #   asked under the ids q1, q2
  - match: { question: "Continue?" }
    answer:

  # Deploy?
  #   one of these:
  #   - "Yes"
  #   - "No"
  - match: { question: "Deploy?" }
    answer:
`
	_, got, _ := strings.Cut(string(Skeleton(requests)), "standin: 1\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSkeleton_sameTextTwiceInOneRequestIsToldApartByID(t *testing.T) {
	requests := [][]seam.Question{{{ID: "http", Question: "Which port?"}, {ID: "grpc", Question: "Which port?"}}}
	got := string(Skeleton(requests))
	if strings.Contains(got, "rules:") || !strings.Contains(got, "  http:\n") || !strings.Contains(got, "  grpc:\n") {
		t.Errorf("not an entry for each id:\n%s", got)
	}
}

func TestSkeleton_whatIsNotFilledInIsNamedByItsLine(t *testing.T) {
	s := Skeleton([][]seam.Question{{{ID: "a", Question: "A?"}, {ID: "b", Question: "B?"}}})
	_, err := Parse("ci.yaml", s, Options{})
	if err == nil {
		t.Fatal("a skeleton loads before it is filled in")
	}
	for _, part := range []string{`ci.yaml:8:5: the answer to "a" has no value`, `ci.yaml:12:5: the answer to "b" has no value`} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q is missing in\n%v", part, err)
		}
	}
}

// agentWords are words that would be something else to a YAML reader.
func agentWords() []string {
	return []string{"*", "*a", "&a", "!a", "- a", "a: b", "a #b", "# a", "? a", "| a", "> a", "%a", "@a", "`a", "~", "null", "yes", "1.10",
		"2026-01-02", "{a}", "[a]", "'a'", `"a"`, `\`, "a\nb: c", "a\r\nstandin: 2", "a\u0085b: c", "a\u2028b: c", "a\u2029b", "\x1b[31m", "\x00", "\x7f",
		"\ufeffa", "\u202ea", "a\tb", " a ", "<<", "=", ".", "---", "...", "svc.*.port", "Continue with .*?", "$A", "東京", "👩‍👩‍👧", "\U000e0041", "\uffff",
		strings.Repeat("long ", 300), strings.Repeat("\n", 50) + "a"}
}

func TestSkeleton_holdsWhateverAnAgentSays(t *testing.T) {
	for _, a := range agentWords() {
		for _, b := range []string{"q", a} {
			fillIn(t, [][]seam.Question{{{ID: a, Question: b, Header: a, Detail: a, Options: []seam.Option{{Label: a, Description: a}},
				Intent: &seam.Intent{Kind: a, Approve: a}}}, {{ID: b, Question: a}, {ID: a + "2", Question: a}}})
		}
	}
}

func FuzzSkeleton(f *testing.F) {
	for _, s := range agentWords() {
		f.Add(s, s, s, s, s, true)
		f.Add("id", s, "", "", "label", false)
	}
	f.Fuzz(func(t *testing.T, id, text, header, detail, label string, again bool) {
		q := seam.Question{ID: id, Question: text, Header: header, Detail: detail}
		for _, s := range []*string{&q.ID, &q.Question, &q.Header, &q.Detail, &label} {
			*s = strings.ToValidUTF8(*s, "?") // requests are UTF-8
		}
		if !seam.Blank(label) {
			q.Options = []seam.Option{{Label: label, Description: detail}}
		}
		requests := [][]seam.Question{{q}}
		if again {
			q.ID += "'"
			requests = append(requests, []seam.Question{q})
		}
		if seam.CheckQuestions(requests[0]) != nil {
			return
		}
		fillIn(t, requests)
	})
}

// fillIn skips every question of a skeleton, and checks that the file is a good
// one that answers them all.
func fillIn(t *testing.T, requests [][]seam.Question) {
	t.Helper()
	skeleton := string(Skeleton(requests))
	var b strings.Builder
	for line := range strings.Lines(skeleton) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, " ") && strings.HasSuffix(line, ":") && !strings.HasPrefix(line, "  #") {
			line += " { skip: true }"
		}
		b.WriteString(line + "\n")
	}
	files := fstest.MapFS{"a.yaml": {Data: []byte(b.String())}}
	problems, err := Check([]string{"a.yaml"}, Options{Open: files.Open})
	for _, p := range problems {
		if p.Rule != lintPatternText { // a text of the agent's may look like a pattern
			t.Fatalf("%s\n%s", p, b.String())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	set, err := Load([]string{"a.yaml"}, Options{Open: files.Open})
	if err != nil {
		t.Fatal(err)
	}
	for _, questions := range requests {
		for i := range questions {
			if set.Match(&questions[i], nil).Entry == nil {
				t.Fatalf("nothing answers %q %q\n%s", questions[i].ID, questions[i].Question, b.String())
			}
		}
	}
}
