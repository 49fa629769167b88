package seam_test

import (
	"testing"

	"standin/seam"
)

func TestRecommended(t *testing.T) {
	for _, c := range []struct {
		label, plain string
		marked       bool
	}{
		{"npm (recommended)", "npm", true},
		{"npm (RECOMMENDED)", "npm", true},
		{"npm\u3000（推荐）", "npm", true},
		{"npm （推荐)", "npm", true},
		{"npm (推荐）", "npm", true},
		{"npm (推奨)", "npm", true},
		{"npm (권장)", "npm", true},
		{"npm (Recomendado)", "npm", true},
		{"npm (Recommandé)", "npm", true},
		{"npm (RECOMMANDE\u0301)", "npm", true},
		{"npm (Empfohlen)", "npm", true},
		{"npm (Рекомендуется)", "npm", true},
		{"npm (Recommended) \u00a0\n", "npm", true},
		{" npm (Recommended)", " npm", true},
		{"npm (fast) (Recommended)", "npm (fast)", true},
		{"(Recommended)", "", true},
		{"npm Recommended", "npm Recommended", false},
		{"npm Recommended)", "npm Recommended)", false},
		{"npm (Recommended", "npm (Recommended", false},
		{"npm (not recommended)", "npm (not recommended)", false},
		{"npm ((Recommended))", "npm ((Recommended))", false},
		{"(Recommended) npm", "(Recommended) npm", false},
		{"npm ()", "npm ()", false},
		{"npm) ", "npm) ", false},
	} {
		plain, marked := seam.Recommended(c.label)
		if plain != c.plain || marked != c.marked {
			t.Errorf("Recommended(%q): got %q, %v, want %q, %v", c.label, plain, marked, c.plain, c.marked)
		}
	}
}
