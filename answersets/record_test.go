package answersets

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"standin/seam"
)

func custom(s string) *string { return &s }

func question(id, ask string, labels ...string) seam.Question {
	q := seam.Question{ID: id, Question: ask}
	for _, l := range labels {
		q.Options = append(q.Options, seam.Option{Label: l})
	}
	return q
}

func multiple(id, ask string, labels ...string) seam.Question {
	q := question(id, ask, labels...)
	q.MultiSelect = true
	return q
}

// answered is a question with its answer, as a recorder gets them.
type answered struct {
	question seam.Question
	item     seam.Item
}

func selects(q seam.Question, labels ...string) answered {
	return answered{q, seam.Item{ID: q.ID, Selected: labels}}
}

func says(q seam.Question, s string, labels ...string) answered {
	return answered{q, seam.Item{ID: q.ID, Selected: labels, Custom: &s}}
}

// recordInto records into a file of a folder of its own and returns its text.
func recordInto(t *testing.T, before string, mode RecordMode, redact []string, all ...answered) (after string, done Recorded) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "answers.yaml")
	if before != "" {
		if err := os.WriteFile(path, []byte(before), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := OpenRecorder(path, mode, redact)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if err := r.Add(&a.question, a.item); err != nil {
			t.Fatal(err)
		}
	}
	if done, err = r.Close(true); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(path, data, Options{}); err != nil {
		t.Fatalf("the file does not load: %v\n%s", err, data)
	}
	if before == "" {
		passes(t, path, data)
	}
	return string(data), done
}

// passes holds a file that was only recorded to the schema and to the lint rules.
func passes(t *testing.T, path string, data []byte) {
	t.Helper()
	if fault, seen := schemaFault(t, compileSchema(t), path, data); fault != nil || !seen {
		t.Errorf("the schema refuses what was recorded: %v\n%s", fault, data)
	}
	if problems, err := Check([]string{path}, Options{}); err != nil || len(problems) > 0 {
		t.Errorf("check finds fault with what was recorded: %v %v\n%s", problems, err, data)
	}
}

