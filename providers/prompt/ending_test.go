//go:build unix

package prompt

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"standin/internal/ptytest"
)

const batch = `"questions":[
	{"id":"first","question":"First?"},
	{"id":"list","question":"Second?","options":[{"label":"Yes"},{"label":"No"}]},
	{"id":"secret","question":"Third?","secret":true}]`

// at brings a program to question n of batch.
func (p *program) at(n int) {
	p.t.Helper()
	p.See("1 of 3")
	if n > 1 {
		p.Send("typed words\r")
		p.See("2 of 3")
	}
	if n > 2 {
		p.Send("\r")
		p.See("3 of 3")
	}
}

func TestEnd_everySignalAndKeyLeavesTheTerminalAsItWas(t *testing.T) {
	type end struct {
		name string
		do   func(*program)
		code int
		want string
	}
	signal := func(s syscall.Signal) func(*program) { return func(p *program) { p.Signal(s) } }
	key := func(k string) func(*program) { return func(p *program) { p.Send(k) } }
	for _, e := range []end{
		{"Ctrl-C", key("\x03"), 130, "ASK_ABORTED"},
		{"Ctrl-backslash", key("\x1c"), 131, "ASK_ABORTED"},
		{"Ctrl-D", key("\x04"), 8, "ASK_CANCELLED"},
		{"SIGINT", signal(syscall.SIGINT), 130, "ASK_ABORTED"},
		{"SIGTERM", signal(syscall.SIGTERM), 143, "ASK_ABORTED"},
		{"SIGHUP", signal(syscall.SIGHUP), 129, "ASK_ABORTED"},
		{"SIGQUIT", signal(syscall.SIGQUIT), 131, "ASK_ABORTED"},
	} {
		for n := 1; n <= 3; n++ {
			for _, mode := range []string{"", `,"Plain":true`} {
				t.Run(fmt.Sprintf("%s at question %d%s", e.name, n, mode), func(t *testing.T) {
					t.Parallel()
					p := start(t, "{"+batch+mode+"}")
					p.at(n) // in plain mode Enter alone is no answer
					e.do(p)
					p.wantCode(e.code, e.want)
				})
				if mode == "" && n > 1 {
					break // plain mode is shown by its first question
				}
			}
		}
	}
}

func TestEnd_signalsWithoutAProgramThatHandlesThem(t *testing.T) {
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(s.String(), func(t *testing.T) {
			p := start(t, "{"+batch+`,"Unhandled":true}`)
			p.at(2)
			p.Signal(s)
			p.wantCode(130, "ASK_ABORTED", s.String(), `first: "typed words"`)
		})
	}
}

func TestEnd_aRefusalNamesWhatWasAnswered(t *testing.T) {
	p := start(t, "{"+batch+"}")
	p.at(3)
	p.Send("\x04")
	p.wantCode(8, "at question 3 of 3", `first: "typed words"`, "list: Yes")
	p.See("(cancelled)")
}

