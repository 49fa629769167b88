//go:build unix

package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// replyCase is one open batch and the replies that a program sends to it.
type replyCase struct {
	Name      string          `json:"name"`
	Questions json.RawMessage `json:"questions"`
	Replies   []struct {
		Reply map[string]json.RawMessage `json:"reply"`
		Want  string                     `json:"want"`
	} `json:"replies"`
	Settled json.RawMessage `json:"settled"`
}

// serveLine is what a line of output may hold.
type serveLine struct {
	ID      any             `json:"id"`
	Ask     string          `json:"ask"`
	Closed  string          `json:"closed"`
	Answers json.RawMessage `json:"answers"`
	Error   *struct {
		Code string `json:"code"`
		Line int    `json:"line"`
	} `json:"error"`
}

func (s *standin) read() (l serveLine) {
	s.t.Helper()
	text := s.next()
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		s.t.Fatalf("the output has the line %s: %v", text, err)
	}
	return l
}

// TestServe_repliesOfPrograms plays each case of replies.jsonl over the protocol.
func TestServe_repliesOfPrograms(t *testing.T) {
	f, err := os.Open("seam/testdata/replies.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	played := 0
	for lines.Scan() {
		var c replyCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		played++
		t.Run(c.Name, func(t *testing.T) { c.play(startStandin(t, "serve", "--provider", "jsonl")) })
	}
	if played == 0 {
		t.Error("there are no cases")
	}
}

func (c *replyCase) play(s *standin) {
	t := s.t
	s.send(fmt.Sprintf(`{"id":1,"questions":%s}`, c.Questions))
	ask := s.read().Ask
	var settled *serveLine
	for _, r := range c.Replies {
		r.Reply["reply"], _ = json.Marshal(ask)
		text, _ := json.Marshal(r.Reply)
		s.send(string(text))
		got := s.read()
		what := ""
		switch {
		case got.Ask == ask && got.Error != nil:
			what = map[string]string{"BAD_ANSWER": "rejected", "NOT_PENDING": "not-pending"}[got.Error.Code]
		case got.Error != nil && got.Error.Code == "ASK_CANCELLED":
			what, settled = "cancelled", &got
		case got.Answers != nil:
			what, settled = "accepted", &got
		}
		if what != r.Want {
			t.Fatalf("the reply %s is %q, want %s", text, what, r.Want)
		}
	}
	rest, _ := s.end()
	switch {
	case string(c.Settled) == `"pending"`:
		if settled != nil || len(rest) != 2 {
			t.Errorf("got %v and %q, want a question that is open until the end", settled, rest)
		}
	case settled == nil || len(rest) > 0:
		t.Errorf("got %v and %q, want %s and no more", settled, rest, c.Settled)
	case settled.Error == nil:
		var got, want any
		_ = json.Unmarshal([]byte(fmt.Sprintf(`{"answers":%s}`, settled.Answers)), &got)
		_ = json.Unmarshal(c.Settled, &want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("what the asker gets (-want +got):\n%s", diff)
		}
	}
}

const question = `"questions":[{"id":"mood","question":"How is it?","options":[{"label":"🔥"}]}]}`

// TestServe_brokenLinesDoNotTouchTheirNeighbours breaks every thirteenth line in
// one of many ways. Each line has to get its own reply.
func TestServe_brokenLinesDoNotTouchTheirNeighbours(t *testing.T) {
	broken := []string{
		`{"id":%d,"questions":[}`, `{"id":%d,"questions":[],"questions":[]}`, `{"id":%d,"Questions":[]}`, "{\"id\":%d,\"x\":\"\xff\"}",
		`{"id":%d,"time_out_ms":1}`, `{"id":%d,"x":"` + strings.Repeat("y", 5000) + `"}`, `{"id":%d`, "\xff\xfe{\x00\"%d", `{"id":%d,"type":"x"}`, `[%d]`, `%d "`,
		"{\"id\":%d,\"x\":\"\x01\"}", `{"id":%d,"x":"\ud800"}`, `{"id":%d,` + question + `}`,
	}
	const lines = 50_000
	s := startStandin(t, "serve", "--answers", "testdata/answers/ci.yaml", "--max-line", "4KiB")
	go func() {
		w := bufio.NewWriter(s.in)
		for i := 1; i <= lines; i++ {
			if i%13 == 0 {
				fmt.Fprintf(w, broken[i/13%len(broken)]+"\n", i)
			} else {
				fmt.Fprintf(w, `{"id":%d,%s`+"\r\n", i, question)
			}
		}
		_ = w.Flush()
		_ = s.in.Close()
	}()
	for i := 1; i <= lines; i++ {
		got := s.read()
		switch {
		case i%13 == 0 && (got.Error == nil || got.Error.Code != "BAD_REQUEST" || got.Error.Line != i):
			t.Fatalf("line %d is broken, and got %v", i, got)
		case i%13 != 0 && (got.Error != nil || got.ID != float64(i) || !strings.Contains(string(got.Answers), "🔥")):
			t.Fatalf("line %d is good, and got %v", i, got)
		}
	}
	if rest, exit := s.end(); len(rest) > 0 || exit != 6 {
		t.Errorf("got %q and exit %d at the end, want nothing more and 6", rest, exit)
	}
}

func TestServe_closedOutputEndsItQuietly(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Close()
	defer w.Close()
	exit, stderr := runServe(t, w)
	if exit != 141 || stderr != "" {
		t.Errorf("got exit %d and %q, want 141 and silence", exit, stderr)
	}
}

func TestServe_fullDiskIsAnErrorThatSaysSo(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	defer full.Close()
	exit, stderr := runServe(t, full)
	if exit != 1 || !strings.Contains(stderr, "no space left") || !strings.Contains(stderr, "2 replies are lost") {
		t.Errorf("got exit %d and %q, want 1 and a message about the disk and two lost replies", exit, stderr)
	}
}

// runServe serves two requests to the output.
func runServe(t *testing.T, out *os.File) (exit int, stderr string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var messages strings.Builder
	cmd := &exec.Cmd{
		Path: self, Args: []string{"standin", "serve", "--answers", "testdata/answers/ci.yaml"},
		Env:   append(os.Environ(), "CI=true", "XDG_CONFIG_HOME="+t.TempDir()),
		Stdin: strings.NewReader("{" + question + "\n{" + question + "\n"), Stdout: out, Stderr: &messages,
	}
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), messages.String()
}

