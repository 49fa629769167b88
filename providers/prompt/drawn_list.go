package prompt

import (
	"strings"

	"github.com/AlecAivazis/survey/v2"
)

// listOptions are survey's settings for a list of entries.
func listOptions(entries []entry) []survey.AskOpt {
	return []survey.AskOpt{
		survey.WithKeepFilter(true),
		survey.WithFilter(func(filter, _ string, at int) bool {
			return strings.Contains(strings.ToLower(entries[at].label), strings.ToLower(filter))
		}),
	}
}

func labels(entries []entry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.label
	}
	return out
}

func (d *drawn) choose(a ask, entries []entry, start int) (int, error) {
	p := &survey.Select{
		Message: a.message, Options: labels(entries), Default: start,
		Description: func(_ string, at int) string { return entries[at].about },
	}
	var chosen survey.OptionAnswer
	err := d.run(a, p, &chosen, style{
		list: true, indent: 2, page: &p.PageSize,
		keys: "Enter chooses, Ctrl-D cancels",
	}, listOptions(entries)...)
	if err != nil {
		return 0, err
	}
	switch entries[chosen.Index].act {
	case takeOption, writeOther, skip, refuse:
		return chosen.Index, d.commit(a.secret)
	}
	return chosen.Index, d.erase()
}

func (d *drawn) tick(a ask, all []entry, ticked []int) ([]int, error) {
	var entries []entry
	for _, e := range all {
		if e.act == takeOption || e.act == writeOther {
			entries = append(entries, e)
		}
	}
	p := &survey.MultiSelect{
		Message: a.message, Options: labels(entries), Default: ticked,
		Description: func(_ string, at int) string { return entries[at].about },
	}
	var chosen []survey.OptionAnswer
	err := d.run(a, p, &chosen, style{
		list: true, many: true, indent: 7, page: &p.PageSize,
		keys: "Enter answers with what is ticked, or offers to skip; Ctrl-D cancels",
	}, listOptions(entries)...)
	if err != nil {
		return nil, err
	}
	at := make([]int, len(chosen))
	for i, c := range chosen {
		at[i] = c.Index
	}
	if len(at) == 0 {
		return at, d.erase()
	}
	return at, d.commit(a.secret)
}