func TestEnd_aDeadlineIsNoAnswer(t *testing.T) {
	for name, spec := range map[string]string{
		"list":   `"questions":[{"id":"q","question":"Which?","options":[{"label":"Yes (Recommended)"},{"label":"No"}]}]`,
		"text":   `"questions":[{"id":"q","question":"Which?"}]`,
		"secret": `"questions":[{"id":"q","question":"Which?","secret":true}]`,
		"plain":  `"Plain":true,"questions":[{"id":"q","question":"Which?","secret":true}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, "{"+spec+`,"TimeoutMs":700}`)
			p.See("Which?")
			p.Send("half")
			p.wantCode(124, "ASK_TIMEOUT")
			p.See("(nobody answered in time)")
		})
	}
}

func TestEnd_suspendGivesTheTerminalBackAndResumeDrawsAgain(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	p := &program{Console: c, t: t}
	inner := p.command("{" + batch + "}")
	// A shell with job control between, as at a terminal.
	shell := exec.Command("bash", "--norc", "--noprofile", "-i")
	shell.Env = append(inner.Env, "PS1=shell> ", "HISTFILE=")
	c.Run(shell)
	c.See("shell>")
	c.Send(inner.Path + " > " + p.out + "\n")
	p.at(1)
	c.Send("half ")
	c.See("First? half")
	c.Send("\x1a")
	c.See("Stopped")
	c.Send("echo line=$((40+2))\n")
	c.See("line=42")
	c.Send("fg\n")
	c.Until("the question below the shell's lines", func(s *ptytest.Screen) bool {
		return strings.Count(s.Visible(), "First? half") == 2
	})
	c.Send("an answer\r")
	c.See("2 of 3")
	c.Send("\x1a")
	c.Until("stopped again", func(s *ptytest.Screen) bool { return strings.Count(s.All(), "Stopped") == 2 })
	c.Send("bg\n")
	c.Send("wait; echo done=$((1+1))\n")
	c.See("done=2")
	out, _ := os.ReadFile(p.out)
	if !strings.Contains(string(out), "UNANSWERED") || !strings.Contains(string(out), "background") ||
		!strings.Contains(string(out), `first: "half an answer"`) {
		t.Errorf("stdout is %q", out)
	}
	c.Send("exit\n")
	p.Wait()
}

func TestEnd_theSuspendKeyWorksBetweenPromptsToo(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	p := &program{Console: c, t: t}
	inner := p.command(`{"questions":[{"id":"q","question":"First?"}],"Again":true}`)
	shell := exec.Command("bash", "--norc", "--noprofile", "-i")
	shell.Env = append(inner.Env, "PS1=shell> ", "HISTFILE=")
	c.Run(shell)
	c.See("shell>")
	c.Send(inner.Path + " > " + p.out + "\n")
	stopped := func(times int) {
		t.Helper()
		c.Send("\x1a")
		c.Until("stopped", func(s *ptytest.Screen) bool { return strings.Count(s.All(), "Stopped") == times })
	}
	c.See("First?")
	c.Send("one\r")
	c.See("waiting")
	stopped(1)
	again := strings.TrimPrefix(inner.Env[0], "PROMPT_TEST_ASK=") + ".again"
	if err := os.WriteFile(again, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Send("fg\n")
	// A signal to go on that comes late has the question drawn once more.
	drawn := 0
	c.Until("the second question", func(s *ptytest.Screen) bool {
		drawn = strings.Count(s.All(), "First?")
		return drawn >= 2
	})
	stopped(2)
	c.Send("echo line=$((40+2))\n")
	c.See("line=42")
	c.Send("fg\n")
	c.Until("the second question again", func(s *ptytest.Screen) bool { return strings.Count(s.All(), "First?") > drawn })
	c.Send("two\r")
	c.Until("the shell again", func(s *ptytest.Screen) bool { return strings.HasSuffix(s.Visible(), "shell>") })
	c.Send("exit\n")
	p.Wait()
	if out, _ := os.ReadFile(p.out); !strings.Contains(string(out), "two") {
		t.Errorf("stdout is %q", out)
	}
}

func TestEnd_inTheBackgroundNothingIsAskedAndNothingStops(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	p := &program{Console: c, t: t}
	inner := p.command("{" + batch + "}")
	shell := exec.Command("bash", "--norc", "--noprofile", "-i")
	shell.Env = append(inner.Env, "PS1=shell> ", "HISTFILE=")
	c.Run(shell)
	c.See("shell>")
	c.Send(inner.Path + " > " + p.out + " & wait; echo done=$((1+1))\n")
	c.See("done=2")
	out, _ := os.ReadFile(p.out)
	if !strings.Contains(string(out), "UNANSWERED") || !strings.Contains(string(out), "fg") {
		t.Errorf("stdout is %q", out)
	}
	if strings.Contains(c.Raw(), "First?") {
		t.Errorf("something was asked:\n%s", c.Visible())
	}
	c.Send("exit\n")
	p.Wait()
}

func TestEnd_withoutATerminalNobodyIsAsked(t *testing.T) {
	p := &program{t: t}
	cmd := p.command("{" + batch + "}")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err := cmd.Run()
	out, _ := os.ReadFile(p.out)
	if code := cmd.ProcessState.ExitCode(); code != 3 {
		t.Errorf("exit %d (%v), want 3", code, err)
	}
	if !strings.Contains(string(out), "UNANSWERED: there is no terminal") {
		t.Errorf("stdout is %q", out)
	}
}

func TestEnd_aTerminalThatGoesAwayIsNoAnswer(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		c := ptytest.Open(t, 80, 24)
		p := &program{Console: c, t: t}
		// SIGHUP is ignored, so that no signal tells of it.
		inner := p.command("{" + batch + "}")
		wrapped := exec.Command("sh", "-c", `trap "" HUP; `+inner.Path+"; echo code=$? >>"+p.out+".code")
		wrapped.Env, wrapped.Stdout = inner.Env, inner.Stdout
		c.Run(wrapped)
		p.at(n)
		c.Hangup()
		p.Wait()
		out, _ := os.ReadFile(p.out)
		code, _ := os.ReadFile(p.out + ".code")
		if !strings.Contains(string(out), "UNANSWERED: the terminal went away") || string(code) != "code=3\n" {
			t.Errorf("question %d: stdout is %q, %s", n, out, code)
		}
	}
}

func TestEnd_aHangupEndsTheProgramByItsSignal(t *testing.T) {
	p := start(t, "{"+batch+"}")
	p.at(2)
	p.Hangup()
	if code := p.Wait(); code != 129 {
		t.Errorf("exit %d, want 129", code)
	}
}

func TestEnd_theDeathOfTheParentEndsThePrompt(t *testing.T) {
	for _, n := range []int{1, 3} {
		c := ptytest.Open(t, 80, 24)
		p := &program{Console: c, t: t}
		inner := p.command("{" + batch + "}")
		// The session's leader stays; the parent in the middle is killed.
		outer := exec.Command("sh", "-c", "sh -c '"+inner.Path+"; :' & echo pid=$! >"+p.out+".pid; trap : USR1; wait; sleep 60")
		outer.Env = inner.Env
		outer.Stdout = inner.Stdout
		c.Run(outer)
		p.at(n)
		pid, err := os.ReadFile(p.out + ".pid")
		if err != nil {
			t.Fatal(err)
		}
		var middle int
		if _, err := fmt.Sscanf(string(pid), "pid=%d", &middle); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Kill(middle, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		c.Until("the end of the prompt", func(*ptytest.Screen) bool {
			out, _ := os.ReadFile(p.out)
			return strings.Contains(string(out), "ASK_ABORTED")
		})
		c.Restored()
	}
}

func TestTurns_twoProcessesOnOneTerminalAskOneAfterTheOther(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	a, b := &program{Console: c, t: t}, &program{Console: c, t: t}
	one := a.command(`{"questions":[{"id":"q","question":"One?"}]}`)
	two := b.command(`{"questions":[{"id":"q","question":"Two?"}]}`)
	late := &program{Console: c, t: t}
	three := late.command(`{"questions":[{"id":"q","question":"Three?"}],"TimeoutMs":300}`)
	file := func(cmd *exec.Cmd) string { return cmd.Env[0] + " " + cmd.Path }
	sh := exec.Command("sh", "-c", file(one)+">"+a.out+" & sleep 0.5; "+file(three)+">"+late.out+" & "+file(two)+">"+b.out+" & wait")
	sh.Env = one.Env[1:]
	c.Run(sh)
	c.See("One?")
	c.Until("the third to give up waiting", func(*ptytest.Screen) bool {
		out, _ := os.ReadFile(late.out)
		return strings.Contains(string(out), "ASK_TIMEOUT")
	})
	if strings.Contains(c.Raw(), "Two?") || strings.Contains(c.Raw(), "Three?") {
		t.Errorf("two questions at once:\n%s", c.Visible())
	}
	c.Send("uno\r")
	c.See("Two?")
	c.Send("dos\r")
	c.Wait()
	for p, want := range map[*program]string{a: "uno", b: "dos"} {
		if out, _ := os.ReadFile(p.out); !strings.Contains(string(out), want) {
			t.Errorf("stdout is %q, want %s", out, want)
		}
	}
	c.Restored()
}

func TestTurns_aLockDiesWithItsProcess(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	a, b := &program{Console: c, t: t}, &program{Console: c, t: t}
	one := a.command(`{"questions":[{"id":"q","question":"One?"}]}`)
	two := b.command(`{"questions":[{"id":"q","question":"Two?"}]}`)
	file := func(cmd *exec.Cmd) string { return cmd.Env[0] + " " + cmd.Path }
	sh := exec.Command("sh", "-c", file(one)+" & echo pid=$! >"+a.out+"; wait $!; "+file(two)+" >"+b.out)
	sh.Env = one.Env[1:]
	c.Run(sh)
	c.See("One?")
	var pid int
	out, _ := os.ReadFile(a.out)
	if _, err := fmt.Sscanf(string(out), "pid=%d", &pid); err != nil {
		t.Fatal(err)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	c.See("Two?")
	c.Send("dos\r")
	c.Wait()
	if out, _ := os.ReadFile(b.out); !strings.Contains(string(out), "dos") {
		t.Errorf("stdout is %q", out)
	}
}

func TestTypedAhead_isDropped(t *testing.T) {
	for _, mode := range []string{"", `,"Plain":true`} {
		c := ptytest.Open(t, 80, 24)
		c.Send("\r\r\ryes\r")
		p := startIn(t, c, `{"questions":[{"id":"q","question":"Which?","options":[{"label":"Yes"},{"label":"No"}]},{"id":"r","question":"Last?"}]`+mode+`}`)
		p.See("Which?")
		time.Sleep(100 * time.Millisecond) // what would be taken would be taken now
		if strings.Contains(p.Visible(), "Last?") {
			t.Errorf("keys typed before the question answered it:\n%s", p.Visible())
		}
		p.Send("\x04")
		p.wantCode(8)
	}
}
