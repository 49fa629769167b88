package prompt

import "standin/seam"

// single asks for one option, or an answer in one's own words.
func (s *session) single(q *seam.Question, a ask, item *seam.Item) error {
	entries := append(options(q), writeOther.entry(s.total), skip.entry(s.total), refuse.entry(s.total))
	start := declining(q, entries)
	if a.detail != "" {
		read := readAll.entry(s.total)
		read.about = count(a.detail)
		entries = append(entries, read)
	}
	for {
		at, err := s.face.choose(a, entries, start)
		if err != nil {
			return err
		}
		switch e := entries[at]; e.act {
		case takeOption:
			item.Selected = []string{q.Options[e.option].Label}
			return nil
		case writeOther:
			done, err := s.other(a, item)
			if done || err != nil {
				return err
			}
		case skip:
			return nil
		case refuse:
			return errRefused
		case readAll:
			if err := s.face.page(a.detail); err != nil {
				return err
			}
		}
	}
}

// several asks for any number of options, and words of one's own beside them.
func (s *session) several(q *seam.Question, a ask, item *seam.Item) error {
	entries := append(options(q), writeOther.entry(s.total), skip.entry(s.total), refuse.entry(s.total))
	if a.detail != "" {
		entries = append(entries, readAll.entry(s.total))
	}
	var ticked []int
	for {
		at, err := s.face.tick(a, entries, ticked)
		if err != nil {
			return err
		}
		a.hint = ""
		if len(at) == 0 {
			at, err = s.nothingTicked(a)
			if err != nil || len(at) == 0 {
				return err
			}
			ticked = nil
			continue
		}
		switch entries[at[0]].act {
		case skip:
			return nil
		case refuse:
			return errRefused
		case readAll:
			if err := s.face.page(a.detail); err != nil {
				return err
			}
			continue
		}
		labels, own := []string{}, false
		ticked = ticked[:0]
		for _, i := range at {
			if entries[i].act == writeOther {
				own = true
				continue
			}
			labels = append(labels, q.Options[entries[i].option].Label)
			ticked = append(ticked, i)
		}
		if own {
			done, err := s.other(a, item)
			if err != nil {
				return err
			}
			if !done {
				a.hint = "Nothing was written; what is ticked is still ticked."
				continue
			}
		}
		item.Selected = labels
		return nil
	}
}

// nothingTicked asks what Enter with nothing ticked was meant to be. It returns
// something to choose again, and nothing to skip.
func (s *session) nothingTicked(a ask) ([]int, error) {
	a.hint = "Nothing is ticked, so there is no answer yet: space ticks."
	entries := []entry{again.entry(s.total), skip.entry(s.total), refuse.entry(s.total)}
	at, err := s.face.choose(a, entries, 0)
	switch {
	case err != nil:
		return nil, err
	case entries[at].act == refuse:
		return nil, errRefused
	case entries[at].act == skip:
		return nil, nil
	}
	return []int{0}, nil
}

// text asks for a text.
func (s *session) text(q *seam.Question, a ask, item *seam.Item) error {
	offers := []act{writeLines, skip, refuse}
	if q.Secret {
		offers = offers[1:]
	}
	if a.detail != "" {
		offers = append(offers, readAll)
	}
	for {
		text, what, err := s.face.write(a, offers)
		switch {
		case err != nil:
			return err
		case what == skip:
			return nil
		case what == refuse:
			return errRefused
		case what == readAll:
			if err := s.face.page(a.detail); err != nil {
				return err
			}
		case !seam.Blank(text):
			item.Custom = &text
			return nil
		default:
			a.hint = "A blank line is no answer."
		}
	}
}

// other asks for an answer in one's own words beside options. It reports whether
// there is one; else the person wants to choose again.
func (s *session) other(a ask, item *seam.Item) (bool, error) {
	a.message, a.detail = "Your own answer:", ""
	offers := []act{again, writeLines}
	if a.secret {
		offers = offers[:1]
	}
	a.hint = ""
	for {
		text, what, err := s.face.write(a, offers)
		switch {
		case err != nil:
			return false, err
		case what == again:
			return false, nil
		case !seam.Blank(text):
			item.Custom = &text
			return true, nil
		}
		a.hint = "A blank line is no answer."
	}
}
