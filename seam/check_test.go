package seam_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"standin/seam"
)

func options(labels ...string) []seam.Option {
	var out []seam.Option
	for _, l := range labels {
		out = append(out, seam.Option{Label: l})
	}
	return out
}

func custom(s string) *string { return &s }

func TestCheckItem(t *testing.T) {
	single := seam.Question{ID: "s", Question: "one?", Options: options("A", "B", "C")}
	multi := seam.Question{ID: "m", Question: "many?", Options: options("A", "B", "C"), MultiSelect: true}
	free := seam.Question{ID: "f", Question: "text?"}
	freeMulti := seam.Question{ID: "fm", Question: "text?", MultiSelect: true}
	for _, c := range []struct {
		name     string
		question seam.Question
		item     seam.Item
		want     string // the labels and the text, or the code
	}{
		{"a label", single, seam.Item{Selected: []string{"B"}}, `["B"] none`},
		{"nothing, as nil", single, seam.Item{}, `[] none`},
		{"nothing, as an empty list", single, seam.Item{Selected: []string{}}, `[] none`},
		{"text overrides a label of a single-select", single, seam.Item{Selected: []string{"B"}, Custom: custom("x")}, `[] "x"`},
		{"text does not excuse a second label", single, seam.Item{Selected: []string{"A", "B"}, Custom: custom("x")}, "BAD_ANSWER"},
		{"text does not excuse an unknown label", single, seam.Item{Selected: []string{"Z"}, Custom: custom("x")}, "BAD_ANSWER"},
		{"two labels of a single-select", single, seam.Item{Selected: []string{"A", "B"}}, "BAD_ANSWER"},
		{"one label twice", single, seam.Item{Selected: []string{"A", "A"}}, "BAD_ANSWER"},
		{"a label in another case", single, seam.Item{Selected: []string{"a"}}, "BAD_ANSWER"},
		{"a label with white space around it", single, seam.Item{Selected: []string{"A "}}, "BAD_ANSWER"},
		{"an empty label", single, seam.Item{Selected: []string{""}}, "BAD_ANSWER"},
		{"labels come in option order", multi, seam.Item{Selected: []string{"C", "A"}}, `["A" "C"] none`},
		{"every label", multi, seam.Item{Selected: []string{"C", "B", "A"}}, `["A" "B" "C"] none`},
		{"text beside labels", multi, seam.Item{Selected: []string{"B", "A"}, Custom: custom("x")}, `["A" "B"] "x"`},
		{"text alone in a multi-select", multi, seam.Item{Custom: custom("x")}, `[] "x"`},
		{"a label twice in a row", multi, seam.Item{Selected: []string{"A", "A"}}, "BAD_ANSWER"},
		{"a label twice, apart", multi, seam.Item{Selected: []string{"A", "B", "A"}}, "BAD_ANSWER"},
		{"an unknown label among others", multi, seam.Item{Selected: []string{"A", "Z"}}, "BAD_ANSWER"},
		{"free text", free, seam.Item{Custom: custom(" x ")}, `[] " x "`},
		{"a label without options", free, seam.Item{Selected: []string{"x"}}, "BAD_ANSWER"},
		{"a label without options, beside text", free, seam.Item{Selected: []string{"x"}, Custom: custom("x")}, "BAD_ANSWER"},
		{"a multi-select without options is free text", freeMulti, seam.Item{Custom: custom("x")}, `[] "x"`},
		{"empty text", free, seam.Item{Custom: custom("")}, "BAD_ANSWER"},
		{"text of white space", free, seam.Item{Custom: custom(" \t\r\n\u0085\u00a0\u2028\u3000\ufeff")}, "BAD_ANSWER"},
		{"blank text beside a label", multi, seam.Item{Selected: []string{"A"}, Custom: custom("\ufeff")}, "BAD_ANSWER"},
		{"a zero-width space is not blank", free, seam.Item{Custom: custom("\u200b")}, "[] \"\\u200b\""},
		{"a control character is not blank", free, seam.Item{Custom: custom("\x00")}, `[] "\x00"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.item.ID = c.question.ID
			before := slices.Clone(c.item.Selected)
			it, err := seam.CheckItem(&c.question, c.item)
			got := string(seam.CodeOf(err))
			if err == nil {
				got = show(it)
			}
			if got != c.want {
				t.Errorf("got %s (%v), want %s", got, err, c.want)
			}
			if err == nil && it.Selected == nil {
				t.Error("got nil for selected, want a list")
			}
			if !slices.Equal(c.item.Selected, before) {
				t.Errorf("the item that was checked is now %q, was %q", c.item.Selected, before)
			}
			if e := seam.AsError(err); e != nil && e.Question != c.question.ID {
				t.Errorf("got question %q in the error, want %q", e.Question, c.question.ID)
			}
		})
	}
}

func show(it seam.Item) string {
	if it.Custom == nil {
		return fmt.Sprintf("%q none", it.Selected)
	}
	return fmt.Sprintf("%q %q", it.Selected, *it.Custom)
}

func TestCheckItem_repeatsNoAnswerToASecretQuestion(t *testing.T) {
	for _, selected := range [][]string{{"hunter2"}, {"hunter", "hunter2"}, {"hunter2", "hunter2"}, {"hunter", "hunt"}} {
		for _, options := range [][]seam.Option{nil, {{Label: "A"}}, {{Label: "hunter2"}, {Label: "hunter"}}} {
			q := seam.Question{ID: "token", Question: "Token?", Secret: true, Options: options}
			_, err := seam.CheckItem(&q, seam.Item{ID: "token", Selected: selected})
			if err == nil {
				continue // one that is offered
			}
			message, _, _ := strings.Cut(err.Error(), "its options are")
			if strings.Contains(message, "hunt") || seam.CodeOf(err) != seam.BadAnswer {
				t.Errorf("%q for %v: %v, want a BAD_ANSWER without the answer", selected, options, err)
			}
		}
	}
}

func TestCheckItem_ofManyLabelsIsQuick(t *testing.T) {
	const n = 200_000 // a pass for each label would take hours
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprint("label ", i)
	}
	q := seam.Question{ID: "q", Question: "?", MultiSelect: true, Options: options(labels...)}
	selected := slices.Clone(labels)
	slices.Reverse(selected)
	it, err := seam.CheckItem(&q, seam.Item{ID: "q", Selected: selected})
	if err != nil || !slices.Equal(it.Selected, labels) {
		t.Errorf("got %d labels and error %v, want %d in option order", len(it.Selected), err, n)
	}
}

func TestCheckAnswer_putsItemsInQuestionOrder(t *testing.T) {
	questions := []seam.Question{{ID: "a", Question: "a?"}, {ID: "b", Question: "b?"}, {ID: "c", Question: "c?"}}
	for _, order := range [][]string{{"a", "b", "c"}, {"c", "b", "a"}, {"b", "c", "a"}} {
		var answer seam.Answer
		for _, id := range order {
			answer.Answers = append(answer.Answers, seam.Item{ID: id, Custom: custom("text " + id), Source: seam.Source{Provider: "p " + id}})
		}
		got, err := seam.CheckAnswer(questions, answer)
		if err != nil {
			t.Fatal(err)
		}
		for i, it := range got.Answers {
			id := questions[i].ID
			if it.ID != id || *it.Custom != "text "+id || it.Source.Provider != "p "+id {
				t.Errorf("items given as %q: item %d is %+v, want that of %q", order, i, it, id)
			}
		}
		if answer.Answers[0].ID != order[0] {
			t.Errorf("items given as %q: the answer that was checked has changed", order)
		}
	}
}

func TestCheckAnswer_refusesItemsThatDoNotFitTheBatch(t *testing.T) {
	questions := []seam.Question{{ID: "a", Question: "a?"}, {ID: "b", Question: "b?"}}
	for name, c := range map[string]struct {
		ids   []string
		fault string
	}{
		"none":              {nil, "a"},
		"one missing":       {[]string{"a"}, "b"},
		"one twice":         {[]string{"a", "a"}, "a"},
		"one too many":      {[]string{"a", "b", "a"}, "a"},
		"unknown":           {[]string{"a", "c"}, "c"},
		"unknown besides":   {[]string{"a", "b", "c"}, "c"},
		"id in other case":  {[]string{"a", "B"}, "B"},
		"id with a space":   {[]string{"a", "b "}, "b "},
		"blank id":          {[]string{"a", ""}, ""},
		"missing, reversed": {[]string{"b"}, "a"},
	} {
		var answer seam.Answer
		for _, id := range c.ids {
			answer.Answers = append(answer.Answers, seam.Item{ID: id})
		}
		got, err := seam.CheckAnswer(questions, answer)
		if seam.CodeOf(err) != seam.BadAnswer || seam.AsError(err).Question != c.fault || got.Answers != nil {
			t.Errorf("%s: got %+v and %v, want BAD_ANSWER about %q", name, got, err, c.fault)
		}
	}
}

func TestCheckQuestions_reportsTheFirstFault(t *testing.T) {
	good := seam.Question{ID: "good", Question: "?", Options: options("A", "B")}
	plan := seam.Question{ID: "plan", Question: "?", Detail: "# Plan", Options: options("Yes", "No"), Intent: &seam.Intent{Kind: seam.PlanReview, Approve: "Yes"}}
	change := func(q seam.Question, f func(*seam.Question)) seam.Question { f(&q); return q }
	badLabel := change(plan, func(q *seam.Question) { q.ID = "label"; q.Intent = &seam.Intent{Kind: "x", Approve: "Maybe"} })
	noDetail := change(plan, func(q *seam.Question) { q.ID = "detail"; q.Detail = " \ufeff\n" })
	for _, c := range []struct {
		name      string
		questions []seam.Question
		want      seam.Code
		at        string
	}{
		{"none", nil, seam.EmptyQuestions, ""},
		{"good ones", []seam.Question{good, plan}, "", ""},
		{"an empty list of options", []seam.Question{{ID: "a", Question: "?", Options: []seam.Option{}}}, "", ""},
		{"no id", []seam.Question{good, {Question: "?"}}, seam.BadRequest, ""},
		{"a blank id", []seam.Question{{ID: "\u3000\ufeff", Question: "?"}}, seam.BadRequest, ""},
		{"an id of a zero-width space", []seam.Question{{ID: "\u200b", Question: "?"}}, "", ""},
		{"a blank text", []seam.Question{{ID: "a", Question: "\t\u0085"}}, seam.BadRequest, "a"},
		{"a blank label", []seam.Question{{ID: "a", Question: "?", Options: options("A", " ")}}, seam.BadRequest, "a"},
		{"a repeated label", []seam.Question{{ID: "a", Question: "?", Options: options("A", "B", "A")}}, seam.BadRequest, "a"},
		{"labels that differ in case", []seam.Question{{ID: "a", Question: "?", Options: options("A", "a")}}, "", ""},
		{"a repeated id", []seam.Question{good, {ID: "b", Question: "?"}, good}, seam.BadRequest, "good"},
		{"an approval that is not offered", []seam.Question{good, badLabel}, seam.BadIntent, "label"},
		{"a blank detail", []seam.Question{good, noDetail}, seam.BadIntent, "detail"},
		{"the first question with a bad intent", []seam.Question{noDetail, badLabel}, seam.BadIntent, "detail"},
		{"the approval before the detail", []seam.Question{change(badLabel, func(q *seam.Question) { q.Detail = "" })}, seam.BadIntent, "label"},
		{"a request fault anywhere before an intent fault", []seam.Question{badLabel, {ID: "b", Question: ""}}, seam.BadRequest, "b"},
		{"an intent on free text", []seam.Question{{ID: "a", Question: "?", Detail: "x", Intent: &seam.Intent{Kind: "k"}}}, seam.BadIntent, "a"},
	} {
		err := seam.CheckQuestions(c.questions)
		if got := seam.CodeOf(err); got != c.want {
			t.Errorf("%s: got %q (%v), want %q", c.name, got, err, c.want)
		} else if err != nil && seam.AsError(err).Question != c.at {
			t.Errorf("%s: got question %q, want %q", c.name, seam.AsError(err).Question, c.at)
		}
	}
}

// TestCheckQuestions_findsRepeatedIdsInBatchesOfAnySize crosses the size at
// which another way of looking is taken.
func TestCheckQuestions_findsRepeatedIdsInBatchesOfAnySize(t *testing.T) {
	for _, n := range []int{2, 15, 16, 17, 18, 100} {
		questions := make([]seam.Question, n)
		for i := range questions {
			questions[i] = seam.Question{ID: fmt.Sprint("q", i), Question: "?"}
		}
		if err := seam.CheckQuestions(questions); err != nil {
			t.Errorf("%d questions: %v", n, err)
		}
		questions[n-1].ID = questions[rand.IntN(n-1)].ID
		if err := seam.CheckQuestions(questions); seam.CodeOf(err) != seam.BadRequest {
			t.Errorf("%d questions, two with one id: got %v, want BAD_REQUEST", n, err)
		}
	}
}

func TestQuestion_labels(t *testing.T) {
	q := seam.Question{Options: options("A", "B")}
	if got := q.Labels(); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("got labels %q", got)
	}
	if !q.Offers("B") || q.Offers("b") || q.Offers("") {
		t.Errorf("offers: B %v, b %v, empty %v; want true, false, false", q.Offers("B"), q.Offers("b"), q.Offers(""))
	}
	if got := (&seam.Question{}).Labels(); got != nil {
		t.Errorf("labels of free text: got %q, want nil", got)
	}
}

func TestCheck_messagesNameTheOptionsButNotWithoutEnd(t *testing.T) {
	labels := make([]string, 1000)
	for i := range labels {
		labels[i] = fmt.Sprint("label ", i)
	}
	q := seam.Question{ID: "q", Question: "?", Options: options(labels...)}
	_, err := seam.CheckItem(&q, seam.Item{ID: "q", Selected: []string{"x\n\x1b"}})
	msg := err.Error()
	for _, want := range []string{`"x\n\x1b"`, `"label 0"`, `"label 19"`, "and 980 more"} {
		if !strings.Contains(msg, want) {
			t.Errorf("got message %q, want %s in it", msg, want)
		}
	}
}
