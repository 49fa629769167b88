package seam

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The rules of a request and of an answer. Both are checked here and nowhere
// else: the service applies them around every provider, and a provider that
// takes answers from outside (a program, a file) applies the same ones to turn
// down a wrong answer while the question is still open.

// CheckQuestions applies the rules that make a batch routable and showable, and
// reports the first that fails: [EmptyQuestions]; [BadRequest] for a missing,
// blank or repeated id, a blank text, a blank or repeated label; then
// [BadIntent] for an intent that approves none of its question's own options or
// comes without a detail. Every request fault comes before any intent fault.
func CheckQuestions(questions []Question) error {
	if len(questions) == 0 {
		return Errorf(EmptyQuestions, "the request has no questions")
	}
	for i := range questions {
		q := &questions[i]
		switch {
		case Blank(q.ID):
			return Errorf(BadRequest, "question %d of %d has no id", i+1, len(questions))
		case Blank(q.Question):
			return questionError(BadRequest, q, "question %q has no text", q.ID)
		}
		for j := range q.Options {
			if Blank(q.Options[j].Label) {
				return questionError(BadRequest, q, "option %d of question %q has no label", j+1, q.ID)
			}
		}
		if at := repeated(len(q.Options), func(i int) string { return q.Options[i].Label }); at >= 0 {
			return questionError(BadRequest, q, "question %q offers the label %q twice", q.ID, q.Options[at].Label)
		}
	}
	if at := repeated(len(questions), func(i int) string { return questions[i].ID }); at >= 0 {
		return questionError(BadRequest, &questions[at], "two questions have the id %q", questions[at].ID)
	}
	for i := range questions {
		q := &questions[i]
		switch {
		case q.Intent == nil:
		case !q.Offers(q.Intent.Approve):
			return questionError(BadIntent, q, "the intent of question %q approves %q, which is none of its options", q.ID, q.Intent.Approve)
		case Blank(q.Detail):
			return questionError(BadIntent, q, "question %q has an intent but no detail to decide about", q.ID)
		}
	}
	return nil
}

// CheckAnswer returns a fitted to the questions: items in question order, labels
// in option order, no label beside the custom text of a single-select. It fails
// with [BadAnswer] where a has an item for no question, or two, or lacks one, or
// where [CheckItem] refuses one. It does not change a; the
// result may share its items.
func CheckAnswer(questions []Question, a Answer) (Answer, error) {
	if inOrder(questions, a.Answers) {
		return checkItems(questions, a.Answers)
	}
	at := make(map[string]int, len(questions))
	for i := range questions {
		at[questions[i].ID] = i
	}
	items := make([]Item, len(questions))
	answered := make([]bool, len(questions))
	for _, it := range a.Answers {
		i, ok := at[it.ID]
		switch {
		case !ok:
			return Answer{}, &Error{Code: BadAnswer, Question: it.ID, Message: fmt.Sprintf("there is an answer to %q, which was not asked", it.ID)}
		case answered[i]:
			return Answer{}, questionError(BadAnswer, &questions[i], "question %q is answered twice", it.ID)
		}
		items[i], answered[i] = it, true
	}
	for i, ok := range answered {
		if !ok {
			return Answer{}, questionError(BadAnswer, &questions[i], "question %q is not answered", questions[i].ID)
		}
	}
	return checkItems(questions, items)
}

func inOrder(questions []Question, items []Item) bool {
	if len(items) != len(questions) {
		return false
	}
	for i := range items {
		if items[i].ID != questions[i].ID {
			return false
		}
	}
	return true
}

// checkItems checks items that stand in question order. Where they fit as they
// are, as they nearly always do, they come back as they are.
func checkItems(questions []Question, items []Item) (Answer, error) {
	out, copied := items, false
	for i := range items {
		it, err := CheckItem(&questions[i], items[i])
		if err != nil {
			return Answer{}, err
		}
		if sameSlice(it.Selected, items[i].Selected) {
			continue
		}
		if !copied {
			out, copied = slices.Clone(items), true
		}
		out[i] = it
	}
	return Answer{Answers: out}, nil
}

