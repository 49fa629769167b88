package prompt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"standin/internal/terminal/sanitise"
)

// pick returns the entry that a line means: by its number, also written #2, by
// its word, or by an option's whole label. Where it means none, or a number that
// is another option's label, hint says so.
func pick(entries []entry, line string) (at int, hint string) {
	line = strings.TrimSpace(line)
	if line == "" {
		return 0, "An empty line is no answer."
	}
	number, byNumber := -1, false
	if n, err := strconv.Atoi(strings.TrimPrefix(line, "#")); err == nil && n >= 1 && n <= len(entries) && entries[n-1].act.word() == "" {
		number, byNumber = n-1, true
	}
	label := slices.IndexFunc(entries, func(e entry) bool { return e.act.word() == "" && e.label == line })
	word := slices.IndexFunc(entries, func(e entry) bool { return e.act.word() == line })
	switch {
	case word >= 0:
		return word, ""
	case byNumber && label >= 0 && label != number:
		return 0, fmt.Sprintf("%s is the number of one option and the label of another: type #%d or #%d.", line, number+1, label+1)
	case byNumber:
		return number, ""
	case label >= 0:
		return label, ""
	}
	return 0, fmt.Sprintf("There is no %q here.", sanitise.Line(line))
}

// pickSeveral returns the entries that a line means, in their order: either
// several options, with writeOther among them or not, or one other entry.
func pickSeveral(entries []entry, line string) (at []int, hint string) {
	if i, hint := pick(entries, line); hint == "" {
		return []int{i}, ""
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(words) == 0 {
		return nil, "An empty line is no answer."
	}
	for _, w := range words {
		i, hint := pick(entries, w)
		if hint != "" {
			return nil, hint
		}
		if act := entries[i].act; act != takeOption && act != writeOther {
			return nil, fmt.Sprintf("%s stands alone on a line.", w)
		}
		at = append(at, i)
	}
	slices.Sort(at)
	return slices.Compact(at), ""
}
