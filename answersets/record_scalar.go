package answersets

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// How texts are written. A text stands plain where it is made of letters,
// digits and a little more, and means a text to every YAML reader, old ones
// included; no, 1.10 and 2026-01-02 would not. Anything else stands in double
// quotes, on one line, with what cannot be seen as an escape.

// scalarText returns s as it stands in a file, also within brackets and as a key.
func scalarText(s string) string {
	if plainText(s) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case visible(r):
			b.WriteRune(r)
		case r <= 0xFF:
			fmt.Fprintf(&b, `\x%02X`, r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// visible reports whether r stands for itself. The two joiners do, which
// hold words of some languages, and emoji, together.
func visible(r rune) bool {
	return unicode.IsPrint(r) || r == '\u200C' || r == '\u200D'
}

func plainText(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsLetter(first) && !unicode.IsDigit(first) && first != '_' && first != '/' || strings.HasSuffix(s, " ") {
		return false
	}
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !strings.ContainsRune(" _-./+()", r) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "y", "n", "yes", "no", "on", "off": // truth values in YAML 1.1
		return false
	}
	n := yaml.Node{Kind: yaml.ScalarNode, Value: s}
	return n.ShortTag() == "!!str"
}

// blockText returns the lines of s as a literal block, the first of them its
// header, and whether s can stand as one: several lines that all can be seen,
// with no white space that an editor might strip.
func blockText(s string) (lines []string, ok bool) {
	if !strings.Contains(s, "\n") || strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\n") || strings.HasSuffix(s, "\n\n") {
		return nil, false
	}
	header := "|-"
	if strings.HasSuffix(s, "\n") {
		header, s = "|", strings.TrimSuffix(s, "\n")
	}
	if s == "" || !strings.Contains(s, "\n") {
		return nil, false
	}
	lines = append(lines, header)
	for line := range strings.SplitSeq(s, "\n") {
		if strings.HasSuffix(line, " ") || strings.ContainsFunc(line, func(r rune) bool { return !visible(r) }) {
			return nil, false
		}
		lines = append(lines, line)
	}
	return lines, true
}
