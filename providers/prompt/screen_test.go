//go:build unix

package prompt

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"standin/internal/ptytest"
)

// hostile is what an agent could write to drive a terminal or deceive the eye.
const hostile = "\x1b]0;owned\x07\x1b]52;c;aGk=\x07\x1b[2J\x1b[31mred\rover\u202egnp.exe\u2066\u200b\u009b2J\x08\x08"

func TestScreen_textFromTheAgentIsShownAndNotExecuted(t *testing.T) {
	label, _ := json.Marshal("Yes" + hostile + "\nNo")
	text, _ := json.Marshal("text" + hostile)
	for _, mode := range []string{"", `,"Plain":true`} {
		for name, shape := range map[string]string{"single": "", "multi": `"multiSelect":true,`} {
			t.Run(name+mode, func(t *testing.T) {
				t.Parallel()
				spec := fmt.Sprintf(`{"Prior":[{"id":%[2]s,"selected":[%[1]s]}],"Sources":[{"provider":"replay","file":%[2]s,"line":4}],
					"questions":[{"id":%[2]s,"question":%[2]s,"header":%[2]s,"detail":%[2]s,"notice":%[2]s,%[3]s
					"options":[{"label":%[1]s,"description":%[2]s},{"label":"No"}]}]%[4]s}`, label, text, shape, mode)
				p := start(t, spec)
				p.See(`Yes\x1b]0;owned\x07`)
				p.See("over⟨U+202E⟩gnp.exe")
				p.See(`\nNo`)
				if mode != "" {
					p.See("Type the number")
				} else {
					p.See("Ctrl-D cancels")
				}
				if mode != "" {
					p.Send("1\r")
				} else if shape != "" {
					p.Send(" \r")
				} else {
					p.Send("\r")
				}
				p.want(0, string(must(json.Marshal(map[string]any{"answers": []any{map[string]any{
					"id": "text" + hostile, "selected": []string{"Yes" + hostile + "\nNo"}}}}))))
				for _, bad := range []string{"\x1b]", "\x1b[2J", "\x1b[31m", "\rover", "\u202e", "\u2066", "\u200b", "\u009b", "\x07", "\b"} {
					if strings.Contains(p.Raw(), bad) {
						t.Errorf("%q was written", bad)
					}
				}
			})
		}
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

func TestScreen_labelsWiderThanTheScreenNeverMakeItClimb(t *testing.T) {
	c := ptytest.Open(t, 30, 24)
	var options []string
	for i := range 4 {
		options = append(options, fmt.Sprintf(`{"label":"%d %s","description":"東京リージョン 👍 é"}`, i, strings.Repeat("wide label ", 7)))
	}
	p := startIn(t, c, `{"questions":[{"id":"q","question":"Which of these long ones is it?","options":[`+strings.Join(options, ",")+`]}]}`)
	p.See("> 0 wide")
	for i := range 8 {
		p.Send(down)
		p.Until("the next one", func(s *ptytest.Screen) bool {
			next := []string{"> 1 wide", "> 2 wide", "> 3 wide", "> Other", "> Skip", "> Cancel", "> 0 wide", "> 1 wide"}[i]
			return strings.Contains(s.Visible(), next)
		})
		if n := strings.Count(p.All(), "Which of these long"); n != 1 {
			t.Fatalf("after %d keys the question stands %d times, want once:\n%s", i+1, n, p.All())
		}
	}
	p.Send("\r")
	p.Wait()
	if n := strings.Count(p.All(), "Which of these long"); n != 1 {
		t.Errorf("at the end the question stands %d times, want once:\n%s", n, p.All())
	}
}

func TestScreen_aResizeWhilePromptingDrawsAgain(t *testing.T) {
	for _, size := range [][2]int{{40, 24}, {120, 24}, {80, 8}, {30, 6}} {
		for name, spec := range map[string]string{
			"list": manyOptions(40, ""), "ticks": manyOptions(40, `"multiSelect":true,`),
			"text": `{"questions":[{"id":"q","question":"Which of them?"}]}`,
		} {
			t.Run(fmt.Sprintf("%s %v", name, size), func(t *testing.T) {
				t.Parallel()
				p := start(t, spec)
				p.See("Which of them?")
				p.Send("1")
				p.See("Which of them? 1")
				before := len(p.Raw())
				p.Resize(size[0], size[1])
				p.Until("another drawing", func(s *ptytest.Screen) bool {
					return strings.Contains(s.Visible(), "Which of them? 1")
				})
				p.wrote(before)
				p.Send("2")
				p.See("Which of them? 12")
				if n := strings.Count(p.Visible(), "Which of them?"); n != 1 {
					t.Errorf("the question stands %d times, want once:\n%s", n, p.Visible())
				}
				p.Send("\x04")
				p.wantCode(8)
			})
		}
	}
}

// wrote waits until more than the first n bytes were written.
func (p *program) wrote(n int) {
	p.t.Helper()
	p.Until("more output", func(*ptytest.Screen) bool { return p.RawLen() > n })
}

func TestScreen_aTinyTerminalKeepsTheCursorInView(t *testing.T) {
	c := ptytest.Open(t, 30, 6)
	p := startIn(t, c, manyOptions(50, ""))
	p.See("> option-001")
	for i := 2; i <= 20; i++ {
		p.Send(down)
		p.See(fmt.Sprintf("> option-%03d", i))
	}
	p.Send("\r")
	p.want(0, `{"answers":[{"id":"q","selected":["option-020"]}]}`)
}

func TestScreen_aBareTerminalIsNeverQueried(t *testing.T) {
	p := start(t, "{"+batch+"}")
	p.at(3)
	p.Send("secret\r")
	p.Wait()
	if strings.Contains(p.Raw(), "\x1b[6n") {
		t.Errorf("the cursor's place was asked for: %q", p.Raw())
	}
}

func TestScreen_noColour(t *testing.T) {
	p := start(t, `{"questions":[{"id":"q","header":"Head","question":"Which?","options":[{"label":"a"}]}]}`, "NO_COLOR=1")
	p.See("> a")
	p.Send("\r")
	p.want(0, `{"answers":[{"id":"q","selected":["a"]}]}`)
	if i := strings.Index(p.Raw(), "m"); i >= 0 && strings.Contains(p.Raw(), "\x1b[1;") || strings.Contains(p.Raw(), "\x1b[0m") {
		t.Errorf("colours were written: %q", p.Raw())
	}
}

func TestScreen_whatFilesAnsweredIsShownWithItsPlace(t *testing.T) {
	for _, mode := range []string{"", `,"Plain":true`} {
		p := start(t, `{"Prior":[{"id":"database","selected":["SQLite"]},{"id":"token","selected":[],"custom":"hunter2"},{"id":"nick","selected":[]}],
			"Sources":[{"Provider":"replay","File":"ci.yaml","Line":4},{"Provider":"replay","File":"ci.yaml","Line":5,"Redact":true},{"Provider":"replay","Kind":"policy"}],
			"questions":[{"id":"q","question":"Which?","notice":"the recorded answer \"blue\" is not offered any more","options":[{"label":"red"}]}]`+mode+`}`)
		p.See("Which?")
		for _, want := range []string{
			"database: SQLite (ci.yaml:4)", "token: (not shown) (ci.yaml:5)", "nick: (skipped)",
			`Why you are asked: the recorded answer "blue" is not offered any more`,
		} {
			p.See(want)
		}
		if strings.Contains(p.Raw(), "hunter2") {
			t.Error("a secret was shown")
		}
		p.Send("\x04")
		p.wantCode(8)
	}
}

// plan is a plan review with a plan of 400 lines, some of them hostile.
func plan(mode string) string {
	var b strings.Builder
	for i := 1; i <= 400; i++ {
		fmt.Fprintf(&b, "step %d\x1b[2J\n", i)
	}
	return fmt.Sprintf(`{"questions":[{"id":"plan","question":"Go ahead?","detail":%s,"intent":{"kind":"plan-review","approve":"Ship it"},
		"options":[{"label":"Ship it"},{"label":"Back to the drawing board"}]}]%s}`, must(json.Marshal(b.String())), mode)
}

func TestPlan_theCursorStandsOnAnOptionThatDeclines(t *testing.T) {
	p := start(t, plan(""))
	p.See("step 1")
	p.See("> Back to the drawing board")
	p.See("400 lines")
	p.Send("\r")
	p.want(0, `{"answers":[{"id":"plan","selected":["Back to the drawing board"]}]}`)
}

func TestPlan_isPagedThroughBeforeDeciding(t *testing.T) {
	for name, openIt := range map[string]string{"by its entry": down + down + down + down + "\r", "by its key": "\x0f"} {
		t.Run(name, func(t *testing.T) {
			p := start(t, plan(""))
			p.See("> Back to the drawing board")
			if openIt != "\x0f" {
				p.Send("read all")
				p.See("> Read all of it - 400 lines")
				openIt = "\r"
			}
			p.Send(openIt)
			p.See("lines 1 to 23 of 400")
			p.Send("\r")
			p.See("lines 24 to 46 of 400")
			p.Send("q\r")
			p.See("> Back to the drawing board")
			p.Send(up)
			p.See("> Ship it")
			p.Send("\r")
			p.want(0, `{"answers":[{"id":"plan","selected":["Ship it"]}]}`)
		})
	}
}

func TestPlan_goesThroughThePersonsPager(t *testing.T) {
	out := filepath.Join(t.TempDir(), "paged")
	pager := filepath.Join(t.TempDir(), "pager")
	script := "#!/bin/sh\ncat > '" + out + "'\necho paging \"$1\"\nread key </dev/tty\n"
	if err := os.WriteFile(pager, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	p := start(t, plan(""), "PAGER="+pager+" 'two words'")
	p.See("> Back to the drawing board")
	p.Send("\x0f")
	p.See("paging two words")
	if !p.Echoes() {
		t.Error("the pager got a terminal without echo")
	}
	p.Send("x\n")
	p.See("> Back to the drawing board")
	p.Send("\r")
	p.want(0, `{"answers":[{"id":"plan","selected":["Back to the drawing board"]}]}`)
	paged, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(paged), "\n"); n != 400 || strings.Contains(string(paged), "\x1b") || !strings.Contains(string(paged), `step 400\x1b[2J`) {
		t.Errorf("the pager got %d lines, the last of them %q", n, paged[len(paged)-40:])
	}
}

func TestPlan_aSignalEndsThePagerToo(t *testing.T) {
	p := start(t, plan(""), "PAGER=sh -c 'echo paging; exec sleep 60'")
	p.See("> Back to the drawing board")
	p.Send("\x0f")
	p.See("paging")
	p.Send("\x03")
	p.wantCode(130, "ASK_ABORTED")
}

func TestPlan_anEndInThePagerIsToldOnALineOfItsOwn(t *testing.T) {
	for name, c := range map[string]struct{ pager, shown string }{
		"built in":     {"", "lines 1 to 23 of 400"},
		"the person's": {"sh -c 'stty raw < /dev/tty; printf paging > /dev/tty; exec sleep 60'", "paging"},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, plan(""), "PAGER="+c.pager)
			p.See("> Back to the drawing board")
			p.Send("\x0f")
			p.See(c.shown)
			p.Signal(syscall.SIGTERM)
			p.wantCode(143, "ASK_ABORTED")
			p.See("\n? Go ahead? (")
		})
	}
}

func TestPlan_aPagerThatIsNotThereIsNoPager(t *testing.T) {
	p := start(t, plan(""), "PAGER=/nowhere/less")
	p.See("> Back to the drawing board")
	p.Send("\x0f")
	p.See("lines 1 to 23 of 400")
	p.Send("\x04")
	p.wantCode(8)
}
