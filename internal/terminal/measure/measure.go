// Package measure counts and cuts text by the columns it takes on a terminal,
// where a Chinese character or an emoji takes two and a combining mark none.
package measure

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width returns the columns that s takes. It must hold no control characters.
func Width(s string) int { return uniseg.StringWidth(s) }

// Cut returns s where it fits into width columns, and else its beginning with …
// at the end.
func Cut(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	if width < 1 {
		return ""
	}
	at, _ := fit(s, width-1)
	return s[:at] + "…"
}

// Wrap breaks s into rows of at most width columns, at a space where there is
// one in the second half of the row, and before a character where there is not.
// There is always at least one row. A character wider than a row stands alone.
func Wrap(s string, width int) []string {
	var rows []string
	for _, r := range Rows(s, width, width) {
		rows = append(rows, s[r.Start:r.End])
	}
	return rows
}

// Row is where a row begins and ends in its text.
type Row struct{ Start, End int }

// Rows is [Wrap] by position, with another width for the first row. A space at
// which a row is broken belongs to no row.
func Rows(s string, first, width int) []Row {
	var rows []Row
	start := 0
	for {
		rest, columns := s[start:], width
		if len(rows) == 0 {
			columns = first
		}
		at, all := fit(rest, columns)
		if !all && at == 0 {
			cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(rest, -1)
			at, all = len(cluster), len(cluster) == len(rest)
		}
		if all {
			return append(rows, Row{start, len(s)})
		}
		next := at
		if space := strings.LastIndexByte(rest[:at], ' '); rest[at] == ' ' {
			next++
		} else if space >= at/2 && space > 0 {
			at, next = space, space+1
		}
		rows = append(rows, Row{start, start + at})
		if start += next; start == len(s) {
			return rows
		}
	}
}

// fit returns how many bytes of s fit into width columns, and whether all do.
func fit(s string, width int) (at int, all bool) {
	used, state, rest := 0, -1, s
	for rest != "" {
		var cluster string
		var w int
		cluster, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used += w; used > width {
			return at, false
		}
		at += len(cluster)
	}
	return at, true
}
