//go:build unix

package main_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"
)

// TestWire_examplesOfTheDocsArePlayed plays every jsonl block of docs/wire.md
// against the program: → is sent, ← has to come, … stands for any text, and
// HANDLE-X for the handle that came in its place first.
func TestWire_examplesOfTheDocsArePlayed(t *testing.T) {
	text, err := os.ReadFile("docs/wire.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?ms)^```jsonl (standin .*?)\n(.*?)^```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 6 {
		t.Fatalf("only %d examples found", len(blocks))
	}
	for i, block := range blocks {
		t.Run(strconv.Itoa(i+1), func(t *testing.T) {
			t.Parallel()
			args, err := shellquote.Split(block[1])
			if err != nil {
				t.Fatal(err)
			}
			playWire(t, startStandin(t, args[1:]...), strings.Split(strings.TrimSpace(block[2]), "\n"))
		})
	}
}

// standin is the program under test with a client at both its ends.
type standin struct {
	t      *testing.T
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr *strings.Builder
	cmd    *exec.Cmd
}

// startStandin starts the program: this very test program under its other name.
func startStandin(t *testing.T, args ...string) *standin {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: self, Args: append([]string{"standin"}, args...), Env: append(os.Environ(), "CI=true", "XDG_CONFIG_HOME="+t.TempDir())}
	s := &standin{t: t, cmd: cmd, stderr: &strings.Builder{}}
	cmd.Stderr = s.stderr
	if s.in, err = cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewScanner(out)
	s.out.Buffer(nil, 32<<20)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return s
}

func (s *standin) send(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, line+"\n"); err != nil {
		s.t.Fatalf("cannot send %s: %v", line, err)
	}
}

func (s *standin) next() string {
	s.t.Helper()
	if !s.out.Scan() {
		s.t.Fatalf("the output ended: %v\n%s", s.out.Err(), s.stderr)
	}
	return s.out.Text()
}

// end closes the input and returns the rest of the output and the exit code.
func (s *standin) end() (rest []string, exit int) {
	s.t.Helper()
	_ = s.in.Close()
	for s.out.Scan() {
		rest = append(rest, s.out.Text())
	}
	err := s.cmd.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		s.t.Fatal(err)
	}
	return rest, s.cmd.ProcessState.ExitCode()
}

func playWire(t *testing.T, s *standin, script []string) {
	handles := map[string]string{}
	for _, line := range script {
		mark, text, _ := strings.Cut(line, " ")
		for name, handle := range handles {
			text = strings.ReplaceAll(text, name, handle)
		}
		switch {
		case line == "→ (end of input)":
		case mark == "→":
			s.send(text)
		case mark == "←":
			expectWire(t, s.next(), text, handles)
		case mark == "exit":
			rest, exit := s.end()
			if len(rest) > 0 || fmt.Sprint(exit) != text {
				t.Errorf("the program ends with exit %d and %q, want exit %s and no more output\n%s", exit, rest, text, s.stderr)
			}
			return
		default:
			t.Fatalf("unknown line in the example: %s", line)
		}
	}
	t.Error("the example does not say how it ends")
}

// expectWire compares a line with a pattern, and notes the handle where the
// pattern names one that has not been seen.
func expectWire(t *testing.T, got, pattern string, handles map[string]string) {
	t.Helper()
	expr := strings.ReplaceAll(regexp.QuoteMeta(pattern), "…", ".*")
	name := regexp.MustCompile(`HANDLE-[A-Z]`).FindString(expr)
	if name != "" {
		expr = strings.Replace(expr, name, "(.+)", 1)
	}
	found := regexp.MustCompile("^" + expr + "$").FindStringSubmatch(got)
	if found == nil {
		t.Fatalf("got  %s\nwant %s", got, pattern)
	}
	if name != "" {
		handles[name] = found[1]
	}
}
