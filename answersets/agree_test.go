package answersets

import (
	"testing"

	"standin/seam"
)

func TestMatch_ofEntriesRecordedForOneTextTheOneForThisQuestionCounts(t *testing.T) {
	s := mustParse(t, `
standin: 1
answers:
  a: { select: A, asked: { question: "Same?", options: [A, B] } }
  b: { select: A, asked: { question: "Same?", options: [A, B, C] } }
  c: { select: pnpm, asked: { question: "Marked?", options: [npm (Recommended), pnpm] } }
  d: { select: pnpm (Recommended), asked: { question: "Marked?", options: [npm, pnpm (Recommended)] } }
  e: { select: A, asked: { question: "Differ?", options: [A, B] } }
  f: { select: B, asked: { question: "Differ?", options: [A, B, C] } }
`)
	options := func(labels ...string) (out []seam.Option) {
		for _, label := range labels {
			out = append(out, seam.Option{Label: label})
		}
		return out
	}
	for _, c := range []struct {
		text    string
		options []seam.Option
		want    string // the id of the entry, "" for none
		drift   bool
	}{
		{"Same?", options("B", "A"), "a", false},
		{"Same?", options("A", "B", "C"), "b", false},
		{"Same?", options("A", "D"), "a", true},
		{"Marked?", options("pnpm", "npm"), "c", false},
		{"Marked?", options("pnpm (Recommended)", "npm"), "c", false},
		{"Marked?", options("pnpm (Recommended)", "pnpm"), "", false}, // two options
		{"Differ?", options("A", "B", "C"), "", false},
		{"Differ?", options("A", "B"), "", false},
	} {
		q := seam.Question{ID: "new", Question: c.text, Options: c.options}
		got, drift := "", false
		if e := s.Match(&q, nil).Entry; e != nil {
			got, drift = e.ID, e.Drift(&q) != ""
		}
		if got != c.want || drift != c.drift {
			t.Errorf("%s %v: got %q, drift %t; want %q, drift %t", c.text, q.Labels(), got, drift, c.want, c.drift)
		}
	}
}

func TestMatch_anApprovalIsFoundByThePlanThatWasSeen(t *testing.T) {
	s := mustParse(t, `
standin: 1
answers:
  one: { select: Go, asked: { question: "Go?", options: [Go, Stop], intent: { kind: plan-review, approve: Go }, detail: "`+Digest("first")+`" } }
  two: { select: Go, asked: { question: "Go?", options: [Go, Stop], intent: { kind: plan-review, approve: Go }, detail: "`+Digest("second")+`" } }
`)
	for detail, want := range map[string]string{"first": "", "second": "", "third": "the detail is another one than was decided about"} {
		q := seam.Question{ID: "new", Question: "Go?", Detail: detail, Options: []seam.Option{{Label: "Go"}, {Label: "Stop"}},
			Intent: &seam.Intent{Kind: seam.PlanReview, Approve: "Go"}}
		if got := s.Match(&q, nil).Entry.Drift(&q); got != want {
			t.Errorf("the plan %q has the drift %q, want %q", detail, got, want)
		}
	}
}