func TestServe_signalAnswersWhatIsPendingFirst(t *testing.T) {
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129, syscall.SIGQUIT: 131} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			s := startStandin(t, "serve", "--provider", "jsonl")
			s.send(`{"id":1,` + question)
			s.send(`{"id":2,` + question)
			ask := s.read().Ask
			if err := s.cmd.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			var got []string
			for range 3 {
				l := s.read()
				if l.Ask != "" {
					got = append(got, l.Ask+" "+l.Closed)
				} else {
					got = append(got, fmt.Sprint(l.ID, " ", l.Error.Code))
				}
			}
			for _, line := range []string{ask + " ASK_ABORTED", "1 ASK_ABORTED", "2 ASK_ABORTED"} {
				if !strings.Contains(strings.Join(got, "\n"), line) {
					t.Errorf("got %q, want %s among them", got, line)
				}
			}
			if rest, exit := s.end(); exit != want || len(rest) > 0 {
				t.Errorf("got exit %d and %q, want %d and nothing more", exit, rest, want)
			}
		})
	}
}

func TestServe_commandsEndWithTheProgram(t *testing.T) {
	file := t.TempDir() + "/pid"
	s := startStandin(t, "serve", "--provider", "exec", "--exec", "sh -c 'echo $$ >"+file+"; sleep 60; true'")
	s.send(`{"id":1,` + question)
	pid := 0
	for range 1000 {
		if text, _ := os.ReadFile(file); strings.HasSuffix(string(text), "\n") {
			_, _ = fmt.Sscan(string(text), &pid)
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if pid == 0 {
		t.Fatal("the command has not started")
	}
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	if got := s.read(); got.Error == nil || got.Error.Code != "ASK_ABORTED" {
		t.Errorf("got %v, want ASK_ABORTED", got)
	}
	if _, exit := s.end(); exit != 143 {
		t.Errorf("got exit %d, want 143", exit)
	}
	for range 100 {
		if !groupLives(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("the group of the command is still there")
}

// groupLives reports whether a process of the group is there that is more than a
// zombie which nobody has collected.
func groupLives(group int) bool {
	if syscall.Kill(-group, 0) != nil {
		return false
	}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		text, _ := os.ReadFile(stat)
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 2 && fields[2] == fmt.Sprint(group) && fields[0] != "Z" {
			return true
		}
	}
	return len(stats) == 0
}
