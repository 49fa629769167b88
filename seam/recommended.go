package seam

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Recommended splits the recommendation mark off the end of a label, the
// convention by which agents say which option they would take: "pnpm
// (Recommended)". It returns the label without the mark and without the white
// space on either side of it, and whether there was one. A label without a mark
// comes back unchanged. The mark is one of a few words in any case, in round
// brackets, each of either width.
func Recommended(label string) (plain string, marked bool) {
	s := strings.TrimRightFunc(label, unicode.IsSpace)
	s, closed := cutSuffix(s, ")", "）")
	if !closed {
		return label, false
	}
	at := strings.LastIndexAny(s, "(（")
	if at < 0 {
		return label, false
	}
	_, width := utf8.DecodeRuneInString(s[at:])
	if !recommends(s[at+width:]) {
		return label, false
	}
	return strings.TrimRightFunc(s[:at], unicode.IsSpace), true
}

func cutSuffix(s, narrow, wide string) (before string, found bool) {
	if before, found = strings.CutSuffix(s, narrow); found {
		return before, true
	}
	return strings.CutSuffix(s, wide)
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
