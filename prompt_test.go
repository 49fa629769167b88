//go:build unix

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"standin/internal/ptytest"
)

const databaseRequest = `{"questions":[{"id":"database","question":"Which database?","options":[{"label":"PostgreSQL"},{"label":"SQLite"}]}]}`

// atTerminal runs a bash script in a terminal and in a folder of its own, with
// CI unset, and returns the terminal and the folder.
func atTerminal(t *testing.T, script string, files map[string]string) (*ptytest.Console, string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to run a script in a terminal with")
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := ptytest.Open(t, 80, 24)
	cmd := exec.Command(bash, "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "TERM=xterm-256color", "LANG=C.UTF-8"}
	c.Run(cmd)
	return c, dir
}

func TestPrompt_stdinAndStdoutStayFreeForData(t *testing.T) {
	const answer = `{"answers":[{"id":"database","selected":["SQLite"]}]}` + "\n"
	for name, c := range map[string]struct{ script, want string }{
		"a file":          {`standin ask request.json | cat > out`, answer},
		"stdin":           {`cat request.json | standin ask | cat > out`, answer},
		"captured":        {`x=$(standin ask request.json); echo "$x" > out`, answer},
		"redirected":      {`standin ask request.json > out`, answer},
		"stderr as well":  {`standin ask request.json > out 2> err`, answer},
		"flags":           {`standin ask --question 'Which database?' --option PostgreSQL --option SQLite --output labels > out`, "SQLite\n"},
		"a stream":        {`cat request.json | standin serve > out`, answer},
		"nothing on them": {`standin ask request.json < /dev/null > out`, answer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, dir := atTerminal(t, "set -o pipefail; "+c.script+"; echo exit=$?", map[string]string{"request.json": databaseRequest + "\n"})
			p.See("Which database?")
			p.See("> PostgreSQL")
			p.Send("\x1b[B\r")
			p.See("exit=0")
			p.Wait()
			p.Restored()
			for file, want := range map[string]string{"out": c.want, "err": ""} {
				if got, _ := os.ReadFile(filepath.Join(dir, file)); string(got) != want {
					t.Errorf("%s holds\n%swant\n%s", file, got, want)
				}
			}
		})
	}
}

func TestPrompt_whatFilesAnswerNeedsNoTerminalAndShowsNothing(t *testing.T) {
	p, dir := atTerminal(t, `x=$(standin ask --answers answers.yaml request.json); echo "$x" > out; echo exit=$?`, map[string]string{
		"request.json": databaseRequest, "answers.yaml": "standin: 1\nanswers: {database: SQLite}\n"})
	p.Wait()
	p.See("exit=0")
	if got := p.Raw(); got != "exit=0\r\n" {
		t.Errorf("the terminal got %q", got)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "out")); !strings.Contains(string(got), `"SQLite"`) {
		t.Errorf("out holds %q", got)
	}
}

func TestPrompt_behindAnswerFilesOnlyTheRestIsAsked(t *testing.T) {
	p, dir := atTerminal(t, `standin ask --answers answers.yaml request.json > out; echo exit=$?`, map[string]string{
		"request.json": `{"questions":[
			{"id":"database","question":"Which database?","options":[{"label":"PostgreSQL"},{"label":"SQLite"}]},
			{"id":"colour","question":"Which colour?","options":[{"label":"red"},{"label":"green"}]},
			{"id":"token","question":"Token?"},
			{"id":"name","question":"Name?"}]}`,
		"answers.yaml": "standin: 1\nanswers:\n  database: SQLite\n  colour: blue\n  token: {file: secret}\n",
		"secret":       "hunter2"})
	p.See("1 of 2: Which colour?")
	p.See("database: SQLite (answers.yaml:3)")
	p.See("token: (not shown) (answers.yaml:5)")
	p.See("blue")
	p.Send("\x1b[B\r")
	p.See("2 of 2: Name?")
	p.Send("ada\r")
	p.See("exit=0")
	p.Wait()
	p.Restored()
	want := `{"answers":[{"id":"database","selected":["SQLite"]},{"id":"colour","selected":["green"]},{"id":"token","selected":[],"custom":"hunter2"},{"id":"name","selected":[],"custom":"ada"}]}` + "\n"
	if got, _ := os.ReadFile(filepath.Join(dir, "out")); string(got) != want {
		t.Errorf("out holds\n%swant\n%s", got, want)
	}
	if strings.Contains(p.Raw(), "hunter2") {
		t.Error("a secret was shown")
	}
}