// sameSlice reports whether a and b are one and the same, or both empty.
func sameSlice(a, b []string) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}

// CheckItem returns it fitted to its question as [CheckAnswer] does, or fails
// with [BadAnswer]: an unknown or repeated label, two labels on a single-select
// (with custom text too), blank custom text, labels where no options are offered.
// Its message never repeats the answer to a secret question.
func CheckItem(q *Question, it Item) (Item, error) {
	if it.Custom != nil && Blank(*it.Custom) {
		return Item{}, questionError(BadAnswer, q, "the text that answers %q is blank", q.ID)
	}
	if len(it.Selected) > 0 && len(q.Options) == 0 {
		return Item{}, questionError(BadAnswer, q, "question %q offers no options, so %s cannot be selected", q.ID, named(q, it.Selected[:1]))
	}
	sorted, err := placeLabels(q, it.Selected)
	if err != nil {
		return Item{}, err
	}
	if len(it.Selected) > 1 && !q.MultiSelect {
		return Item{}, questionError(BadAnswer, q, "question %q takes one label, and %s are selected", q.ID, named(q, it.Selected))
	}
	if len(sorted) == 0 || it.Custom != nil && !q.MultiSelect {
		sorted = []string{}
	}
	it.Selected = sorted
	return it, nil
}

// placeLabels returns the labels in option order, or fails for one that is not
// offered or occurs twice. Labels that stand in option order already, as they
// nearly always do, are found in one pass and come back as they are.
func placeLabels(q *Question, selected []string) ([]string, error) {
	placed := 0
	for at := 0; at < len(q.Options) && placed < len(selected); at++ {
		if q.Options[at].Label == selected[placed] {
			placed++
		}
	}
	if placed == len(selected) {
		return selected, nil
	}
	chosen := make(map[string]bool, len(q.Options)) // of every label on offer
	for i := range q.Options {
		chosen[q.Options[i].Label] = false
	}
	for _, label := range selected {
		switch already, offered := chosen[label]; {
		case !offered:
			return nil, questionError(BadAnswer, q, "%s is not offered by question %q; its options are %s", named(q, []string{label}), q.ID, quoteAll(q.Labels()))
		case already:
			return nil, questionError(BadAnswer, q, "%s is selected twice for question %q", named(q, []string{label}), q.ID)
		}
		chosen[label] = true
	}
	sorted := make([]string, 0, len(selected))
	for i := range q.Options {
		if chosen[q.Options[i].Label] {
			sorted = append(sorted, q.Options[i].Label)
		}
	}
	return sorted, nil
}

// repeated returns the index of the first of n texts that has stood before, -1
// where all differ.
func repeated(n int, text func(int) string) int {
	if n <= 16 { // cheaper than a map
		for i := 1; i < n; i++ {
			for j := range i {
				if text(i) == text(j) {
					return i
				}
			}
		}
		return -1
	}
	seen := make(map[string]struct{}, n)
	for i := range n {
		if _, ok := seen[text(i)]; ok {
			return i
		}
		seen[text(i)] = struct{}{}
	}
	return -1
}

func questionError(code Code, q *Question, format string, args ...any) *Error {
	e := Errorf(code, format, args...)
	e.Question = q.ID
	return e
}

// named writes the labels of an answer for a message, which a secret answer
// stands in nowhere.
func named(q *Question, labels []string) string {
	switch {
	case !q.Secret:
		return quoteAll(labels)
	case len(labels) == 1:
		return "what is selected"
	}
	return "several"
}

// quoteAll writes texts as a list for a message, cut short where it is long.
func quoteAll(texts []string) string {
	const most = 20
	var b strings.Builder
	for i, s := range texts {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == most {
			fmt.Fprintf(&b, "and %d more", len(texts)-most)
			break
		}
		b.WriteString(strconv.Quote(s))
	}
	return b.String()
}
