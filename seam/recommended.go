package seam

import (
	"strings"
	"unicode"
)

// Recommended splits the recommendation mark off the end of a label, the
// convention by which agents say which option they would take: "pnpm
// (Recommended)". It returns the label without the mark and without the white
// space around it, and whether there was one. A label without a mark comes back
// unchanged. The mark is one of a few words in any case, in a pair of round
// brackets of either width.
func Recommended(label string) (plain string, marked bool) {
	s := strings.TrimRightFunc(label, unicode.IsSpace)
	var open string
	switch {
	case strings.HasSuffix(s, ")"):
		s, open = s[:len(s)-1], "("
	case strings.HasSuffix(s, "）"):
		s, open = s[:len(s)-len("）")], "（"
	default:
		return label, false
	}
	at := strings.LastIndex(s, open)
	if at < 0 || !recommends(s[at+len(open):]) {
		return label, false
	}
	return strings.TrimRightFunc(s[:at], unicode.IsSpace), true
}

// recommends reports whether word, in any case, is what an agent writes for
// "recommended" in one of the languages that agents write.
func recommends(word string) bool {
	for _, w := range [...]string{
		"recommended", "推荐", "推奨", "권장", "recomendado",
		"recommandé", "recommande\u0301", "empfohlen", "рекомендуется",
	} {
		if strings.EqualFold(word, w) {
			return true
		}
	}
	return false
}
