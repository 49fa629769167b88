package answersets

import (
	"strings"

	"standin/seam"
)

// A label is compared with the options on offer exactly, in Unicode's normal
// form C. Where it is none of them, it is compared once more with a
// recommendation mark at the end set aside on either side: agents add the mark
// to one option today and to another tomorrow. By whichever comparison it is
// found, it has to be exactly one option.

// plain returns a label in the form of the second comparison.
func plain(label string) string {
	s, _ := seam.Recommended(nfc(label))
	return s
}

// fitLabel returns the indexes of the options that label is: one where it fits,
// none where it is not offered, several where it cannot be told which is meant.
func fitLabel(q *seam.Question, label string) []int {
	if at := exactly(q, label); at >= 0 {
		return []int{at}
	}
	label = nfc(label)
	fits := fitting(q, func(offered string) bool { return nfc(offered) == label })
	if len(fits) == 0 {
		label = plain(label)
		fits = fitting(q, func(offered string) bool { return plain(offered) == label })
	}
	return fits
}

// exactly returns the index of the option that is label to the byte, where no
// other can be it: options differ, and ASCII is its own normal form. Everywhere
// else it returns -1.
func exactly(q *seam.Question, label string) int {
	at := -1
	for i := range q.Options {
		if !ascii(q.Options[i].Label) {
			return -1
		}
		if q.Options[i].Label == label {
			at = i
		}
	}
	return at
}

// offers reports whether label is exactly one of the options.
func offers(q *seam.Question, label string) bool { return len(fitLabel(q, label)) == 1 }

// fitChoice is fitLabel for a choice of any kind; text is its value.
func fitChoice(q *seam.Question, c *Choice, text string) []int {
	switch c.By {
	case ByContains:
		part := nfc(text)
		return fitting(q, func(offered string) bool { return strings.Contains(nfc(offered), part) })
	case ByRegex:
		return fitting(q, func(offered string) bool { return c.re.Matches(nfc(offered)) || c.re.Matches(plain(offered)) })
	}
	return fitLabel(q, text)
}

func fitting(q *seam.Question, fits func(string) bool) []int {
	var at []int
	for i := range q.Options {
		if fits(q.Options[i].Label) {
			at = append(at, i)
		}
	}
	return at
}
