package answersets

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words survive rewording without guessing: a word either occurs in a text or
// does not. Case is folded. A word of a script that writes spaces between words
// has to stand alone ("use" does not occur in "user"); in scripts that do not,
// and in Korean, which hangs endings on its words, it may be a part of a longer
// run of characters.

// hasWord reports whether word occurs in text. Both are case folded.
func hasWord(text, word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !joined(before, first) && !joined(last, after) {
			return true
		}
		_, n := utf8.DecodeRuneInString(text[at:])
		from = at + n
	}
}

// joined reports whether two neighbouring characters belong to one word.
func joined(a, b rune) bool { return spaced(a) && spaced(b) }

// spaced reports whether r is a word character of a script with spaces.
func spaced(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	if r == utf8.RuneError || !unicode.In(r, unicode.L, unicode.N, unicode.M) {
		return false
	}
	return !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan) &&
		r != 'ー' // the long vowel mark of Japanese is of no script
}

// eachWord hands f the words of a case folded text: runs of word characters in
// scripts with spaces, single characters in others.
func eachWord(text string, f func(string)) {
	start := -1
	for i, r := range text {
		if spaced(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			f(text[start:i])
			start = -1
		}
		if unicode.IsLetter(r) {
			f(text[i : i+utf8.RuneLen(r)])
		}
	}
	if start >= 0 {
		f(text[start:])
	}
}
