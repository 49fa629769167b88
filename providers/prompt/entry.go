package prompt

import (
	"fmt"
	"strings"

	"standin/internal/terminal/measure"
	"standin/internal/terminal/sanitise"
	"standin/seam"
)

// entry is one thing to choose. Which one was chosen is known by its place in
// the list, never by its label.
type entry struct {
	act    act
	option int    // where act is takeOption
	label  string // as shown
	about  string // as shown, may be empty
}

// act is what choosing an entry does.
type act int

const (
	takeOption act = iota
	writeOther     // an answer in one's own words
	skip           // leave the question unanswered
	refuse         // refuse the whole batch
	readAll        // page through the whole text
	again          // back to the question
	writeLines     // a text of several lines
	enter          // what was typed is the answer
)

func (a act) entry(batch int) entry {
	e := entry{act: a}
	switch a {
	case writeOther:
		e.label, e.about = "Other…", "write your own answer"
	case skip:
		e.label, e.about = "Skip", "leave this question unanswered"
	case refuse:
		e.label, e.about = "Cancel", "refuse the question"
		if batch > 1 {
			e.about = "refuse all of these questions"
		}
	case readAll:
		e.label = "Read all of it"
	case again:
		e.label = "Choose again"
	case writeLines:
		e.label, e.about = "Write several lines", "a line with a single dot ends them"
	}
	return e
}

// options returns the question's own options as entries. Labels that look the
// same, or like one of the entries that are not the asker's, are told apart.
func options(q *seam.Question) []entry {
	const most = 2000 // columns of a label; survey loses count of longer ones
	entries := make([]entry, len(q.Options))
	looks := make(map[string]int)
	for i, o := range q.Options {
		label := strings.TrimSpace(sanitise.Line(o.Label))
		if _, marked := seam.Recommended(o.Label); marked && !strings.Contains(strings.ToLower(label), "recommended") {
			label += " (recommended)"
		}
		label = measure.Cut(label, most)
		about := measure.Cut(strings.TrimSpace(sanitise.Line(o.Description)), most)
		entries[i] = entry{option: i, label: label, about: about}
		looks[label]++
	}
	for i := range entries {
		e := &entries[i]
		switch {
		case looks[e.label] > 1:
			e.label += fmt.Sprintf(" [option %d]", i+1)
		case ours(e.label):
			e.label += " [one of the options]"
		}
	}
	return entries
}

// ours reports whether label reads like an entry that is not the asker's.
func ours(label string) bool {
	for _, a := range []act{writeOther, skip, refuse, readAll} {
		own := a.entry(1).label
		if strings.EqualFold(label, own) || strings.EqualFold(strings.TrimRight(label, ".…"), strings.TrimRight(own, "…")) {
			return true
		}
	}
	return false
}

// declining returns the place of the first option that does not approve, of the
// entry Skip where every option approves; 0 for a question without an intent.
func declining(q *seam.Question, entries []entry) int {
	if q.Intent == nil {
		return 0
	}
	for i, e := range entries {
		if e.act == takeOption && q.Options[e.option].Label != q.Intent.Approve || e.act == skip {
			return i
		}
	}
	return 0
}