func want(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestRecord_newFileIsGoodToRead(t *testing.T) {
	q := question("database", "Which database?", "PostgreSQL", "SQLite")
	q.Header = "Database"
	plan := question("plan", "Approve?", "Approve", "Keep planning")
	plan.Detail, plan.Intent = "# Plan", &seam.Intent{Kind: seam.PlanReview, Approve: "Approve"}
	got, done := recordInto(t, "", RecordNew, nil,
		selects(q, "SQLite"),
		selects(multiple("features", "Which features?", "tests", "docs", "ci"), "tests", "ci"),
		says(multiple("scope", "What else?", "tests"), "and the changelog", "tests"),
		says(question("notes", "Anything else?"), "ship it today"),
		says(question("log", "What happened?"), "first\n  second\n\nlast\n"),
		selects(question("nickname", "Nickname?")),
		selects(question("version", "Version?", "1.10", "no"), "1.10"),
		selects(plan, "Approve"),
	)
	want(t, got, `standin: 1
answers:
  database: { select: SQLite, asked: { question: "Which database?", header: Database, options: [PostgreSQL, SQLite] } }
  features: { select: [tests, ci], asked: { question: "Which features?", options: [tests, docs, ci] } }
  scope: { select: [tests], text: and the changelog, asked: { question: "What else?", options: [tests] } }
  notes: { text: ship it today, asked: { question: "Anything else?", options: [] } }
  log:
    text: |
      first
        second

      last
    asked: { question: "What happened?", options: [] }
  nickname: { skip: true, asked: { question: "Nickname?", options: [] } }
  version: { select: "1.10", asked: { question: "Version?", options: ["1.10", "no"] } }
  plan: { select: Approve, asked: { question: "Approve?", options: [Approve, Keep planning], intent: { kind: plan-review, approve: Approve }, detail: "`+Digest("# Plan")+`" } }
`)
	if len(done.Written) != 8 || len(done.Kept)+len(done.Removed)+len(done.Variables) != 0 {
		t.Errorf("got report %+v, want 8 written", done)
	}
}

// TestRecord_leavesTheRestOfAFileAsItIs puts one entry into files kept by hand.
func TestRecord_leavesTheRestOfAFileAsItIs(t *testing.T) {
	const line = `x: { select: A, asked: { question: "?", options: [A, B] } }`
	for _, c := range []struct{ name, before, after string }{
		{"behind the last entry, before what follows",
			"# head\n\nstandin: 1   # one\nanswers: # by id\n\n  # about a\n  a:   'x'   # why\n\n  b: [ p,q ]\n\n# about rules\nrules:\n- match: {id: \"*\"}\n  answer:    no\n\n\n# foot\n",
			"# head\n\nstandin: 1   # one\nanswers: # by id\n\n  # about a\n  a:   'x'   # why\n\n  b: [ p,q ]\n  " + line + "\n\n# about rules\nrules:\n- match: {id: \"*\"}\n  answer:    no\n\n\n# foot\n"},
		{"with the indent of the file", "standin: 1\nanswers:\n      a: b\n", "standin: 1\nanswers:\n      a: b\n      " + line + "\n"},
		{"without a last line end", "standin: 1\nanswers:\n  a: b", "standin: 1\nanswers:\n  a: b\n  " + line + "\n"},
		{"with a comment at the end", "standin: 1\nanswers:\n  a: b\n  # more here\n", "standin: 1\nanswers:\n  a: b\n  " + line + "\n  # more here\n"},
		{"with line ends of two characters", "standin: 1\r\nanswers:\r\n  a: b\r\nrules: []\r\n", "standin: 1\r\nanswers:\r\n  a: b\r\n  " + line + "\r\nrules: []\r\n"},
		{"with a byte order mark", "\ufeffstandin: 1\nanswers:\n  a: b\n", "\ufeffstandin: 1\nanswers:\n  a: b\n  " + line + "\n"},
		{"behind a block of text", "standin: 1\nanswers:\n  a:\n    text: |\n      one\n\n      # two\nunanswered: skip\n", "standin: 1\nanswers:\n  a:\n    text: |\n      one\n\n      # two\n  " + line + "\nunanswered: skip\n"},
		{"in front, where the last text takes in all that follows", "standin: 1\nanswers:\n  a: { skip: true }\n  b:\n    text: |+\n      one\n\n\n", "standin: 1\nanswers:\n  " + line + "\n  a: { skip: true }\n  b:\n    text: |+\n      one\n\n\n"},
		{"with anchors", "standin: 1\nanswers:\n  a: &yes Yes\n  b: *yes\n", "standin: 1\nanswers:\n  a: &yes Yes\n  b: *yes\n  " + line + "\n"},
		{"between document marks", "---\nstandin: 1\nanswers:\n  a: b\n...\n", "---\nstandin: 1\nanswers:\n  a: b\n  " + line + "\n...\n"},
		{"without answers", "standin: 1\nunanswered: skip\n", "standin: 1\nunanswered: skip\nanswers:\n  " + line + "\n"},
		{"without answers, before rules", "standin: 1\n\n# rules\nrules:\n  - match: { id: z }\n    answer: z\n", "standin: 1\nanswers:\n  " + line + "\n\n# rules\nrules:\n  - match: { id: z }\n    answer: z\n"},
		{"without answers, between document marks", "---\nstandin: 1\n...\n", "---\nstandin: 1\nanswers:\n  " + line + "\n...\n"},
		{"with empty answers", "standin: 1\nanswers: {} # none yet\nunanswered: skip\n", "standin: 1\nanswers: # none yet\n  " + line + "\nunanswered: skip\n"},
		{"with nothing but comments", "# kept by hand", "# kept by hand\nstandin: 1\nanswers:\n  " + line + "\n"},
		{"with answers between braces", "# head\n\nstandin: 1\nanswers: { a: b } # why\n", "# head\n\nstandin: 1\nanswers: {a: b, " + strings.NewReplacer("{ ", "{", " }", "}").Replace(line) + "} # why\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := recordInto(t, c.before, RecordNew, nil, selects(question("x", "?", "A", "B"), "A"))
			want(t, got, c.after)
		})
	}
}

func TestRecord_modeNewKeepsWhatIsThere(t *testing.T) {
	before := "standin: 1\nanswers:\n  a: A # by hand\n"
	got, done := recordInto(t, before, RecordNew, nil, selects(question("a", "?", "A", "B"), "B"), selects(question("b", "?", "A", "B"), "B"))
	want(t, got, before+"  b: { select: B, asked: { question: \"?\", options: [A, B] } }\n")
	if !slices.Equal(done.Kept, []string{"a"}) || !slices.Equal(done.Written, []string{"b"}) {
		t.Errorf("got report %+v, want a kept and b written", done)
	}
}

