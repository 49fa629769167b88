package answersets

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The forms in which texts are compared. All of them are in Unicode's normal
// form C, since the same characters can be written as different bytes.

// nfc returns s in normal form C.
func nfc(s string) string {
	if ascii(s) {
		return s
	}
	return norm.NFC.String(s)
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foldSpace returns s in normal form C with each run of white space as one
// space and none at either end.
func foldSpace(s string) string {
	s = nfc(s)
	if spaceFolded(s) {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}

// spaceFolded reports whether the only white space of s is single spaces between
// other characters.
func spaceFolded(s string) bool {
	wasSpace := true
	for _, r := range s {
		switch {
		case r == ' ' && wasSpace, r != ' ' && unicode.IsSpace(r):
			return false
		}
		wasSpace = r == ' '
	}
	return !wasSpace || s == ""
}

// foldRuns is foldSpace for a part of a text: white space at its ends counts.
func foldRuns(s string) string {
	s = nfc(s)
	folded := foldSpace(s)
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsSpace(r) {
		folded = " " + folded
	}
	if r, _ := utf8.DecodeLastRuneInString(s); unicode.IsSpace(r) && folded != " " {
		folded += " "
	}
	return folded
}

// foldCase returns s with every letter in one form for upper, lower and title
// case, as [strings.EqualFold] compares.
func foldCase(s string) string {
	return strings.Map(foldRune, s)
}

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	// The characters that fold to one another form a ring; an ASCII letter of it
	// stands for all of them, or else the smallest.
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if 'A' <= least && least <= 'Z' {
		return least + 'a' - 'A'
	}
	return least
}

// quote writes s for a message, cut short where it is long.
func quote(s string) string {
	start, rest := cutLong(s)
	return strconv.Quote(start) + rest
}

// clip is quote for what stands in a message without quotes: a path, a name.
func clip(s string) string {
	start, rest := cutLong(s)
	return start + rest
}

// cutLong returns the start of s that a message has room for, and the mark that
// stands for the rest.
func cutLong(s string) (start, rest string) {
	const most = 120
	count := 0
	for i := range s {
		if count++; count > most {
			return s[:i], "…"
		}
	}
	return s, ""
}

// quoteList writes texts for a message, cut short where there are many.
func quoteList(texts []string) string {
	const most = 20
	var b strings.Builder
	for i, s := range texts {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == most {
			b.WriteString("and " + strconv.Itoa(len(texts)-most) + " more")
			break
		}
		b.WriteString(quote(s))
	}
	return b.String()
}
