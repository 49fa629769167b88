package answersets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"standin/seam"
)

// Digest returns the form in which a recording keeps the detail of an intent:
// enough to see that it changed, and no copy of the plan itself.
func Digest(detail string) string {
	sum := sha256.Sum256([]byte(detail))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// seamQuestion returns the question as far as it is recorded.
func (a *Asked) seamQuestion() *seam.Question {
	q := &seam.Question{Question: a.Question, Header: a.Header}
	for _, label := range a.Options {
		q.Options = append(q.Options, seam.Option{Label: label})
	}
	if a.Intent != "" {
		q.Intent = &seam.Intent{Kind: a.Intent, Approve: a.Approve}
	}
	return q
}

// askedOf returns what is recorded of a question.
func askedOf(q *seam.Question) *Asked {
	a := &Asked{Question: q.Question, Header: q.Header, Options: q.Labels(), text: foldSpace(q.Question)}
	if q.Intent != nil {
		a.Intent, a.Approve, a.Detail = q.Intent.Kind, q.Intent.Approve, Digest(q.Detail)
	}
	return a
}

// identity returns a text that two recorded questions share where neither is
// drift against the other, and all that is recorded of one is of the other.
func (a *Asked) identity() string {
	labels := plainLabels(a.Options)
	slices.Sort(labels)
	return fmt.Sprintf("%q %q %q %q %q", a.text, labels, a.Intent, plain(a.Approve), a.Detail)
}

// Drift says how q differs from the question that the entry was recorded for,
// showing both, and "" where it does not. Another order of the options, other
// descriptions or another recommendation mark are no difference, nor is white
// space in the text. An intent has drifted where its kind, the option that
// approves or its detail did, and where it was recorded without one.
func (e *Entry) Drift(q *seam.Question) string {
	a := e.Asked
	if a == nil || a.same(q) {
		return ""
	}
	var changes []string
	change := func(what, then, now string) {
		changes = append(changes, what+" was "+then+" and is "+now)
	}
	if text := foldSpace(q.Question); a.text != text {
		change("the question", quote(a.text), quote(text))
	}
	if labels := q.Labels(); a.Options != nil && !sameLabels(a.Options, labels) {
		change("the list of options", listOf(a.Options), listOf(labels))
	}
	if then, now := describeIntent(a.Intent, a.Approve), a.intentNow(q); then != now {
		change("the intent", then, now)
	}
	if a.Detail != "" && a.Detail != Digest(q.Detail) {
		changes = append(changes, "the detail is another one than was decided about")
	}
	return strings.Join(changes, "; ")
}

// same reports whether q is the recorded question to the byte, which it mostly
// is: that is quickly told.
func (a *Asked) same(q *seam.Question) bool {
	if a.Question != q.Question || a.Intent != "" || q.Intent != nil || a.Detail != "" {
		return false
	}
	if a.Options == nil {
		return true
	}
	if len(a.Options) != len(q.Options) {
		return false
	}
	for i := range a.Options {
		if a.Options[i] != q.Options[i].Label {
			return false
		}
	}
	return true
}

// intentNow describes the intent of q as far as a has one recorded: by its kind
// alone where the label that approves is not.
func (a *Asked) intentNow(q *seam.Question) string {
	switch {
	case q.Intent == nil:
		return describeIntent("", "")
	case a.Intent != "" && a.Approve == "":
		return describeIntent(q.Intent.Kind, "")
	}
	return describeIntent(q.Intent.Kind, q.Intent.Approve)
}

func describeIntent(kind, approve string) string {
	switch {
	case kind == "" && approve == "":
		return "none"
	case approve == "":
		return quote(kind)
	}
	return quote(kind) + ", approved by " + quote(plain(approve))
}

func listOf(labels []string) string {
	if len(labels) == 0 {
		return "empty"
	}
	return quoteList(labels)
}

// sameLabels reports whether two lists offer the same, in whatever order and
// with whatever recommendation marks.
func sameLabels(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	a, b = plainLabels(a), plainLabels(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func plainLabels(labels []string) []string {
	out := make([]string, len(labels))
	for i, label := range labels {
		out[i] = plain(label)
	}
	return out
}
