package answersets

import (
	"slices"

	"standin/seam"
)

// Agents ask one thing several times, under several ids, with the options in
// another order or another one marked. Entries that were recorded for one text
// answer under a new id where all of them come to the same; then the one counts
// that was recorded for just these options and this intent. Where they disagree
// none does, since nothing says which of them is meant.

// agreed returns the entry that speaks for all of entries, nil where they would
// answer q differently.
func agreed(entries []*Entry, q *seam.Question) *Entry {
	first := entries[0]
	for _, e := range entries[1:] {
		if !e.Answer.equal(&first.Answer, q) {
			return nil
		}
	}
	if len(entries) > 1 {
		for _, e := range entries {
			if e.Drift(q) == "" {
				return e
			}
		}
	}
	return first
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
