package prompt

import (
	"strings"
	"unicode/utf8"

	"standin/internal/terminal/sanitise"
)

// Stand-ins. survey ends a line at a line end and drops other control
// characters. In a text that is pasted they are handed to survey as graphic
// characters that nobody types, and turned back in the answer.
const standIn = 0x13000

// stand returns text with its control characters replaced by stand-ins. A
// character of the same range becomes the replacement character.
func stand(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x20:
			return standIn + r
		case r >= standIn && r < standIn+0x20:
			return utf8.RuneError
		}
		return r
	}, text)
}

// unstand turns stand-ins back.
func unstand(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= standIn && r < standIn+0x20 {
			return r - standIn
		}
		return r
	}, text)
}

// shown makes what a person typed safe to print, with its lines kept.
func shown(text string) string { return sanitise.Text(unstand(text)) }
