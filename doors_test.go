//go:build unix

package main_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"standin/internal/ptytest"
)

// started runs standin with pipes as its standard input and output, as an agent
// does, in a terminal at which a person sits.
func started(t *testing.T, args ...string) (c *ptytest.Console, in io.WriteCloser, out *bufio.Reader) {
	t.Helper()
	cmd := exec.Command("standin", args...)
	cmd.Env = append(cmd.Environ(), "TERM=xterm", "CI=true", "HOME="+t.TempDir())
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	// A pipe of its own: the one of exec.Cmd is closed when the program ends,
	// whether or not everything has been read.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	cmd.Stdout = w
	c = ptytest.Open(t, 80, 24)
	c.Run(cmd)
	w.Close()
	return c, in, bufio.NewReader(r)
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// nextLine reads one line of output, all of which has to be JSON.
func nextLine(t *testing.T, out *bufio.Reader) string {
	t.Helper()
	line, err := out.ReadString('\n')
	if err != nil {
		t.Fatalf("no more output: %v", err)
	}
	if !json.Valid([]byte(line)) {
		t.Fatalf("not JSON: %q", line)
	}
	return line
}

func TestMCP_aPersonAtTheTerminalAnswers(t *testing.T) {
	c, in, out := started(t, "mcp", "--provider", "prompt", "--permit")
	io.WriteString(in, initialize)
	nextLine(t, out)

	io.WriteString(in, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"ask_user_question","arguments":{"questions":[{"question":"Which store?","options":[{"label":"Postgres"},{"label":"SQLite"}]}]}}}`+"\n")
	c.See("Which store?")
	c.Send("\x1b[B\r")
	if got := nextLine(t, out); !strings.Contains(got, `"id":2,`) || !strings.Contains(got, `"selected":["SQLite"]`) {
		t.Errorf("got %s, want SQLite", got)
	}

	// A question that the client withdraws goes from the screen.
	io.WriteString(in, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"ask_user_question","arguments":{"questions":[{"question":"Never mind?","options":[{"label":"A"},{"label":"B"}]}]}}}`+"\n")
	c.See("Never mind?")
	io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`+"\n")

	// The command stands in the question, and the first option is not taken for
	// an answer by anything but a key.
	io.WriteString(in, `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"permit","arguments":{"tool_name":"Bash","input":{"command":"rm -rf build"}}}}`+"\n")
	c.See("rm -rf build")
	in.Close() // hanging up denies
	if got := nextLine(t, out); !strings.Contains(got, `"id":4,`) || !strings.Contains(got, `{\"behavior\":\"deny\"`) {
		t.Errorf("got %s, want a denial", got)
	}
	if code := c.Wait(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	c.Restored()
}

func TestHook_aPersonAtTheTerminalAnswers(t *testing.T) {
	c, in, out := started(t, "hook", "claude-code", "--provider", "prompt")
	io.WriteString(in, `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which store?","options":[{"label":"Postgres"},{"label":"SQLite"}]}]}}`)
	in.Close()
	c.See("Which store?")
	c.Send("\x1b[B\r")
	if got := nextLine(t, out); !strings.Contains(got, `"answers":{"Which store?":"SQLite"}`) {
		t.Errorf("got %s, want SQLite", got)
	}
	if code := c.Wait(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	c.Restored()
}

func TestHook_refusingDeniesWithExitCodeZero(t *testing.T) {
	c, in, out := started(t, "hook", "claude-code", "--provider", "prompt", "--on-miss", "neutral")
	io.WriteString(in, `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which store?","options":[{"label":"Postgres"},{"label":"SQLite"}]}]}}`)
	in.Close()
	c.See("Which store?")
	c.Send("\x04")
	if got := nextLine(t, out); !strings.Contains(got, `"permissionDecision":"deny"`) || !strings.Contains(got, "ASK_CANCELLED") {
		t.Errorf("got %s, want a denial", got)
	}
	if code := c.Wait(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	c.Restored()
}