func TestRecord_modeAllReplacesAndRemovesWhatWasNotAskedAgain(t *testing.T) {
	const asked = `asked: { question: "?", options: [A, B] }`
	before := `standin: 1
answers:
  # by hand, asked again
  a: A   # why
  # by hand, not asked
  hand: { skip: true }
  # recorded, asked again
  b:
    text: |
      long
    ` + asked + `
  # recorded, not asked
  gone: { select: A, ` + asked + ` }

  c: { select: A, ` + asked + ` }
rules:
  - match: { id: z }
    answer: z
`
	ab := func(id string) seam.Question { return question(id, "?", "A", "B") }
	got, done := recordInto(t, before, RecordAll, nil, selects(ab("c"), "B"), selects(ab("b"), "B"), selects(ab("a"), "B"), selects(ab("d"), "B"))
	want(t, got, `standin: 1
answers:
  # by hand, asked again
  a: { select: B, `+asked+` } # why
  # by hand, not asked
  hand: { skip: true }
  # recorded, asked again
  b: { select: B, `+asked+` }
  # recorded, not asked

  c: { select: B, `+asked+` }
  d: { select: B, `+asked+` }
rules:
  - match: { id: z }
    answer: z
`)
	if !slices.Equal(done.Removed, []string{"gone"}) || !slices.Equal(done.Written, []string{"c", "b", "a", "d"}) {
		t.Errorf("got report %+v", done)
	}
}

func TestRecord_commentsStayWhenTheirEntryGoes(t *testing.T) {
	const entry = `{ select: B, asked: { question: "?", options: [A, B] } }`
	const gone = `{ select: A, asked: { question: "?", options: [A, B] } }`
	for _, c := range []struct{ name, before, after string }{
		{"between its lines", "  x:  # why\n    # first\n    select: A # second\n    # third\n\n  # z\n  z: c\n", "  # first\n  # second\n  x: " + entry + " # why\n    # third\n\n  # z\n  z: c\n"},
		{"in a list", "  x:\n  - A # first\n  # second\n  z: c\n", "  # first\n  x: " + entry + "\n  # second\n  z: c\n"},
		{"behind it, further in", "  x: A\n      # deep\n# far out\n    # deep again\n  z: c\n", "  x: " + entry + "\n      # deep\n# far out\n    # deep again\n  z: c\n"},
		{"like text", "  x: \"A # b\" # b\n  z: c\n", "  x: " + entry + " # b\n  z: c\n"},
		{"a text that is none", "  x:\n    text: |\n      a\n      # b\n  z: c\n", "  x: " + entry + "\n  z: c\n"},
		{"of one that is removed", "  y: " + gone + " # why\n    # deep\n  x: A\n", "  # why\n    # deep\n  x: " + entry + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := recordInto(t, "standin: 1\nanswers:\n"+c.before, RecordAll, nil, selects(question("x", "?", "A", "B"), "B"))
			want(t, got, "standin: 1\nanswers:\n"+c.after)
		})
	}
}

