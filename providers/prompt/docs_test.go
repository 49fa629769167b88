//go:build unix

package prompt

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"standin/internal/ptytest"
)

var update = flag.Bool("update", false, "write the captured screens into docs/prompt.md")

// scene is a screen of docs/prompt.md: what is asked, what is typed when what
// stands on the screen, and when the screen is captured.
type scene struct {
	spec  string
	env   string
	cols  int
	steps []string // text to see, keys to send, text to see, …
	all   bool     // with what has left the screen at the top
}

const dbQuestion = `{"id":"database","header":"Database","question":"Which database should the service use?","options":[
	{"label":"PostgreSQL","description":"a server of its own"},
	{"label":"SQLite (Recommended)","description":"one file, nothing to run"}]}`

const suitesQuestion = `{"id":"suites","question":"Which test suites should run?","multiSelect":true,"options":[
	{"label":"unit"},{"label":"integration","description":"needs a database"},{"label":"end to end"}]}`

func scenes() map[string]scene {
	return map[string]scene{
		"single": {spec: `{"questions":[` + dbQuestion + `]}`, steps: []string{"> PostgreSQL", down, "> SQLite"}},
		"several": {spec: `{"questions":[` + suitesQuestion + `]}`,
			steps: []string{"> [ ]  unit", " " + down + down + " ", "[x]  end to end"}},
		"own text": {spec: `{"questions":[` + suitesQuestion + `]}`, all: true,
			steps: []string{"> [ ]  unit", " " + up + " ", "[x]  Other…", "\r", "Your own answer:", "and the changelog", "changelog"}},
		"text":          {spec: notes, steps: []string{"What should be said?", "\r", "A blank line is no answer.", "ship it", "said? ship it"}},
		"several lines": {spec: notes, all: true, steps: []string{"said?", "\x1b[200~ship it,\nbut not on a Friday\x1b[201~", "Friday"}},
		"escape":        {spec: notes, steps: []string{"said?", "draft\x1b", "> Type an answer"}},
		"secret":        {spec: `{"questions":[{"id":"token","question":"API token?","secret":true}]}`, steps: []string{"not shown", "hunter2", "not shown"}},
		"batch": {spec: `{"questions":[` + dbQuestion + `,` + suitesQuestion + `,{"id":"token","question":"API token?","secret":true},{"id":"notes","question":"Anything else?"}]}`, all: true,
			steps: []string{"> PostgreSQL", down + "\r", "[ ]  unit", " \r", "3 of 4: API token?", "hunter2\r", "4 of 4"}},
		"plan":   {spec: strings.ReplaceAll(plan(""), `\u001b[2J`, ""), steps: []string{"> Back to the drawing board", "", "Enter chooses"}},
		"pager":  {spec: strings.ReplaceAll(plan(""), `\u001b[2J`, ""), steps: []string{"> Back to the drawing board", "\x0f", "lines 1 to 23 of 400"}},
		"filter": {spec: manyOptions(200, ""), steps: []string{"> option-001", "17", "option-170"}},
		"narrow": {cols: 30, spec: `{"questions":[{"id":"region","question":"In which region should it run?","options":[
			{"label":"東京リージョン（推荐）","description":"closest to the people who use it"},
			{"label":"👍 Frankfurt, with a name that is much wider than this terminal"},
			{"label":"São Paulo"}]}]}`, steps: []string{"> 東京", down, "> 👍"}},
		"mixed": {spec: `{"Prior":[{"id":"database","selected":["SQLite"]},{"id":"token","selected":[],"custom":"x"}],
			"Sources":[{"Provider":"replay","File":"ci.yaml","Line":4},{"Provider":"replay","File":"ci.yaml","Line":5,"Redact":true}],
			"questions":[{"id":"node","question":"Which Node version?","notice":"\"node\" (ci.yaml:6) answers \"16\", which is not offered any more; the options are \"18\", \"20\"","options":[{"label":"18"},{"label":"20"}]}]}`,
			steps: []string{"> 18", "", "> 18"}},
		"hostile":   {spec: `{"questions":[{"id":"q","question":"Delete \u001b[2Jeverything?","options":[{"label":"No\rYes"},{"label":"exe\u202egpj"}]}]}`, steps: []string{"> No", "", "> No"}},
		"cancelled": {spec: `{"questions":[` + dbQuestion + `]}`, steps: []string{"> PostgreSQL", "\x04", "(cancelled)"}},
		"plain single": {env: "TERM=dumb", spec: `{"questions":[` + dbQuestion + `]}`, all: true,
			steps: []string{"/cancel", "\n", "An empty line", "2\n", "Answer: SQLite"}},
		"plain several": {env: "TERM=dumb", spec: `{"questions":[` + suitesQuestion + `]}`, all: true,
			steps: []string{"/cancel", "1 3 /other\n", "Your own answer:", "the changelog\n", "> the changelog"}},
		"plain text": {env: "TERM=dumb", spec: notes, all: true,
			steps: []string{"/cancel", "/lines\n", "Several lines", "ship it,\nbut not on a Friday\n.\n", "\n."}},
	}
}

func (s scene) capture(t *testing.T) string {
	cols := 80
	if s.cols > 0 {
		cols = s.cols
	}
	env := []string{"NO_COLOR=1"}
	if s.env != "" {
		env = append(env, s.env)
	}
	p := startIn(t, ptytest.Open(t, cols, 24), s.spec, env...)
	for i, step := range s.steps {
		if i%2 == 0 {
			p.See(step)
		} else {
			p.Send(step)
		}
	}
	if s.all {
		return p.All()
	}
	return p.Visible()
}

// TestDocs_showCapturedScreens plays every scene in a pseudo-terminal and
// compares it with docs/prompt.md. With -update it writes the page anew:
//
//	go test ./providers/prompt -run TestDocs -update
func TestDocs_showCapturedScreens(t *testing.T) {
	const page = "../../docs/prompt.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)<!-- screen: ([a-z ]+) -->\n```text\n(.*?)```")
	all := scenes()
	got := blocks.ReplaceAllStringFunc(string(text), func(block string) string {
		name := blocks.FindStringSubmatch(block)[1]
		s, ok := all[name]
		if !ok {
			t.Errorf("there is no scene %q", name)
			return block
		}
		delete(all, name)
		return "<!-- screen: " + name + " -->\n```text\n" + s.capture(t) + "\n```"
	})
	for name := range all {
		t.Errorf("the page does not show the scene %q", name)
	}
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), got); diff != "" {
		t.Errorf("the page is not what the terminal shows (-page +terminal); run this test with -update:\n%s", diff)
	}
}