func TestPrompt_whatIsRedactedIsInNoMessageAndNoFile(t *testing.T) {
	p, dir := atTerminal(t, `standin ask --redact name --record r.yaml --transcript t.jsonl request.json > out 2> err; echo exit=$?`, map[string]string{
		"request.json": `{"questions":[{"id":"name","question":"Name?"},{"id":"colour","question":"Colour?"},{"id":"last","question":"Last?"}]}`})
	p.See("Name?")
	p.Send("hunter2\r")
	p.See("Colour?")
	p.Send("red\r")
	p.See("Last?")
	p.Send("\x04")
	p.See("exit=8")
	p.Wait()
	for file, want := range map[string]string{
		"err":     `name: (not shown); colour: "red"`,
		"r.yaml":  "name: { env: STANDIN_SECRET_NAME,",
		"t.jsonl": "ASK_CANCELLED",
		"out":     "",
	} {
		got, _ := os.ReadFile(filepath.Join(dir, file))
		if !strings.Contains(string(got), want) || strings.Contains(string(got), "hunter2") {
			t.Errorf("%s holds\n%swant %s and nothing of what was redacted", file, got, want)
		}
	}
}

func TestPrompt_everyEndHasItsExitCode(t *testing.T) {
	for name, c := range map[string]struct{ flags, keys, exit string }{
		"Ctrl-C":          {"", "\x03", "130"},
		"Ctrl-C plain":    {"--plain", "\x03", "130"},
		"Ctrl-D":          {"", "\x04", "8"},
		"Ctrl-D plain":    {"--plain", "\x04", "8"},
		"Ctrl-backslash":  {"", "\x1c", "131"},
		"deadline":        {"--timeout 300ms", "", "124"},
		"deadline, plain": {"--timeout 300ms --plain", "", "124"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, dir := atTerminal(t, `trap : INT QUIT; standin ask `+c.flags+` request.json > out; echo exit=$?`, map[string]string{"request.json": databaseRequest})
			p.See("Which database?")
			p.Send(c.keys)
			p.See("exit=" + c.exit)
			p.Wait()
			p.Restored()
			if got, _ := os.ReadFile(filepath.Join(dir, "out")); len(got) > 0 {
				t.Errorf("stdout got %q", got)
			}
		})
	}
}

func TestPrompt_aLineThatWasBegunIsNotTheNextReaders(t *testing.T) {
	p, dir := atTerminal(t, `sh -c 'echo $$ > pid; exec standin ask --plain --question Token? --secret'
		read -r line; echo "the next line is <$line>"`, nil)
	p.See("refuse the question\n>")
	p.Send("hunter")
	text, err := os.ReadFile(filepath.Join(dir, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.See("ASK_ABORTED")
	p.Send("ls\n")
	p.See("the next line is <ls>")
	p.Wait()
	p.Restored()
}

func TestPrompt_anIgnoredHangupIsNoSignal(t *testing.T) {
	p, dir := atTerminal(t, `trap "" HUP; exec standin ask request.json > out 2> err`, map[string]string{"request.json": databaseRequest})
	p.See("Which database?")
	p.Hangup()
	if got := p.Wait(); got != 3 {
		t.Errorf("exit %d, want 3", got)
	}
	const want = "UNANSWERED: the terminal went away"
	if got, _ := os.ReadFile(filepath.Join(dir, "err")); !strings.Contains(string(got), want) {
		t.Errorf("stderr holds\n%swant %s", got, want)
	}
}

func TestPrompt_anAbortOnTheStreamTakesTheQuestionBack(t *testing.T) {
	p, dir := atTerminal(t, `mkfifo in gate
		(exec 3> in
		 echo '{"id":1,"questions":[{"id":"q","question":"First?"}]}' >&3
		 read line < gate
		 echo '{"abort":1}' >&3
		 echo '{"id":2,"questions":[{"id":"q","question":"Second?"}]}' >&3) &
		standin serve < in > out; echo exit=$?`, nil)
	p.See("First?")
	p.Send("half")
	p.See("First? half")
	gate, err := os.OpenFile(filepath.Join(dir, "gate"), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = gate.WriteString("go\n")
	gate.Close()
	p.See("Second?")
	p.Send("whole\r")
	p.See("exit=0")
	p.Wait()
	p.Restored()
	got, _ := os.ReadFile(filepath.Join(dir, "out"))
	if lines := strings.Split(string(got), "\n"); len(lines) != 3 || !strings.Contains(lines[0], "ASK_ABORTED") ||
		lines[1] != `{"id":2,"answers":[{"id":"q","selected":[],"custom":"whole"}]}` {
		t.Errorf("out holds\n%s", got)
	}
}

func TestPrompt_aStreamTypedAtTheTerminalLeavesNoKeysForAPrompt(t *testing.T) {
	p, _ := atTerminal(t, `standin serve; echo exit=$?`, nil)
	p.Send(`{"questions":[{"id":"q","question":"Which?"}]}` + "\n")
	p.See("UNANSWERED")
	p.See("through a pipe or from a file")
	p.Send("\x04")
	p.See("exit=3")
	p.Wait()
	p.Restored()
}
