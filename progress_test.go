//go:build unix

package main_test

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
)

// serveOnTerminal serves a stream whose stderr is a terminal, and returns what
// comes out there: until it holds the text, or all of it where that is "".
func serveOnTerminal(t *testing.T, input string, until string, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	cmd := &exec.Cmd{
		Path: self, Args: append([]string{"standin", "serve", "--answers", "testdata/answers/ci.yaml"}, args...),
		Env: append(os.Environ(), "CI=true", "XDG_CONFIG_HOME="+t.TempDir()), Stderr: tty,
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = tty.Close()
	if _, err := io.WriteString(in, input); err != nil {
		t.Fatal(err)
	}
	if until == "" {
		_ = in.Close()
	}
	_ = terminal.SetReadDeadline(time.Now().Add(20 * time.Second))
	var got strings.Builder
	buf := make([]byte, 4096)
	for until == "" || !strings.Contains(got.String(), until) {
		n, err := terminal.Read(buf)
		got.Write(buf[:n])
		if err != nil {
			break
		}
	}
	_ = in.Close()
	_ = cmd.Wait()
	return got.String()
}

func TestServe_progressIsDrawnOnATerminalOnly(t *testing.T) {
	const line = "{" + question + "\n"
	if got := serveOnTerminal(t, line+line, "2 lines, "); !strings.Contains(got, "2 lines, ") {
		t.Errorf("the terminal shows %q, want the lines that are done", got)
	}
	if got := serveOnTerminal(t, strings.Repeat(line, 1000), "", "--quiet"); got != "" {
		t.Errorf("with --quiet the terminal shows %q", got)
	}
}
