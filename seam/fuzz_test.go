package seam_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"standin/seam"
)

// FuzzCheckAnswer builds a batch and an answer from texts that are cut into
// fields, and holds whatever passes to the rules.
func FuzzCheckAnswer(f *testing.F) {
	f.Add("a|A,B,C|m;b||;c|x|", "a|C,A|;b||text;c|x|")
	f.Add("a|A,B|", "a|A|over")
	f.Add("a|A,B|", "a|A,B|")
	f.Add("a||", "a||\ufeff")
	f.Fuzz(func(t *testing.T, batch, reply string) {
		var questions []seam.Question
		for _, part := range strings.Split(batch, ";") {
			fields := append(strings.SplitN(part, "|", 3), "", "")
			q := seam.Question{ID: fields[0], Question: "?", MultiSelect: fields[2] != ""}
			if fields[1] != "" {
				q.Options = options(strings.Split(fields[1], ",")...)
			}
			questions = append(questions, q)
		}
		if seam.CheckQuestions(questions) != nil {
			t.Skip("not a request that a provider would see")
		}
		var answer seam.Answer
		for _, part := range strings.Split(reply, ";") {
			fields := append(strings.SplitN(part, "|", 3), "", "")
			it := seam.Item{ID: fields[0]}
			if fields[1] != "" {
				it.Selected = strings.Split(fields[1], ",")
			}
			if len(fields) > 4 {
				it.Custom = &fields[2]
			}
			answer.Answers = append(answer.Answers, it)
		}
		got, err := seam.CheckAnswer(questions, answer)
		if err != nil {
			if seam.CodeOf(err) != seam.BadAnswer {
				t.Fatalf("got %v, want BAD_ANSWER", err)
			}
			return
		}
		if len(got.Answers) != len(questions) {
			t.Fatalf("got %d items for %d questions", len(got.Answers), len(questions))
		}
		for i, it := range got.Answers {
			q := questions[i]
			if it.ID != q.ID {
				t.Errorf("item %d answers %q, want %q", i, it.ID, q.ID)
			}
			if it.Selected == nil {
				t.Errorf("selected of %q is nil", q.ID)
			}
			last := -1
			for _, label := range it.Selected {
				at := slices.Index(q.Labels(), label)
				if at <= last {
					t.Errorf("%q: label %q stands at %d of the options, after %d", q.ID, label, at, last)
				}
				last = at
			}
			if !q.MultiSelect && (len(it.Selected) > 1 || len(it.Selected) == 1 && it.Custom != nil) {
				t.Errorf("%q takes one label or text, got %s", q.ID, show(it))
			}
			if it.Custom != nil && seam.Blank(*it.Custom) {
				t.Errorf("%q has blank text %q", q.ID, *it.Custom)
			}
		}
		again, err := seam.CheckAnswer(questions, got)
		if err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("checked again: got %+v and %v, want %+v", again, err, got)
		}
	})
}

// FuzzRecommended holds the mark to be set aside once, at the end, and nothing
// else to be lost with it.
func FuzzRecommended(f *testing.F) {
	for _, s := range []string{"pnpm (Recommended)", "pnpm（推荐）", "x (y) (recommended) ", "(", ")", "\xff(推荐)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, label string) {
		plain, marked := seam.Recommended(label)
		if !marked && plain != label {
			t.Errorf("Recommended(%q) has no mark and returns %q", label, plain)
		}
		if !strings.HasPrefix(label, plain) {
			t.Errorf("Recommended(%q) returns %q, which it does not begin with", label, plain)
		}
		if _, again := seam.Recommended(label + " (Recommended)"); !again {
			t.Errorf("Recommended(%q) sees no mark", label+" (Recommended)")
		}
	})
}
