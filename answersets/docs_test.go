package answersets

import (
	"os"
	"strings"
	"testing"
)

// Every YAML block of the reference is an answer file, or a part of one.
func TestDocs_everySnippetLoads(t *testing.T) {
	page, err := os.ReadFile("../docs/answer-files.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "\n```yaml\n")[1:]
	if len(blocks) < 10 {
		t.Fatalf("docs/answer-files.md has %d YAML blocks, which cannot be all", len(blocks))
	}
	files := openIn(map[string]string{"base.yaml": "standin: 1\n", "more.yaml": "standin: 1\n"})
	for _, block := range blocks {
		block, _, _ := strings.Cut(block, "\n```")
		if !strings.HasPrefix(block, "standin: 1") {
			block = "standin: 1\n" + block
		}
		if _, err := Parse("ci.yaml", []byte(block+"\n"), files); err != nil {
			t.Errorf("the snippet is refused: %v\n%s", err, block)
		}
	}
}

func TestDocs_everyKeyIsExplained(t *testing.T) {
	page, err := os.ReadFile("../docs/answer-files.md")
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	keys = append(keys, AnswerKeys()...)
	keys = append(keys, MatchKeys()...)
	keys = append(keys, AskedKeys()...)
	for _, k := range append(append(keys, Policies()...), keyTimes, keyExtends, keyUnanswered) {
		if !strings.Contains(string(page), "`"+k) && !strings.Contains(string(page), "{ "+k+":") {
			t.Errorf("docs/answer-files.md does not explain %q", k)
		}
	}
}
