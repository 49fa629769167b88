package answersets

import "slices"

// Several files are laid over one another: an id of a later file replaces the
// same id of an earlier one, the rules of a later file are tried first, and its
// unanswered policy counts. What a file extends lies directly under it.

// lay lays files over one another, the first at the bottom.
func lay(files []file) *Set {
	n := 0
	for i := range files {
		n += len(files[i].answers)
	}
	s := &Set{byID: make(map[string]*Entry, n), byText: map[string][]*Entry{}}
	for i := range files {
		f := &files[i]
		s.Files = append(s.Files, f.path)
		if f.unanswered != "" {
			s.Unanswered, s.UnansweredAt = f.unanswered, f.unansweredAt
		}
		for _, e := range f.answers {
			s.byID[e.ID] = e
		}
	}
	for i := range files {
		for _, e := range files[i].answers {
			if s.byID[e.ID] != e {
				continue // a later file replaces it
			}
			s.answers = append(s.answers, e)
			if e.Asked != nil {
				s.byText[e.Asked.text] = append(s.byText[e.Asked.text], e)
			}
		}
	}
	for _, f := range slices.Backward(files) {
		s.rules = append(s.rules, f.rules...)
	}
	s.entries = slices.Concat(s.answers, s.rules)
	for i, e := range s.entries {
		e.Index = i
	}
	s.index = newRuleIndex(s.rules)
	return s
}
