package answersets_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"standin/answersets"
)

const lintDir = "../testdata/lint"

// Each lint rule has a file that shows it, with the problems beside it, and one
// in ok/ that comes near and is right.
func TestCheck_eachRuleHasAFileThatShowsItAndOneThatDoesNot(t *testing.T) {
	for _, rule := range answersets.LintRules() {
		t.Run(rule, func(t *testing.T) {
			problems := check(t, filepath.Join(lintDir, rule+".yaml"))
			for _, p := range problems {
				if p.Rule != rule {
					t.Errorf("the file shows another rule too: %s", p)
				}
			}
			want, err := os.ReadFile(filepath.Join(lintDir, rule+".out"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), lines(problems)); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if len(problems) == 0 {
				t.Error("the file does not show the rule")
			}
			if problems := check(t, filepath.Join(lintDir, "ok", rule+".yaml")); len(problems) > 0 {
				t.Errorf("problems in the file that is right:\n%s", problems)
			}
		})
	}
	files, err := filepath.Glob(lintDir + "/*.yaml")
	if err != nil || len(files) != len(answersets.LintRules()) {
		t.Errorf("%d files for %d rules (%v)", len(files), len(answersets.LintRules()), err)
	}
}

func TestCheck_everyRuleHasASectionInTheDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/lint.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range answersets.LintRules() {
		if !strings.Contains(string(page), "\n### "+rule+"\n") {
			t.Errorf("docs/lint.md has no section %q", rule)
		}
	}
}

func TestCheck_findsNothingInTheExamples(t *testing.T) {
	files, err := filepath.Glob("../testdata/answers/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, f := range files {
		if problems := check(t, f); len(problems) > 0 {
			t.Errorf("%s", problems)
		}
	}
}

func TestCheck_reportsWhatLoadRefusesAndWhatLintFindsTogether(t *testing.T) {
	problems := checkText(t, `standin: 1
answers:
  empty:
  token: $TOKEN
rules:
  - match: { regex: ".*" }
    answer: Yes
  - match: { words: [a] }
    anwser: No
`)
	var rules []string
	for _, p := range problems {
		rules = append(rules, p.Rule)
	}
	want := []string{"null", "dollar-text", "matches-anything", "unknown-key"}
	if !slices.Equal(rules, want) {
		t.Errorf("rules %v, want %v\n%s", rules, want, problems)
	}
}

func TestCheck_missingFileDoesNotHideTheProblemsOfAnother(t *testing.T) {
	problems, err := answersets.Check([]string{"missing.yaml", lintDir + "/dollar-text.yaml"}, answersets.Options{})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "missing.yaml") {
		t.Errorf("error %v, want one that names missing.yaml", err)
	}
	if len(problems) == 0 {
		t.Error("the problems of the other file are missing")
	}
}

func TestCheck_secretIsNeverRepeated(t *testing.T) {
	for _, p := range check(t, lintDir+"/pasted-secret.yaml") {
		for _, secret := range []string{"0000000000", "hunter2", "eyJ"} {
			if strings.Contains(p.Message, secret) {
				t.Errorf("the message repeats the secret: %s", p)
			}
		}
	}
}

// A file that is replaced in parts by a later one is checked as it stands.
func TestCheck_looksAtOneFileAtATime(t *testing.T) {
	files := fstest.MapFS{
		"base.yaml": {Data: []byte("standin: 1\nanswers:\n  token: $TOKEN\nrules:\n  - match: { words: [database] }\n    answer: PostgreSQL\n")},
		"ci.yaml":   {Data: []byte("standin: 1\nextends: base.yaml\nanswers:\n  token: { env: TOKEN }\nrules:\n  - match: { words: [database] }\n    answer: SQLite\n")},
	}
	problems, err := answersets.Check([]string{"ci.yaml"}, answersets.Options{Open: files.Open})
	if err != nil {
		t.Fatal(err)
	}
	want := "base.yaml:3:10: "
	if len(problems) != 1 || !strings.HasPrefix(problems[0].String(), want) {
		t.Errorf("problems %v, want one at %s", problems, want)
	}
}

func BenchmarkCheck(b *testing.B) {
	sources := map[string]func(i int) string{
		"answers": func(i int) string { return fmt.Sprintf("  q%d: { text: \"a = %d\" }\n", i, i) },
		"words": func(i int) string {
			return fmt.Sprintf("  - { match: { words: [database, word%d] }, answer: No }\n", i)
		},
		"id": func(i int) string { return fmt.Sprintf("  - { match: { id: \"svc.%d.*\" }, answer: No }\n", i) },
		"regex": func(i int) string {
			return fmt.Sprintf("  - { match: { regex: \"Continue %d .*\" }, answer: No }\n", i)
		},
		"question": func(i int) string {
			return fmt.Sprintf("  - { match: { question: \"Continue %d?\" }, answer: No }\n", i)
		},
		"contains": func(i int) string { return fmt.Sprintf("  - { match: { contains: \"step %d of\" }, answer: No }\n", i) },
	}
	for name, entry := range sources {
		for _, n := range []int{1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s-%d", name, n), func(b *testing.B) {
				var s strings.Builder
				s.WriteString("standin: 1\n")
				if name == "answers" {
					s.WriteString("answers:\n")
				} else {
					s.WriteString("rules:\n")
				}
				for i := range n {
					s.WriteString(entry(i))
				}
				files := fstest.MapFS{"a.yaml": {Data: []byte(s.String())}}
				for b.Loop() {
					problems, err := answersets.Check([]string{"a.yaml"}, answersets.Options{Open: files.Open})
					if err != nil || len(problems) > 0 {
						b.Fatal(problems, err)
					}
				}
			})
		}
	}
}

func check(t *testing.T, path string) answersets.Problems {
	t.Helper()
	problems, err := answersets.Check([]string{path}, answersets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

func checkText(t *testing.T, text string) answersets.Problems {
	t.Helper()
	files := fstest.MapFS{"a.yaml": {Data: []byte(text)}}
	problems, err := answersets.Check([]string{"a.yaml"}, answersets.Options{Open: files.Open})
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// lines writes problems a line each, with the folder of the file left out.
func lines(problems answersets.Problems) string {
	var b strings.Builder
	for _, p := range problems {
		p.File = filepath.Base(p.File)
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}
