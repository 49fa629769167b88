package answersets

import (
	"slices"

	"standin/seam"
)

// Agents ask one thing several times, under several ids, with the options in
// another order or another one marked; and they ask different things in the same
// words, about one plan and then about another. Of the entries that were recorded
// for one text those count that were recorded for just these options and this
// intent, and where there is none, all of them. They answer under a new id where
// they come to the same; where they disagree none does, since nothing says which
// of them is meant.

// agreed returns the entry that speaks for all of entries that count, or those of
// them that would not answer q alike.
func agreed(entries []*Entry, q *seam.Question) (one *Entry, disagree []*Entry) {
	var fit []*Entry
	for _, e := range entries {
		if e.Drift(q) == "" {
			fit = append(fit, e)
		}
	}
	if len(fit) == 0 {
		fit = entries
	}
	for _, e := range fit[1:] {
		if !e.Answer.equal(&fit[0].Answer, q) {
			return nil, fit
		}
	}
	return fit[0], nil
}

// equal reports whether a and b answer q alike.
func (a *Answer) equal(b *Answer, q *seam.Question) bool {
	if (a.Text == nil) != (b.Text == nil) || a.Text != nil && !a.Text.equal(b.Text) {
		return false
	}
	return a.Form == b.Form && a.Value.equal(&b.Value) &&
		a.Refuse == b.Refuse && a.Approve == b.Approve && a.Pick == b.Pick &&
		slices.EqualFunc(a.Select, b.Select, func(x, y Choice) bool { return x.equal(&y, q) }) &&
		slices.EqualFunc(a.Sequence, b.Sequence, func(x, y Answer) bool { return x.equal(&y, q) })
}

// equal reports whether c and d choose the same option of q, or the same text
// where q does not offer it.
func (c *Choice) equal(d *Choice, q *seam.Question) bool {
	if c.By != d.By {
		return false
	}
	if c.Value.equal(&d.Value) {
		return true
	}
	if c.By != ByLabel || c.From != FromText || d.From != FromText {
		return false
	}
	fits := fitLabel(q, c.Text)
	return len(fits) == 1 && slices.Equal(fits, fitLabel(q, d.Text))
}

func (v *Value) equal(w *Value) bool {
	return v.From == w.From && v.Text == w.Text && v.Path == w.Path
}
