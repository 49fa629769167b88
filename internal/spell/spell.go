// Package spell finds the word that somebody most likely meant.
package spell

import "strings"

// Nearest returns the known word that is the fewest edits away from word, and
// false where even that one is too far away to be a slip: more than one edit for
// each three characters of the shorter word. A word that differs only in case,
// underscores or hyphens is always near.
func Nearest(word string, known []string) (string, bool) {
	best, least := "", 0
	for _, k := range known {
		if plain(k) == plain(word) {
			return k, true
		}
		most := max(1, (min(len(word), len(k))+1)/3)
		if d := Distance(word, k); d <= most && (best == "" || d < least) {
			best, least = k, d
		}
	}
	return best, best != ""
}

func plain(s string) string {
	return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(s))
}

// Distance counts the edits between two words: a character put in, left out or
// exchanged for another, or two neighbours swapped. Texts longer than 200
// characters are compared by their first 200.
func Distance(a, b string) int {
	x, y := runes(a), runes(b)
	// Three rows of the table are enough: a swap looks back two of them.
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(y)]
}

func runes(s string) []rune {
	const most = 200
	if len(s) > 4*most {
		s = s[:4*most]
	}
	r := []rune(s)
	return r[:min(len(r), most)]
}
