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
	for {
		at, all := fit(s, width)
		if all {
			return append(rows, s)
		}
		if at == 0 {
			cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(s, -1)
			if at = len(cluster); at == len(s) {
				return append(rows, s)
			}
		}
		next := at
		if space := strings.LastIndexByte(s[:at], ' '); s[at] == ' ' {
			next++
		} else if space >= at/2 && space > 0 {
			at, next = space, space+1
		}
		rows = append(rows, s[:at])
		s = s[next:]
		if s == "" {
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
