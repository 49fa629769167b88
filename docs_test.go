package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func exitCode(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return strconv.Itoa(exit.ExitCode())
	}
	return err.Error()
}

// TestDocs_showRealOutput plays every console block of the README and of docs:
// what stands behind "$ " is run by bash in a folder that holds testdata and
// examples, and the lines below it are its output, with … for any text.
func TestDocs_showRealOutput(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to run the commands of the docs with")
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	agents, _ := filepath.Glob("docs/agents/*.md")
	played := 0
	for _, page := range append(append(pages, agents...), "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range consoleBlocks(string(text)) {
			played++
			t.Run(fmt.Sprintf("%s:%d", page, block.line), func(t *testing.T) { block.play(t, bash) })
		}
	}
	if played == 0 {
		t.Error("no console block found in README.md and docs")
	}
}

type session struct {
	line  int
	steps []step
}

type step struct{ command, output string }

// goesOn reports whether the next line still belongs to the command: behind a
// backslash, and up to the END of a here-document.
func (s step) goesOn() bool {
	if strings.Contains(s.command, "<<'END'") {
		return !strings.HasSuffix(s.command, "\nEND")
	}
	return strings.HasSuffix(s.command, `\`)
}

// consoleBlocks finds the sessions of a page.
func consoleBlocks(page string) []session {
	var sessions []session
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		if lines[i] != "```console" {
			continue
		}
		s := session{line: i + 1}
		for i++; i < len(lines) && lines[i] != "```"; i++ {
			command, ok := strings.CutPrefix(lines[i], "$ ")
			last := len(s.steps) - 1
			switch {
			case ok:
				s.steps = append(s.steps, step{command: command})
			case last < 0:
			case s.steps[last].output == "" && s.steps[last].goesOn():
				s.steps[last].command += "\n" + lines[i]
			default:
				s.steps[last].output += lines[i] + "\n"
			}
		}
		sessions = append(sessions, s)
	}
	return sessions
}

func (s session) play(t *testing.T, bash string) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"testdata", "examples"} {
		if err := os.Symlink(filepath.Join(here, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	const mark = "\x01end\x01"
	var script strings.Builder
	for _, st := range s.steps {
		command := strings.ReplaceAll(st.command, "go run . ", "standin ")
		if strings.HasPrefix(command, "go ") {
			command = "true" // the test command itself
		}
		fmt.Fprintf(&script, "%s\nstatus=$?; printf '%s'; (exit $status)\n", command, mark)
	}
	c := exec.Command(bash, "-c", script.String())
	c.Dir = dir
	c.Env = append(os.Environ(), "CI=true", "XDG_CONFIG_HOME="+dir, "HOME="+dir)
	out, err := c.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	for i, got := range bytes.SplitN(out, []byte(mark), len(s.steps)+1)[:len(s.steps)] {
		want := s.steps[i].output
		if strings.HasPrefix(s.steps[i].command, "go test") {
			continue
		}
		if !matches(want, string(got)) {
			t.Errorf("$ %s\ngot:\n%s\nwant:\n%s", s.steps[i].command, got, want)
		}
	}
}

// matches compares output with what a page shows, where … stands for any text.
func matches(want, got string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimRight(want, "\n")), "…", ".*")
	return regexp.MustCompile("(?s)^" + pattern + "\n*$").MatchString(got)
}
