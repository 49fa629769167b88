package answersets

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"standin/seam"
)

// Values reads what an answer names and does not hold. The functions may be
// called by several goroutines at once. One that is nil knows of nothing.
type Values struct {
	// Env returns an environment variable, as [os.LookupEnv] does.
	Env func(name string) (string, bool)
	// File returns the content of a file, as [os.ReadFile] does.
	File func(path string) ([]byte, error)
	// Redact reports whether the answer to the question with this id is to stand
	// in no message, as that to a secret question.
	Redact func(id string) bool
}

func (v *Values) redacts(q *seam.Question) bool {
	return q.Secret || v.Redact != nil && v.Redact(q.ID)
}

func (v *Values) env(name string) (string, bool) {
	if v.Env == nil {
		return "", false
	}
	return v.Env(name)
}

func (v *Values) file(path string) ([]byte, error) {
	if v.File == nil {
		return nil, fs.ErrNotExist
	}
	return v.File(path)
}

// Resolve returns what the entry answers to q, with its source. Use counts the
// earlier uses of the entry and chooses the element of a sequence.
//
// It fails with an [*seam.Error]: [seam.BadAnswer] where the answer does not fit
// the question, [seam.Unanswered] where it picks an option and none qualifies,
// [seam.AskCancelled] where the entry refuses. The message names the entry and
// its place, and never a value from the environment or from a file, nor the answer
// to a secret question or to one that values redact.
func (e *Entry) Resolve(q *seam.Question, use int, values Values) (seam.Item, error) {
	a := &e.Answer
	if a.Form == FormSequence {
		a = &a.Sequence[use]
	}
	r := resolver{entry: e, q: q, values: values}
	it := seam.Item{ID: q.ID, Selected: []string{}}
	if err := r.fill(&it, a); err != nil {
		return seam.Item{}, err
	}
	kind := string(e.Kind)
	it.Source = seam.Source{Kind: kind, File: e.File, Line: e.Line, Redact: r.redact}
	fitted, err := seam.CheckItem(q, it)
	if err != nil {
		return seam.Item{}, r.bad("%s", r.misfit(err))
	}
	return fitted, nil
}

// resolver fits one answer to one question.
type resolver struct {
	entry  *Entry
	q      *seam.Question
	values Values
	redact bool // a value came from the environment or a file
}

func (r *resolver) bad(format string, args ...any) *seam.Error {
	return r.fail(seam.BadAnswer, format, args...)
}

func (r *resolver) fail(code seam.Code, format string, args ...any) *seam.Error {
	// The name and the path are of the file's making: they are no format.
	message := r.entry.Name() + " (" + r.entry.Pos.String() + ") " + fmt.Sprintf(format, args...)
	return &seam.Error{Code: code, Question: r.q.ID, Message: message}
}

// misfit returns the message of a failed check, without the value that failed
// where that has to stay secret.
func (r *resolver) misfit(err error) string {
	if r.redact || r.values.redacts(r.q) {
		return "gives a value that does not fit the question"
	}
	return "does not fit: " + err.Error()
}

func (r *resolver) fill(it *seam.Item, a *Answer) error {
	switch a.Form {
	case FormSkip:
		return nil
	case FormRefuse:
		if a.Refuse == "" {
			return r.fail(seam.AskCancelled, "refuses question %s", quote(r.q.ID))
		}
		return r.fail(seam.AskCancelled, "refuses question %s: %s", quote(r.q.ID), a.Refuse)
	case FormScalar:
		return r.scalar(it, &a.Value)
	case FormApprove:
		return r.approve(it, a.Approve)
	case FormPick:
		return r.pick(it, a.Pick)
	}
	for i := range a.Select {
		if err := r.choose(it, &a.Select[i]); err != nil {
			return err
		}
	}
	if a.Text != nil {
		s, err := r.value(a.Text)
		if err != nil {
			return err
		}
		it.Custom = &s
	}
	return nil
}

// scalar is a label where labels are offered and the text itself elsewhere.
func (r *resolver) scalar(it *seam.Item, v *Value) error {
	if len(r.q.Options) > 0 {
		return r.choose(it, &Choice{Value: *v})
	}
	s, err := r.value(v)
	if err != nil {
		return err
	}
	it.Custom = &s
	return nil
}

func (r *resolver) choose(it *seam.Item, c *Choice) error {
	s, err := r.value(&c.Value)
	if err != nil {
		return err
	}
	if len(r.q.Options) == 0 {
		return r.bad("selects a label, and the question offers none: give { text: … } instead")
	}
	fits := fitChoice(r.q, c, s)
	if len(fits) == 1 {
		it.Selected = append(it.Selected, r.q.Options[fits[0]].Label)
		return nil
	}
	what := r.named(c, s)
	if len(fits) == 0 {
		return r.bad("answers %s, which is not offered; the options are %s", what, quoteList(r.q.Labels()))
	}
	if r.redact || r.values.redacts(r.q) {
		return r.bad("answers %s, which fits %d options", what, len(fits))
	}
	several := make([]string, len(fits))
	for i, at := range fits {
		several[i] = r.q.Options[at].Label
	}
	return r.bad("answers %s, which fits more than one option: %s", what, quoteList(several))
}

// named returns how a message speaks of a choice, whose value is s: by the value,
// or by where it is kept.
func (r *resolver) named(c *Choice, s string) string {
	switch {
	case c.From == FromEnv:
		return "the value of $" + clip(c.Text)
	case c.From == FromFile:
		return "the value in " + clip(c.Path)
	case r.values.redacts(r.q):
		return "a value that is secret"
	case c.By == ByContains:
		return "{ contains: " + quote(s) + " }"
	case c.By == ByRegex:
		return "{ regex: " + quote(s) + " }"
	}
	return quote(s)
}

func (r *resolver) approve(it *seam.Item, approve bool) error {
	in := r.q.Intent
	if in == nil {
		return r.bad("approves or declines, and the question has no intent: name a label instead")
	}
	if approve {
		it.Selected = append(it.Selected, in.Approve)
		return nil
	}
	var others []string
	for i := range r.q.Options {
		if label := r.q.Options[i].Label; label != in.Approve {
			others = append(others, label)
		}
	}
	if len(others) != 1 {
		return r.bad("declines, which takes exactly one option beside %s, and there are %d: name a label instead",
			quote(in.Approve), len(others))
	}
	it.Selected = others
	return nil
}

// value returns the text of v, read from where it is kept.
func (r *resolver) value(v *Value) (string, error) {
	if v.From == FromText {
		return v.Text, nil
	}
	r.redact = true
	if v.From == FromEnv {
		s, ok := r.values.env(v.Text)
		switch {
		case !ok:
			return "", r.bad("takes its value from the environment, and $%s is not set", clip(v.Text))
		case seam.Blank(s):
			return "", r.bad("takes its value from the environment, and $%s is blank", clip(v.Text))
		case !utf8.ValidString(s):
			return "", r.bad("takes its value from the environment, and $%s is not valid UTF-8", clip(v.Text))
		}
		return s, nil
	}
	data, err := r.values.file(v.Path)
	if err != nil {
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			err = e.Err
		}
		return "", r.bad("takes its value from %s: %v", clip(v.Path), err)
	}
	s := string(data)
	if cut, ok := strings.CutSuffix(s, "\n"); ok {
		s = strings.TrimSuffix(cut, "\r")
	}
	switch {
	case seam.Blank(s):
		return "", r.bad("takes its value from %s, which is blank", clip(v.Path))
	case !utf8.ValidString(s):
		return "", r.bad("takes its value from %s, which is not valid UTF-8", clip(v.Path))
	}
	return s, nil
}
