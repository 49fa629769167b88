package answersets

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"standin/seam"
)

// recorded is one question as it was answered, a number of times in a row.
type recorded struct {
	question seam.Question // as it was asked the last time
	item     seam.Item
	secret   bool // its values are kept in the environment
	times    int
}

// equal reports whether two answers are the same, whoever gave them.
func (r *recorded) equal(o *recorded) bool {
	a, b := &r.item, &o.item
	return slices.Equal(a.Selected, b.Selected) && (a.Custom == nil) == (b.Custom == nil) && (a.Custom == nil || *a.Custom == *b.Custom)
}

// entryText is an entry of answers as it stands in a file.
type entryText struct {
	key   string
	value string   // on one line, within brackets if need be
	block []string // or on several lines, relative to the key; nil for none
}

// render returns the entry for what was answered to one id, each time that it
// was asked. Env returns the names of variables that are free to hold secrets,
// a new one each time.
func render(id string, times []recorded, env func() string) entryText {
	last := &times[len(times)-1]
	asked := keyAsked + ": " + renderAsked(&last.question)
	e := entryText{key: scalarText(id)}
	if len(times) > 1 {
		var answers []string
		for i := range times {
			for range times[i].times {
				answers = append(answers, renderTime(&times[i], env))
			}
		}
		e.value = "{ " + keySequence + ": [" + strings.Join(answers, ", ") + "], " + asked + " }"
		return e
	}
	parts := renderAnswer(last, env)
	e.value = "{ " + strings.Join(append(parts, asked), ", ") + " }"
	if last.item.Custom == nil || last.secret {
		return e
	}
	if lines, ok := blockText(*last.item.Custom); ok {
		e.block = append(e.block, parts[:len(parts)-1]...)
		e.block = append(e.block, keyText+": "+lines[0])
		for _, line := range lines[1:] {
			if line != "" {
				line = "  " + line
			}
			e.block = append(e.block, line)
		}
		e.block = append(e.block, asked)
	}
	return e
}

// renderAnswer returns the keys of an answer; text, where there is any, comes last.
func renderAnswer(r *recorded, env func() string) []string {
	value := scalarText
	if r.secret {
		value = func(string) string { return "{ " + keyEnv + ": " + env() + " }" }
	}
	var parts []string
	switch labels := r.item.Selected; {
	case r.item.Skipped():
		return []string{keySkip + ": true"}
	case len(labels) == 1 && !r.question.MultiSelect && r.secret:
		return []string{keyEnv + ": " + env()}
	case len(labels) == 1 && !r.question.MultiSelect:
		parts = append(parts, keySelect+": "+value(labels[0]))
	case len(labels) > 0:
		texts := make([]string, len(labels))
		for i, label := range labels {
			texts[i] = value(label)
		}
		parts = append(parts, keySelect+": ["+strings.Join(texts, ", ")+"]")
	}
	switch {
	case r.item.Custom == nil:
	case r.secret && len(r.question.Options) == 0:
		parts = append(parts, keyEnv+": "+env())
	default:
		parts = append(parts, keyText+": "+value(*r.item.Custom))
	}
	return parts
}

// renderTime returns an answer as an element of a sequence.
func renderTime(r *recorded, env func() string) string {
	if len(r.item.Selected) == 1 && r.item.Custom == nil && !r.secret {
		return scalarText(r.item.Selected[0])
	}
	return "{ " + strings.Join(renderAnswer(r, env), ", ") + " }"
}

// renderAsked returns the question that goes with an answer. What was decided
// about, where there is an intent, is kept as a digest.
func renderAsked(q *seam.Question) string {
	parts := []string{keyQuestion + ": " + scalarText(q.Question)}
	if !seam.Blank(q.Header) {
		parts = append(parts, keyHeader+": "+scalarText(q.Header))
	}
	labels := q.Labels()
	for i := range labels {
		labels[i] = scalarText(labels[i])
	}
	parts = append(parts, keyOptions+": ["+strings.Join(labels, ", ")+"]")
	if q.Intent != nil {
		parts = append(parts,
			keyIntent+": { kind: "+scalarText(q.Intent.Kind)+", "+keyApprove+": "+scalarText(q.Intent.Approve)+" }",
			keyDetail+": "+scalarText(Digest(q.Detail)))
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// recordable returns why an answer cannot be written down exactly, nil where it can.
func recordable(q *seam.Question, it *seam.Item) error {
	texts := append([]string{q.ID, q.Question, q.Header, q.Detail}, q.Labels()...)
	if it.Custom != nil {
		texts = append(texts, *it.Custom)
	}
	if q.Intent != nil {
		texts = append(texts, q.Intent.Kind)
		if seam.Blank(q.Intent.Kind) {
			return fmt.Errorf("the intent of question %s has no kind", quote(q.ID))
		}
	}
	for _, s := range texts {
		if !utf8.ValidString(s) {
			return fmt.Errorf("question %s or its answer is not valid UTF-8", quote(q.ID))
		}
	}
	return nil
}

// secretName returns the variable that keeps the secrets of a question: its id
// in upper case, with an underscore for whatever is no letter or digit.
func secretName(id string) string {
	return "STANDIN_SECRET_" + strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, id)
}
