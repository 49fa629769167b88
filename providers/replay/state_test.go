package replay_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"standin/answersets"
	"standin/providers/replay"
	"standin/seam"
)

// TestMain runs the test binary a second time as the process that dies with a
// use reserved.
func TestMain(m *testing.M) {
	if state := os.Getenv("REPLAY_TEST_HOLD"); state != "" {
		hold(state)
		return
	}
	os.Exit(m.Run())
}

// hold reserves the first use and waits for its end.
func hold(state string) {
	set, err := answersets.Parse("ci.yaml", []byte(retries), answersets.Options{})
	if err == nil {
		var p *replay.Provider
		if p, err = replay.New(set, replay.Options{State: state}); err == nil {
			s := seam.NewService(nil)
			_, err = s.RegisterProvider(holder{p})
			if err == nil {
				_, err = s.Ask(context.Background(), seam.Request{Questions: []seam.Question{yesNo("retry", "?")}})
			}
		}
	}
	fmt.Println("failed:", err)
}

type holder struct{ p *replay.Provider }

func (h holder) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	if _, err := h.p.Ask(ctx, req); err != nil {
		return seam.Answer{}, err
	}
	fmt.Println("held")
	select {} // until it is killed
}

func TestState_countsGoOnInTheNextProcess(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	q, again := yesNo("retry", "?"), yesNo("x", "Run it again?")
	next := func() *replay.Provider { return load(t, retries, replay.Options{State: state}) }
	wantAnswer(t, next(), q, "No")
	wantAnswer(t, next(), again, "Yes")
	wantAnswer(t, next(), q, "Yes")
	wantCode(t, next(), seam.Unanswered, "used 2 of 2", q)
	wantAnswer(t, next(), again, "Yes")
	wantCode(t, next(), seam.Unanswered, "used 2 of 2", again)
	if unused := next().Unused(); len(unused) != 0 {
		t.Errorf("unused are %v, want none", unused)
	}
}

func TestState_filesAreForTheOwnerAndNothingIsLeftBehind(t *testing.T) {
	dir := t.TempDir()
	state := filepath.Join(dir, "state")
	// What a process leaves that is killed while it saves.
	if err := os.WriteFile(state+".tmp", []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	wantAnswer(t, load(t, retries, replay.Options{State: state}), yesNo("retry", "?"), "No")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v (%v), want 0600", e.Name(), info.Mode(), err)
		}
	}
	if got := strings.Join(names, " "); got != "state state.lock" {
		t.Errorf("the folder holds %s, want state and its lock", got)
	}
}

func TestState_anEditElsewhereShiftsNoCount(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	again := yesNo("x", "Run it again?")
	wantAnswer(t, load(t, retries, replay.Options{State: state}), again, "Yes")
	edited := strings.Replace(retries, "rules:\n", "  new: [a]\nrules:\n  - match: { id: new }\n    answer: \"No\"\n    times: 9\n", 1)
	p := load(t, edited, replay.Options{State: state})
	wantAnswer(t, p, again, "Yes")
	wantCode(t, p, seam.Unanswered, "used 2 of 2", again)
}

func TestState_processesShareNoUse(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	file := strings.Replace(retries, "times: 2", "times: 10", 1)
	var wg sync.WaitGroup
	var mu sync.Mutex
	answered := 0
	for range 5 {
		p := load(t, file, replay.Options{State: state})
		wg.Go(func() {
			for range 4 {
				if _, err := p.Ask(t.Context(), seam.Request{Questions: []seam.Question{yesNo("x", "Run it again?")}}); err == nil {
					mu.Lock()
					answered++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if answered != 10 {
		t.Errorf("a rule with times: 10 answered %d of 20 asks", answered)
	}
}

func TestState_whatAProcessHeldIsFreeWhenItDies(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "REPLAY_TEST_HOLD="+state)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	if line != "held\n" {
		t.Fatalf("the process says %q, want that it holds a use", line)
	}
	// While it lives the first use is taken, and given back after a failure.
	wantCode(t, load(t, retries, replay.Options{State: state}), seam.Unanswered, "nobody", yesNo("retry", "?"), yesNo("x", "nobody"))
	wantAnswer(t, load(t, retries, replay.Options{State: state}), yesNo("retry", "?"), "Yes")
	wantCode(t, load(t, retries, replay.Options{State: state}), seam.Unanswered, "used up", yesNo("retry", "?"))
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // it was killed
	wantAnswer(t, load(t, retries, replay.Options{State: state}), yesNo("retry", "?"), "No")
}

func TestState_aFileThatIsNotOneIsRefused(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	set, err := answersets.Parse("ci.yaml", []byte(retries), answersets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for content, fine := range map[string]bool{"": true, "\n": true, "{}": false, "answers": false, `{"standin":1,"uses":{"a":"b"}}`: false, `{"standin":2}`: false} {
		if err := os.WriteFile(state, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := replay.New(set, replay.Options{State: state}); (err == nil) != fine {
			t.Errorf("the state %q gives %v, want it taken: %t", content, err, fine)
		}
	}
	if _, err := replay.New(set, replay.Options{State: filepath.Join(state, "none", "state")}); err == nil {
		t.Error("a state file in no folder is taken")
	}
}

func TestUnused_readsTheStateOfARun(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	set, err := answersets.Parse("ci.yaml", []byte(retries), answersets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := replay.Unused(set, state); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a state file: %v, want one that wraps fs.ErrNotExist", err)
	}
	wantAnswer(t, load(t, retries, replay.Options{State: state}), yesNo("retry", "?"), "No")
	unused, err := replay.Unused(set, state)
	if err != nil || len(unused) != 1 || unused[0].Line != 5 {
		t.Errorf("unused are %v, %v; want the rule at line 5", unused, err)
	}
}

func TestState_manyEntriesAreKeptWhenTheProviderIsClosed(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	file := "standin: 1\nanswers:\n"
	for i := range 1000 {
		file += fmt.Sprintf("  q%d: \"Yes\"\n", i)
	}
	p := load(t, file, replay.Options{State: state})
	for i := range 1000 {
		wantAnswer(t, p, yesNo(fmt.Sprintf("q%d", i), "?"), "Yes")
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if unused := load(t, file, replay.Options{State: state}).Unused(); len(unused) != 0 {
		t.Errorf("%d entries are unused, want none", len(unused))
	}
}
