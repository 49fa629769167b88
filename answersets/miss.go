package answersets

import (
	"strconv"
	"strings"

	"standin/seam"
)

// Miss says in one line why no entry answers q: what is used up or contradicts
// itself, and which entries came near and what differed.
func (s *Set) Miss(q *seam.Question, d Decision) string {
	var b strings.Builder
	b.WriteString("no entry answers " + quote(foldSpace(q.Question)))
	for _, e := range d.UsedUp {
		n := strconv.Itoa(e.Uses())
		b.WriteString("; " + e.Name() + " (" + e.Pos.String() + ") is used up: used " + n + " of " + n)
	}
	if len(d.Disagree) > 0 {
		b.WriteString("; it was recorded under other ids with different answers: ")
		for i, e := range d.Disagree {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.Name() + " (" + e.Pos.String() + ")")
		}
	}
	return b.String()
}
