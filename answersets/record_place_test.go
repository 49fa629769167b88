package answersets

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"standin/seam"
)

// reused is a run of an agent that uses an id again.
func reused() []answered {
	db, tests, name := question("q1", "Which database?", "A", "B"), question("q1", "Which tests?", "unit", "e2e"), question("q1", "Name?")
	plan := func(detail string) seam.Question {
		q := question("q1", "Go?", "Go", "Stop")
		q.Detail, q.Intent = detail, &seam.Intent{Kind: seam.PlanReview, Approve: "Go"}
		return q
	}
	return []answered{selects(db, "B"), says(question("other", "Else?"), "x"), selects(tests, "unit"), says(name, "ada"),
		selects(plan("one"), "Go"), selects(plan("two"), "Stop"), selects(db, "B")}
}

func TestRecord_differentQuestionsUnderOneIDAreReplayedEach(t *testing.T) {
	path := filepath.Join(t.TempDir(), "answers.yaml")
	r, err := OpenRecorder(path, RecordNew, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range reused() {
		if err := r.Add(&a.question, a.item); err != nil {
			t.Fatal(err)
		}
		if err := r.Save(); err != nil {
			t.Fatal(err)
		}
	}
	done, err := r.Close(true)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"other", "q1 #1", "q1 #2", "q1 #3", "q1 #4", "q1 #5"}; !slices.Equal(slices.Sorted(slices.Values(done.Written)), want) || len(done.Kept) > 0 {
		t.Errorf("got report %+v, want %v written", done, want)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	passes(t, path, data)
	set, err := Parse(path, data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range reused() {
		d := set.Match(&a.question, nil)
		if d.Entry == nil || d.Entry.Drift(&a.question) != "" {
			t.Errorf("%q %q is not answered\n%s", a.question.Question, a.question.Detail, data)
			continue
		}
		if got, err := d.Entry.Resolve(&a.question, 0, Values{}); err != nil || !same(got, a.item) {
			t.Errorf("%q %q is answered with %v, %v; want %v\n%s", a.question.Question, a.question.Detail, got, err, a.item, data)
		}
	}
}

func TestRecord_questionsUnderOneIDKeepTheirPlaceInTheNextRun(t *testing.T) {
	first, _ := recordInto(t, "", RecordNew, nil, reused()...)
	tests := selects(question("q1", "Which tests?", "e2e", "unit"), "e2e")
	again, done := recordInto(t, first, RecordNew, nil, tests, says(question("q1", "New?"), "y"))
	want(t, again, first+"  \"q1 #6\": { text: \"y\", asked: { question: \"New?\", options: [] } }\n")
	if !slices.Equal(done.Kept, []string{"q1 #2"}) || !slices.Equal(done.Written, []string{"q1 #6"}) {
		t.Errorf("got report %+v, want q1 #2 kept and q1 #6 written", done)
	}
	all, done := recordInto(t, first, RecordAll, nil, tests)
	want(t, all, "standin: 1\nanswers:\n  \"q1 #2\": { select: e2e, asked: { question: \"Which tests?\", options: [e2e, unit] } }\n")
	if len(done.Removed) != 5 {
		t.Errorf("removed %v, want all the others", done.Removed)
	}
}

func TestRecord_anEntryThatIsThereAnswersForItsID(t *testing.T) {
	const before = "standin: 1\nanswers:\n  q1: mine\n"
	got, done := recordInto(t, before, RecordNew, nil, reused()[2:]...)
	want(t, got, before)
	if !slices.Equal(done.Kept, []string{"q1"}) {
		t.Errorf("kept %v, want q1", done.Kept)
	}
}

func TestRecord_secretsUnderOneIDHaveAVariableEach(t *testing.T) {
	one, two := question("q1", "Token?"), question("q1", "Password?")
	one.Secret, two.Secret = true, true
	_, done := recordInto(t, "", RecordNew, nil, says(one, "hunter1"), says(two, "hunter2"))
	if want := []string{"STANDIN_SECRET_Q1__1", "STANDIN_SECRET_Q1__2"}; !slices.Equal(done.Variables, want) {
		t.Errorf("the variables are %v, want %v", done.Variables, want)
	}
}
