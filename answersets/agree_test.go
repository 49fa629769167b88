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
  g: { select: A, asked: { question: "Alike?", options: [A, B] } }
  h: { select: B, asked: { question: "Alike?", options: [B, A] } }
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
		{"Differ?", options("A", "B", "C"), "f", false},
		{"Differ?", options("A", "B"), "e", false},
		{"Differ?", options("A", "D"), "", false}, // neither fits, and they disagree
		{"Alike?", options("A", "B"), "", false},
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
  two: { select: Stop, asked: { question: "Go?", options: [Go, Stop], intent: { kind: plan-review, approve: Go }, detail: "`+Digest("second")+`" } }
`)
	for detail, want := range map[string]string{"first": "Go", "second": "Stop", "third": ""} {
		q := seam.Question{ID: "new", Question: "Go?", Detail: detail, Options: []seam.Option{{Label: "Go"}, {Label: "Stop"}},
			Intent: &seam.Intent{Kind: seam.PlanReview, Approve: "Go"}}
		if got := answerOf(s, &q, Values{}); want != "" && got != want || want == "" && s.Match(&q, nil).Entry != nil {
			t.Errorf("the plan %q is answered with %s, want %q", detail, got, want)
		}
	}
}
