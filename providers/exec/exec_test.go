//go:build unix

package exec_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"standin/providers/exec"
	"standin/seam"
	"standin/seam/seamtest"
)

func TestExec_keepsTheContract(t *testing.T) {
	seamtest.Run(t, func(t *testing.T, s seamtest.Script) seam.Provider {
		data, err := json.Marshal(s.Replies)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "replies.json")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return open(t, command(t, "script", file))
	},
		seamtest.Without(seamtest.Refusal, "a command cannot refuse, only fail"),
		seamtest.Without(seamtest.Partial, "a command answers a whole request or none of it"),
	)
}

func open(t *testing.T, command string) *exec.Provider {
	t.Helper()
	p, err := exec.New(command)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// request asks one question, a, with the options A and B.
func request() seam.Request {
	return seam.Request{Questions: []seam.Question{{ID: "a", Question: "which?", Options: []seam.Option{{Label: "A"}, {Label: "B"}}}}}
}

func TestExec_everyEndingHasItsCode(t *testing.T) {
	for name, c := range map[string]struct {
		command []string
		want    seam.Code // "" for an answer
		says    string
	}{
		"answer":                       {[]string{"print", fits}, "", ""},
		"answer without reading stdin": {[]string{"print-without-reading", fits}, "", ""},
		"exit 3":                       {[]string{"fail", "3", "ask a person"}, seam.Unanswered, "ask a person"},
		"exit 1 with a reason":         {[]string{"fail", "1", "first\nlast \x1b[31mline\n"}, seam.ProviderFailed, "(exit status 1); its stderr ends with: first | last <U+001B>[31mline"},
		"exit 2 in silence":            {[]string{"fail", "2", ""}, seam.ProviderFailed, "exit status 2"},
		"no output":                    {[]string{"fail", "0", ""}, seam.ProviderFailed, "wrote no answer"},
		"blank output":                 {[]string{"print", " \n\t"}, seam.ProviderFailed, "wrote no answer"},
		"garbage":                      {[]string{"print", "yes please"}, seam.ProviderFailed, "wrote no JSON"},
		"half an answer":               {[]string{"print", fits[:20]}, seam.ProviderFailed, "wrote no JSON"},
		"two answers":                  {[]string{"print", fits + fits}, seam.ProviderFailed, "wrote no JSON"},
		"JSON that is no answer":       {[]string{"print", `{"answer":"A"}`}, seam.BadAnswer, `no "answers"`},
		"a null for a list":            {[]string{"print", `{"answers":[{"id":"a","selected":null}]}`}, seam.BadAnswer, "null"},
		"a key twice":                  {[]string{"print", `{"answers":[],` + fits[1:]}, seam.BadAnswer, "duplicate"},
		"an empty answer":              {[]string{"print", `{"answers":[]}`}, seam.BadAnswer, `"a" is not answered`},
		"another batch":                {[]string{"print", `{"answers":[{"id":"z","selected":["A"]}]}`}, seam.BadAnswer, `"z", which was not asked`},
		"a label nobody offered":       {[]string{"print", `{"answers":[{"id":"a","selected":["C"]}]}`}, seam.BadAnswer, `"C" is not offered`},
		"100 MiB of output":            {[]string{"flood"}, seam.ProviderFailed, "more than 16 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer, err := open(t, command(t, c.command[0], c.command[1:]...)).Ask(context.Background(), request())
			switch {
			case seam.CodeOf(err) != c.want:
				t.Fatalf("got code %q (%v), want %q", seam.CodeOf(err), err, c.want)
			case err != nil && !strings.Contains(err.Error(), c.says):
				t.Errorf("the message is %q and does not say %q", err, c.says)
			case err != nil && (len(seam.AsError(err).Open) > 0) != (c.want == seam.Unanswered):
				t.Errorf("%d open questions with %s: only a command that cannot answer leaves them to the next provider", len(seam.AsError(err).Open), c.want)
			case err == nil && answer.Answers[0].Selected[0] != "A":
				t.Errorf("got the answer %v, want A", answer)
			}
		})
	}
}

