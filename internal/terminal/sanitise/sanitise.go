// Package sanitise makes text of unknown origin safe to print on a terminal:
// what would act on the terminal, or deceive the eye, is made visible instead.
//
// Control characters become \x1b, \r, \n and the like. Characters that are
// invisible, or that reorder what stands around them, become their code point
// in brackets: ⟨U+202E⟩. That holds for the C1 controls, bidirectional marks,
// overrides and isolates, zero-width characters, fillers that look like a space,
// tags, stray variation selectors, private use and unassigned code points.
// Joiners stay where a script or an emoji needs them, and combining marks stay
// unless they pile up beyond any script's use. Bytes that are no UTF-8 become
// \xff.
//
// The result is for reading. Two texts may look the same afterwards (a backslash
// is left as it is), so nothing may be looked up by it.
package sanitise

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line returns s made visible on one line: a line end or a tab is shown too.
func Line(s string) string { return visible(s, false) }

// Text returns s made visible with its lines kept: LF and CR LF end a line, and
// a tab becomes spaces up to the next of the tab stops, which are 8 apart.
func Text(s string) string {
	return visible(strings.ReplaceAll(s, "\r\n", "\n"), true)
}

// maxMarks is how many combining marks in a row are left as they are.
const maxMarks = 6

func visible(s string, lines bool) string {
	if plain(s, lines) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	column, marks := 0, 0
	before := rune(-1) // the rune in front, as it came in
	for i, size := 0, 0; i < len(s); i += size {
		r, n := utf8.DecodeRuneInString(s[i:])
		size = n
		if unicode.In(r, unicode.Mn, unicode.Me) {
			marks++
		} else {
			marks = 0
		}
		column++
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n' && lines:
			b.WriteByte('\n')
			column = 0
		case r == '\t' && lines:
			stop := 8 - (column-1)%8
			b.WriteString(strings.Repeat(" ", stop))
			column += stop - 1
		case r < 0x20 || r == 0x7F:
			b.WriteString(control(r))
		case marks > maxMarks || hidden(r) && !needed(before, r, s[i+n:]):
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		default:
			b.WriteString(s[i : i+n])
		}
		before = r
	}
	return b.String()
}

// plain reports whether s is printable ASCII alone, which most text is.
func plain(s string, lines bool) bool {
	for i := range len(s) {
		if c := s[i]; (c < 0x20 || c > 0x7E) && (c != '\n' || !lines) {
			return false
		}
	}
	return true
}

func control(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	return fmt.Sprintf(`\x%02x`, r)
}

// hidden reports whether r shows nothing of its own, or changes how other
// characters are shown.
func hidden(r rune) bool {
	switch {
	case r < 0x80:
		return false
	case r == 0x034F, // combining grapheme joiner
		r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, // Hangul fillers
		r == 0x17B4, r == 0x17B5, // Khmer inherent vowels
		r == 0x2800,                // a Braille pattern without a dot
		r >= 0x180B && r <= 0x180F, // Mongolian selectors
		r == 0x2028, r == 0x2029,   // line and paragraph separator
		r >= 0xFE00 && r <= 0xFE0F, // variation selectors
		r >= 0xE0000 && r <= 0xE0FFF:
		return true
	case r == 0x3000 || unicode.Is(unicode.Zs, r):
		return false
	}
	// Format (bidirectional and zero-width), control, private use, unassigned.
	return !unicode.IsGraphic(r)
}

// needed reports whether the hidden rune r does its proper work between before
// and the text after it: it joins the parts of an emoji, chooses how a symbol
// looks, or shapes the letters of a script that is written with joiners.
func needed(before, r rune, rest string) bool {
	after, _ := utf8.DecodeRuneInString(rest)
	switch r {
	case 0x200D:
		return pictorial(before) && pictorial(after) || shaped(before)
	case 0x200C:
		return shaped(before) && shaped(after)
	case 0xFE0E, 0xFE0F:
		return pictorial(before) || before >= '0' && before <= '9' || before == '#' || before == '*'
	}
	if r >= 0xE0020 && r <= 0xE007F { // the tags of a regional flag
		return before == 0x1F3F4 || before >= 0xE0020 && before < 0xE007F
	}
	return false
}

func pictorial(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sk) && r > 0xFF || r == 0xFE0F ||
		r >= 0x2190 && r <= 0x2BFF
}

func shaped(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
		unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Mongolian)
}
