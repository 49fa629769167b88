package seam

import (
	"encoding/json"
	"strings"
	"unicode"
)

// Option is one of the answers a question offers. The label is both what the
// person reads and the value that goes back.
type Option struct {
	Label       string `json:"label"`
	Description string `json:"description,omitempty"`
}

// PlanReview is the intent kind of a question that asks whether a plan is good:
// the question's Detail is the plan, every option but Approve declines it.
const PlanReview = "plan-review"

// Permission is the intent kind of a question that asks whether a tool may run.
const Permission = "permission"

// Intent says that a question is a decision of a known kind, so that a capable
// user interface may present it as one. It never changes the answer's shape,
// and an interface that does not know the kind shows the ordinary option list.
type Intent struct {
	// Kind names the decision: [PlanReview], [Permission], or one of the caller's own.
	Kind string `json:"kind"`
	// Approve is the label of the option that approves; every other one declines.
	Approve string `json:"approve"`
}

// Question is one thing to be decided. Without options it asks for free text.
type Question struct {
	// ID is the caller's own, stable from ask to ask, and echoed in the answer.
	ID string `json:"id"`
	// Question is the text that is asked.
	Question string `json:"question"`
	// Detail is shown with the question (a plan, a diff) and never becomes a label.
	Detail string `json:"detail,omitempty"`
	// Header is a short title.
	Header string `json:"header,omitempty"`
	// Options are the labels to choose from; none means free text.
	Options []Option `json:"options,omitempty"`
	// MultiSelect allows any number of labels instead of one.
	MultiSelect bool `json:"multiSelect,omitzero"`
	// Intent, where present, says what kind of decision this is.
	Intent *Intent `json:"intent,omitzero"`
	// Secret answers are typed without echo and written nowhere.
	Secret bool `json:"secret,omitzero"`

	// Notice says why a provider earlier in a chain could not answer. A chain
	// sets it for the next provider to show; it is never read from a request.
	Notice string `json:"notice,omitempty"`
}

// Offers reports whether label is one of the question's own options.
func (q *Question) Offers(label string) bool {
	for i := range q.Options {
		if q.Options[i].Label == label {
			return true
		}
	}
	return false
}

// Labels returns the labels on offer in their order, nil for free text.
func (q *Question) Labels() []string {
	if len(q.Options) == 0 {
		return nil
	}
	labels := make([]string, len(q.Options))
	for i := range q.Options {
		labels[i] = q.Options[i].Label
	}
	return labels
}

// Request is a batch of questions that are answered together. Cancellation and
// deadline come with the context.
type Request struct {
	Questions []Question `json:"questions"`

	// Agent is the live agent that asks, nil for none. On a wire it is a handle,
	// which whoever reads the wire turns into the instance.
	Agent *Agent `json:"-"`

	// Prior holds what earlier providers of a chain have answered to other
	// questions of the same batch, for display. Only a chain sets it.
	Prior []Item `json:"-"`
}

// Item answers one question.
type Item struct {
	ID string `json:"id"`
	// Selected holds full labels: at most one for a single-select, in option
	// order for a multi-select, none for free text and for a skipped question.
	Selected []string `json:"selected"`
	// Custom is text of the person's own, nil for none. It overrides the label
	// of a single-select and may stand beside the labels of a multi-select.
	Custom *string `json:"custom,omitzero"`
	// Source says who gave the answer. It is not part of the wire form.
	Source Source `json:"-"`
}

// Skipped reports whether the item answers nothing: no label and no text.
func (it *Item) Skipped() bool { return len(it.Selected) == 0 && it.Custom == nil }

// MarshalJSON writes the wire form, with selected as an array even where it is nil.
func (it Item) MarshalJSON() ([]byte, error) {
	type wire Item // without this method
	if it.Selected == nil {
		it.Selected = []string{}
	}
	return json.Marshal(wire(it))
}

// Answer is the reply to a whole request: one item for each question, in
// question order.
type Answer struct {
	Answers []Item `json:"answers"`
}

// Source says where an answer came from.
type Source struct {
	// Provider is the provider's name: replay, prompt, jsonl, exec.
	Provider string
	// Kind, File and Line say which entry of an answer file it was. Kind is id,
	// asked, rule or policy; Line counts from 1.
	Kind string
	File string
	Line int
	// Redact marks a value that must be written nowhere but in the answer: it
	// came from the environment or from a file of its own.
	Redact bool
}

// Blank reports whether s holds nothing but Unicode white space and U+FEFF.
func Blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsSpace(r) && r != '\uFEFF' }) < 0
}
