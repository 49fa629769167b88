package main_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocs_linksLeadSomewhere follows every relative link of the pages, to the
// file and to the heading in it.
func TestDocs_linksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	pages := []string{"README.md", "CHANGELOG.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, more...)
	}
	followed := 0
	for _, page := range pages {
		for _, line := range prose(t, page) {
			for _, m := range link.FindAllStringSubmatch(line, -1) {
				if strings.Contains(m[1], "://") {
					continue
				}
				followed++
				path, heading, _ := strings.Cut(m[1], "#")
				target := page
				if path != "" {
					target = filepath.Join(filepath.Dir(page), path)
				}
				if _, err := os.Stat(target); err != nil {
					t.Errorf("%s links to %s, which is not there", page, m[1])
				} else if heading != "" && !hasHeading(t, target, heading) {
					t.Errorf("%s links to %s, and the page has no such heading", page, m[1])
				}
			}
		}
	}
	if followed == 0 {
		t.Error("no link was found")
	}
}

// prose returns the lines of a page that stand outside of its code blocks.
func prose(t *testing.T, page string) (lines []string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	code := false
	for line := range strings.SplitSeq(string(text), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		} else if !code {
			lines = append(lines, line)
		}
	}
	return lines
}

// hasHeading reports whether a page has a heading with this anchor, which is its
// text in lower case, with dashes for spaces and without signs.
func hasHeading(t *testing.T, page, anchor string) bool {
	signs := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	for _, line := range prose(t, page) {
		text := strings.TrimLeft(line, "#")
		if text != line && strings.ReplaceAll(signs.ReplaceAllString(strings.ToLower(strings.TrimSpace(text)), ""), " ", "-") == anchor {
			return true
		}
	}
	return false
}
