package spell_test

import (
	"strings"
	"testing"

	"standin/internal/spell"
)

func TestNearest_findsTheSlipAndNothingFurther(t *testing.T) {
	known := []string{"standin", "unanswered", "extends", "answers", "rules", "multiSelect", "hook"}
	for _, c := range []struct{ word, want string }{
		{"anwsers", "answers"},
		{"answer", "answers"},
		{"Answers", "answers"},
		{"multi_select", "multiSelect"},
		{"multiselect", "multiSelect"},
		{"extend", "extends"},
		{"rule", "rules"},
		{"rlues", "rules"},
		{"hok", "hook"},
		{"foo", ""},
		{strings.Repeat("k", 1000), ""},
		{"x", ""},
		{"description", ""},
		{"", ""},
	} {
		got, ok := spell.Nearest(c.word, known)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Nearest(%q) = %q, %t; want %q", c.word, got, ok, c.want)
		}
	}
}

func TestDistance_countsEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "abc", 0},
		{"abc", "acb", 1},
		{"kitten", "sitting", 3},
		{"数据库", "数据", 1},
		{strings.Repeat("a", 1<<20), strings.Repeat("a", 1<<20), 0},
	} {
		if got := spell.Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%.10q, %.10q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