func TestExec_commandGetsTheRequestWithNotice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "request.json")
	req := request()
	req.Questions[0].Notice = "ci.yaml:4 says Z"
	if _, err := open(t, command(t, "save-request", file)).Ask(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"questions":[{"id":"a","question":"which?","options":[{"label":"A"},{"label":"B"}],"notice":"ci.yaml:4 says Z"}]}`
	if strings.TrimSpace(string(got)) != want {
		t.Errorf("the command's stdin\n got %s\nwant %s", got, want)
	}
}

func TestExec_argumentsAreSplitWithoutAShell(t *testing.T) {
	answer := `{"answers":[{"id":"a","selected":[],"custom":"$HOME; *"}]}`
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got, err := open(t, self+"  child print '"+answer+"'").Ask(context.Background(), request())
	if err != nil {
		t.Fatal(err)
	}
	if text := got.Answers[0].Custom; text == nil || *text != "$HOME; *" {
		t.Errorf("got %v, want the text with nothing expanded", text)
	}
}

func TestExec_commandThatCannotBeRunIsRefusedAtOnce(t *testing.T) {
	for _, command := range []string{"", " \t", "'open", "no-such-program-anywhere --flag", "/"} {
		if _, err := exec.New(command); err == nil {
			t.Errorf("%q: got no error", command)
		}
	}
}

func TestExec_abortEndsTheWholeGroup(t *testing.T) {
	for _, behaviour := range []string{"stubborn", "family"} {
		t.Run(behaviour, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "pid")
			p := open(t, command(t, behaviour, file, "sleep"))
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			ended := make(chan error, 1)
			go func() {
				_, err := p.Ask(ctx, request())
				ended <- err
			}()
			pid := waitForPid(t, file)
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want the context's error", err)
			}
			expectGone(t, pid)
		})
	}
}

func TestExec_deadlineEndsTheCommand(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := open(t, command(t, "sleep")).Ask(ctx, request()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
}

func TestExec_noGrandchildSurvivesTheAnswer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	if _, err := open(t, command(t, "family", file, "answer")).Ask(context.Background(), request()); err != nil {
		t.Fatal(err)
	}
	expectGone(t, waitForPid(t, file))
}

func TestExec_daemonCannotHoldUpTheAnswer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	ended := make(chan error, 1)
	p := open(t, command(t, "daemon", file))
	go func() {
		_, err := p.Ask(context.Background(), request())
		ended <- err
	}()
	pid := waitForPid(t, file)
	defer func() { _ = syscall.Kill(pid, syscall.SIGKILL) }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("got %v, want the answer that the command gave before it exited", err)
		}
	case <-time.After(30 * time.Second):
		t.Error("the ask still waits for a process outside of the command's group")
	}
}

// waitForPid reads the process id that a child writes to the file.
func waitForPid(t *testing.T, file string) int {
	t.Helper()
	for range 3000 {
		if data, err := os.ReadFile(file); err == nil && len(data) > 0 {
			pid, err := strconv.Atoi(string(data))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the command has not written its process id")
	return 0
}

// expectGone waits until no live process has the id.
func expectGone(t *testing.T, pid int) {
	t.Helper()
	for range 500 {
		if !alive(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d is still there", pid)
	_ = syscall.Kill(pid, syscall.SIGKILL)
}

// alive reports whether a process is there and not a zombie that an init which
// never reaps has inherited.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

func TestFrom_aProgramWithAPathIsTakenFromTheFolder(t *testing.T) {
	for _, c := range []struct{ dir, command, want string }{
		{"/etc/standin", "./ask --channel 'a b'", "/etc/standin/ask --channel 'a b'"},
		{"/etc/standin", "../ask", "/etc/ask"},
		{"/etc/my standin", `"./my ask"`, `'/etc/my standin/my ask'`},
		{".", "./ask", "./ask"},
		{"/etc/standin", "ask ./file", "ask ./file"},
		{"/etc/standin", "/usr/bin/ask 'x'", "/usr/bin/ask 'x'"},
		{"/etc/standin", "  ", "  "},
		{"/etc/standin", "./ask 'open", "./ask 'open"},
	} {
		if got := exec.From(c.dir, c.command); got != c.want {
			t.Errorf("From(%q, %q) = %q, want %q", c.dir, c.command, got, c.want)
		}
	}
}