func TestRecord_modeAllRemovesNothingAfterARunThatFailed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.yaml")
	record := func(mode RecordMode, complete bool, ids ...string) string {
		t.Helper()
		r, err := OpenRecorder(path, mode, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			q := question(id, "?")
			if err := r.Add(&q, seam.Item{ID: id, Custom: custom("x")}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.Close(complete); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	before := record(RecordNew, true, "a", "b")
	if after := record(RecordAll, false, "b"); after != before {
		t.Errorf("got:\n%s\nwant:\n%s", after, before)
	}
	if after := record(RecordAll, true); after != before {
		t.Errorf("a run that answered nothing: got:\n%s\nwant:\n%s", after, before)
	}
	if after := record(RecordAll, true, "b"); strings.Contains(after, "a:") {
		t.Errorf("a run that ended well: got:\n%s\nwant only b", after)
	}
}

func TestRecord_modeAllKeepsWhatOthersAnswered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.yaml")
	before := "standin: 1\nanswers:\n  a: { text: x, asked: { question: \"?\", options: [] } }\n"
	if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := OpenRecorder(path, RecordAll, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Asked("a")
	q := question("b", "?")
	if err := r.Add(&q, seam.Item{ID: "b", Custom: custom("y")}); err != nil {
		t.Fatal(err)
	}
	if done, err := r.Close(true); err != nil || len(done.Removed) != 0 {
		t.Errorf("got %+v and %v, want nothing removed", done, err)
	}
	data, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(data), before) {
		t.Errorf("got %q (%v), want it to begin with %q", data, err, before)
	}
}

func TestRecord_anEntryThatAnAliasRepeatsStays(t *testing.T) {
	before := "standin: 1\nanswers:\n  a: &x A\n  b: *x\n"
	got, done := recordInto(t, before, RecordAll, nil, selects(question("a", "?", "A", "B"), "B"), selects(question("b", "?", "A", "B"), "B"))
	want(t, got, "standin: 1\nanswers:\n  a: &x A\n  b: { select: B, asked: { question: \"?\", options: [A, B] } }\n")
	if !slices.Equal(done.Kept, []string{"a"}) {
		t.Errorf("got report %+v, want a kept", done)
	}
}

func TestRecord_differentAnswersToOneIDBecomeASequence(t *testing.T) {
	retry := question("retry", "Again?", "Yes", "No")
	got, _ := recordInto(t, "", RecordNew, nil,
		selects(retry, "No"), selects(retry, "No"), selects(retry, "Yes"), says(retry, "later"), selects(retry),
		selects(question("same", "?", "A"), "A"), selects(question("same", "?", "A"), "A"))
	want(t, got, `standin: 1
answers:
  retry: { sequence: ["No", "No", "Yes", { text: later }, { skip: true }], asked: { question: "Again?", options: ["Yes", "No"] } }
  same: { select: A, asked: { question: "?", options: [A] } }
`)
}

func TestRecord_sequenceGrowsOverSeveralSaves(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.yaml")
	r, err := OpenRecorder(path, RecordNew, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := question("retry", "Again?", "A", "B")
	for _, label := range []string{"A", "A", "B"} {
		if err := r.Add(&q, seam.Item{ID: "retry", Selected: []string{label}}); err != nil {
			t.Fatal(err)
		}
		if err := r.Save(); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want(t, string(data), "standin: 1\nanswers:\n  retry: { sequence: [A, A, B], asked: { question: \"Again?\", options: [A, B] } }\n")
}

func TestRecord_secretsAreWrittenNowhere(t *testing.T) {
	const secret = "hunter2-5f3a"
	token := question("api-token", "Token?")
	token.Secret = true
	same := question("api.token", "Token?")
	same.Secret = true
	choice := question("pick", "Which?", secret, "other")
	redacted := says(question("from env", "Value?"), secret)
	redacted.item.Source.Redact = true
	got, done := recordInto(t, "standin: 1\nrules:\n  - match: { id: z }\n    answer: { env: STANDIN_SECRET_FREE }\n", RecordNew, []string{"notes", "pick", "free", "some", "own"},
		says(token, secret), says(same, secret), says(question("notes", "Notes?"), secret), redacted,
		says(question("free", "?"), secret), selects(question("skipped", "?")),
		says(question("own", "?", "A"), secret))
	if strings.Contains(got, secret) {
		t.Errorf("the secret is in the file:\n%s", got)
	}
	for _, line := range []string{
		`api-token: { env: STANDIN_SECRET_API_TOKEN, asked:`,
		`api.token: { env: STANDIN_SECRET_API_TOKEN_2, asked:`,
		`notes: { env: STANDIN_SECRET_NOTES, asked:`,
		`from env: { env: STANDIN_SECRET_FROM_ENV, asked:`,
		`free: { env: STANDIN_SECRET_FREE_2, asked:`,
		`own: { text: { env: STANDIN_SECRET_OWN }, asked:`,
	} {
		if !strings.Contains(got, line) {
			t.Errorf("want %s in:\n%s", line, got)
		}
	}
	if !slices.Contains(done.Variables, "STANDIN_SECRET_OWN") || len(done.Variables) != 6 {
		t.Errorf("got variables %q, want all six", done.Variables)
	}
	// Labels are the asker's own words, and stand in asked; which of them was
	// selected does not.
	got, _ = recordInto(t, "", RecordNew, []string{"pick", "some"}, selects(choice, "other"), says(multiple("some", "Which ones?", "A", "B"), secret, "A", "B"))
	for _, line := range []string{
		`pick: { env: STANDIN_SECRET_PICK, asked:`,
		`some: { select: [{ env: STANDIN_SECRET_SOME }, { env: STANDIN_SECRET_SOME_2 }], text: { env: STANDIN_SECRET_SOME_3 }, asked:`,
	} {
		if !strings.Contains(got, line) {
			t.Errorf("want %s in:\n%s", line, got)
		}
	}
}

func TestRecord_aVariableKeepsItsNameWhenItIsRecordedAgain(t *testing.T) {
	a, b := question("a-b", "One?"), question("a.b", "Other?")
	a.Secret, b.Secret = true, true
	first, _ := recordInto(t, "", RecordNew, nil, says(a, "x"), says(b, "y"))
	again, _ := recordInto(t, first, RecordAll, nil, says(b, "z"), says(a, "x"))
	want(t, again, first)
}

func TestRecord_fileIsPrivateAndALinkStays(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.yaml"), filepath.Join(dir, "link.yaml")
	if err := os.WriteFile(target, []byte("standin: 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target.yaml", link); err != nil {
		t.Skip("this system has no symbolic links: ", err)
	}
	r, err := OpenRecorder(link, RecordNew, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := question("a", "?")
	if err := errors.Join(r.Add(&q, seam.Item{ID: "a", Custom: custom("x")}), r.Save()); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != "target.yaml" {
		t.Errorf("the link leads to %q (%v)", to, err)
	}
	info, err := os.Stat(target)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v (%v), want 0600", info.Mode(), err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("got %v (%v) in the folder, want the file and the link", entries, err)
	}
}

func TestOpenRecorder_refusesBeforeAnythingIsAsked(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	loop := filepath.Join(dir, "loop.yaml")
	if err := os.Symlink("loop.yaml", loop); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, path, want string }{
		{"a folder", dir, "is a folder"},
		{"the working folder", ".", "is a folder"},
		{"no name", "", "no file"},
		{"a folder that is not there", filepath.Join(dir, "none", "x.yaml"), "no such file"},
		{"a link to itself", loop, "symbolic links"},
		{"a device", os.DevNull, "not a file that can be replaced"},
		{"a broken file", write("broken.yaml", "standin: 1\nanwsers: {}\n", 0o600), "anwsers"},
		{"a file without a version", write("old.yaml", "answers: {}\n", 0o600), "standin: 1"},
	} {
		if _, err := OpenRecorder(c.path, RecordNew, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error with %q", c.name, err, c.want)
		}
	}
	if _, err := OpenRecorder(filepath.Join(dir, "broken.yaml"), RecordNew, nil); seam.CodeOf(err) != seam.BadAnswerSet {
		t.Errorf("a broken file: got %v, want BAD_ANSWER_SET", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "new.yaml")); err == nil {
		t.Error("a file was created")
	}
}

func TestRecord_severalRecordersMerge(t *testing.T) {
	const recorders, each = 4, 10
	path := filepath.Join(t.TempDir(), "answers.yaml")
	var wg sync.WaitGroup
	for n := range recorders {
		r, err := OpenRecorder(path, RecordNew, nil)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for i := range each {
				q := question(fmt.Sprintf("q-%d-%d", n, i), "?")
				if err := errors.Join(r.Add(&q, seam.Item{ID: q.ID, Custom: custom("x")}), r.Save()); err != nil {
					t.Error(err)
				}
			}
			shared := question("shared", "?")
			if err := r.Add(&shared, seam.Item{ID: "shared", Custom: custom(fmt.Sprint("by ", n))}); err != nil {
				t.Error(err)
			}
			if _, err := r.Close(true); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	set, err := Load([]string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(set.Answers()), recorders*each+1; got != want {
		t.Errorf("got %d entries, want %d", got, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("got %v (%v) in the folder, want the file alone", entries, err)
	}
}

func TestRecord_saveThatChangesNothingWritesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.yaml")
	if err := os.WriteFile(path, []byte("standin: 1\nanswers:\n  a: x\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := OpenRecorder(path, RecordNew, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := question("a", "?")
	if err := errors.Join(r.Add(&q, seam.Item{ID: "a", Custom: custom("x")}), r.Save()); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the file was replaced (%v)", err)
	}
}

func TestRecord_whatCannotBeWrittenExactlyIsAnError(t *testing.T) {
	r, err := OpenRecorder(filepath.Join(t.TempDir(), "answers.yaml"), RecordNew, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := question("a", "?")
	if err := r.Add(&q, seam.Item{ID: "a", Custom: custom("\xff")}); err == nil {
		t.Error("got no error for text that is not UTF-8")
	}
}
