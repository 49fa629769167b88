//go:build unix

package prompt

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"standin/internal/ptytest"
	"standin/seam"
)

// The tests run this test binary again as a small program that asks on its
// terminal, prints the answer to stdout, and ends as the command line does: a
// signal ends the context, and what it had begun is waited for.

func TestMain(m *testing.M) {
	if file := os.Getenv("PROMPT_TEST_ASK"); file != "" {
		os.Exit(askAndPrint(file))
	}
	os.Exit(m.Run())
}

func askAndPrint(file string) int {
	data, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	var spec struct {
		seam.Request
		Prior     []seam.Item
		Sources   []seam.Source
		Plain     bool
		TimeoutMs int
		Again     bool // asks twice, and waits in between for a file
		Unhandled bool // signals are the provider's alone
	}
	if err := json.Unmarshal(data, &spec); err != nil {
		panic(err)
	}
	req := spec.Request
	req.Prior = spec.Prior
	for i := range spec.Sources {
		req.Prior[i].Source = spec.Sources[i]
	}
	ctx := context.Background()
	if spec.TimeoutMs > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(spec.TimeoutMs)*time.Millisecond)
		defer cancel()
	}
	code := 0
	if !spec.Unhandled {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
		go func() {
			s := <-signals
			code = 128 + int(s.(syscall.Signal))
			cancel()
		}()
	}
	service := seam.NewService(nil)
	p := New(Options{Plain: spec.Plain})
	if _, err := service.RegisterProvider(p); err != nil {
		panic(err)
	}
	answer, err := service.Ask(ctx, req)
	if spec.Again {
		for os.Stderr.WriteString("waiting\n"); ; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(file + ".again"); err == nil {
				break
			}
		}
		answer, err = service.Ask(ctx, req)
	}
	drain, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := service.Drain(drain); err != nil {
		panic(err)
	}
	if err == nil {
		out, _ := json.Marshal(answer)
		fmt.Println(string(out))
		return 0
	}
	e := seam.AsError(err)
	fmt.Printf("%s: %s\n", e.Code, e)
	if code != 0 {
		return code
	}
	return map[seam.Code]int{
		seam.AskCancelled: 8, seam.AskTimeout: 124, seam.Unanswered: 3, seam.AskAborted: 130,
	}[e.Code]
}

// program is an asking program in a terminal. Its stdout is a file.
type program struct {
	*ptytest.Console
	t   testing.TB
	out string
}

// start starts a program that asks what spec, a JSON object, says.
func start(t testing.TB, spec string, env ...string) *program {
	t.Helper()
	return startIn(t, ptytest.Open(t, 80, 24), spec, env...)
}

func startIn(t testing.TB, c *ptytest.Console, spec string, env ...string) *program {
	t.Helper()
	p := &program{Console: c, t: t}
	cmd := p.command(spec, env...)
	c.Run(cmd)
	return p
}

func (p *program) command(spec string, env ...string) *exec.Cmd {
	p.t.Helper()
	dir := p.t.TempDir()
	file := filepath.Join(dir, "spec.json")
	if err := os.WriteFile(file, []byte(spec), 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.out = filepath.Join(dir, "stdout")
	out, err := os.Create(p.out)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { out.Close() })
	cmd := exec.Command(os.Args[0])
	cmd.Stdout = out
	cmd.Env = append([]string{"PROMPT_TEST_ASK=" + file, "TERM=xterm-256color", "PATH=" + os.Getenv("PATH")}, env...)
	return cmd
}

// want waits for the end and compares exit code and stdout.
func (p *program) want(code int, stdout string) {
	p.t.Helper()
	got := p.Wait()
	out, err := os.ReadFile(p.out)
	if err != nil {
		p.t.Fatal(err)
	}
	if got != code || strings.TrimSpace(string(out)) != stdout {
		p.t.Errorf("exit %d and\n  %s\nwant exit %d and\n  %s\nthe screen is\n%s", got, out, code, stdout, p.Visible())
	}
	p.Restored()
	if u := p.Unknown(); len(u) > 0 {
		p.t.Errorf("sequences that nobody expects were written: %q", u)
	}
}

// wantCode waits for the end and looks for text in the error.
func (p *program) wantCode(code int, parts ...string) {
	p.t.Helper()
	got := p.Wait()
	out, _ := os.ReadFile(p.out)
	if got != code {
		p.t.Errorf("exit %d, want %d; stdout %s\nthe screen is\n%s", got, code, out, p.Visible())
	}
	for _, part := range parts {
		if !strings.Contains(string(out), part) {
			p.t.Errorf("stdout is %q, want %q in it", out, part)
		}
	}
	p.Restored()
}

const (
	up, down, left, right = "\x1b[A", "\x1b[B", "\x1b[D", "\x1b[C"
	enterSent             = "\r"
)

const database = `{"questions":[{"id":"db","question":"Which database?","options":[
	{"label":"PostgreSQL","description":"a server of its own"},
	{"label":"SQLite (Recommended)","description":"one file"}]}]}`
