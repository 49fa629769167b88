package measure

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWidth_isWhatATerminalShows(t *testing.T) {
	for s, want := range map[string]int{
		"abc": 3, "东京": 4, "e\u0301": 1, "👍": 2, "👩\u200d💻": 2, "한글": 4, "": 0,
	} {
		if got := Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestCut_neverSplitsACharacter(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdef", 4, "abc…"}, {"东京区域", 6, "东京…"},
		{"ae\u0301bc", 3, "ae\u0301…"}, {"abc", 1, "…"}, {"abc", 0, ""},
	} {
		if got := Cut(c.in, c.width); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

func TestWrap_breaksAtSpacesAndBetweenCharacters(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one twothree", 8, []string{"one twot", "hree"}},
		{"abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"东京区", 5, []string{"东京", "区"}},
		{"东京", 1, []string{"东", "京"}},
		{"abc ", 3, []string{"abc"}},
	} {
		if diff := cmp.Diff(c.want, Wrap(c.in, c.width)); diff != "" {
			t.Errorf("Wrap(%q, %d) (-want +got):\n%s", c.in, c.width, diff)
		}
	}
}
