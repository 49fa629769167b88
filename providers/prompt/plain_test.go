//go:build unix

package prompt

import (
	"strings"
	"testing"
)

// plainly starts a program on a dumb terminal.
func plainly(t *testing.T, questions string) *program {
	t.Helper()
	return start(t, `{"questions":[`+questions+`]}`, "TERM=dumb")
}

// wantPlain is want, and not one escape byte was written.
func (p *program) wantPlain(code int, stdout string) {
	p.t.Helper()
	p.want(code, stdout)
	if strings.Contains(p.Raw(), "\x1b") {
		p.t.Errorf("an escape byte was written: %q", p.Raw())
	}
}

const plainChoice = `{"id":"q","question":"Which?","header":"Head","options":[
	{"label":"first","description":"the one"},{"label":"second (推荐)"},{"label":"third"}]}`

func TestPlain_everyShapeIsAnsweredByLines(t *testing.T) {
	type turn struct{ see, send string }
	for _, c := range []struct {
		name, questions string
		turns           []turn
		want            string
	}{
		{"a number", plainChoice, []turn{{"  2. second (推荐) (recommended)", "2\n"}}, `"selected":["second (推荐)"]`},
		{"a number and CR LF", plainChoice, []turn{{"> ", "3\r\n"}}, `"selected":["third"]`},
		{"a label", plainChoice, []turn{{"> ", "third\n"}}, `"selected":["third"]`},
		{"asked again", plainChoice, []turn{
			{"> ", "\n"}, {"An empty line is no answer.", "9\n"}, {`There is no "9" here.`, "yes\n"}, {`There is no "yes" here.`, "1\n"},
		}, `"selected":["first"]`},
		{"skip", plainChoice, []turn{{"/skip", "/skip\n"}}, `"selected":[]`},
		{"other", plainChoice, []turn{{"/other", "/other\n"}, {"Your own answer:", "\n"}, {"A blank line is no answer.", "mine\n"}}, `"selected":[],"custom":"mine"`},
		{"other and back", plainChoice, []turn{{"/other", "/other\n"}, {"Your own answer:", "/back\n"}, {"Which?", "1\n"}}, `"selected":["first"]`},
		{"labels that are numbers", `{"id":"q","question":"Node?","options":[{"label":"2"},{"label":"1"}]}`, []turn{
			{"> ", "1\n"}, {"1 is the number of one option and the label of another: type #1 or #2.", "#2\n"},
		}, `"selected":["1"]`},
		{"several", `{"id":"q","question":"Which?","multiSelect":true,"options":[{"label":"a"},{"label":"b"},{"label":"c"}]}`,
			[]turn{{"> ", "\n"}, {"An empty line is no answer.", "3, 1\n"}}, `"selected":["a","c"]`},
		{"several and own words", `{"id":"q","question":"Which?","multiSelect":true,"options":[{"label":"a"},{"label":"b"}]}`,
			[]turn{{"> ", "2 /other\n"}, {"Your own answer:", "blue\n"}}, `"selected":["b"],"custom":"blue"`},
		{"several and one that is not there", `{"id":"q","question":"Which?","multiSelect":true,"options":[{"label":"a"},{"label":"b"}]}`,
			[]turn{{"> ", "1 7\n"}, {`There is no "7" here.`, "1 /skip\n"}, {"/skip stands alone on a line.", "b\n"}}, `"selected":["b"]`},
		{"text", `{"id":"q","question":"What?"}`, []turn{{"What?", " \n"}, {"A blank line is no answer.", "some words\n"}}, `"selected":[],"custom":"some words"`},
		{"text and CR LF", `{"id":"q","question":"What?"}`, []turn{{"> ", "\r\n"}, {"A blank line is no answer.", "some words\r\n"}}, `"selected":[],"custom":"some words"`},
		{"text skipped", `{"id":"q","question":"What?"}`, []turn{{"What?", "/skip\n"}}, `"selected":[]`},
		{"text of several lines", `{"id":"q","question":"What?"}`, []turn{{"/lines", "/lines\n"}, {"Several lines:", "one\n\ntwo\n.\n"}}, `"selected":[],"custom":"one\n\ntwo"`},
		{"pasted text", `{"id":"q","question":"What?"}`, []turn{{"> ", "one\ntwo\nthree\n"}, {"Several lines:", ".\n"}}, `"selected":[],"custom":"one\ntwo\nthree"`},
		{"secret", `{"id":"q","question":"What?","secret":true}`, []turn{{"not shown", "hunter2\n"}}, `"selected":[],"custom":"hunter2"`},
		{"a plan", `{"id":"q","question":"Ship?","detail":"` + strings.Repeat(`line\n`, 60) + `end","intent":{"kind":"plan-review","approve":"Yes"},"options":[{"label":"Yes"},{"label":"No"}]}`,
			[]turn{{"/read    read all of it (61 lines)", "/read\n"}, {"lines 1 to 23 of 61", "\n"}, {"lines 24 to 46 of 61", "q\n"}, {"2. No", "2\n"}}, `"selected":["No"]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := plainly(t, c.questions)
			for _, turn := range c.turns {
				p.Expect(turn.see)
				p.Send(turn.send)
			}
			p.wantPlain(0, `{"answers":[{"id":"q",`+c.want+`}]}`)
		})
	}
}

func TestPlain_endOfInputRefuses(t *testing.T) {
	for name, keys := range map[string]string{"on an empty line": "\x04", "behind some text": "half\x04"} {
		t.Run(name, func(t *testing.T) {
			p := plainly(t, plainChoice+`,{"id":"b","question":"And?"},{"id":"c","question":"Last?"}`)
			p.Expect("1 of 3: Head")
			p.Expect("> ")
			p.Send("1\n")
			p.Expect("2 of 3: And?")
			p.Expect("> ")
			p.Send(keys)
			p.wantPlain(8, "ASK_CANCELLED: the person refused at question 2 of 3; answered before: q: first")
		})
	}
}

func TestPlain_aLineThatTheTerminalWouldCutIsNotTaken(t *testing.T) {
	p := plainly(t, `{"id":"q","question":"What?"}`)
	p.Expect("> ")
	p.Send(strings.Repeat("x", 5000) + "\n")
	p.Expect("That line is not taken")
	p.Expect("> ")
	p.Send("short\n")
	p.wantPlain(0, `{"answers":[{"id":"q","selected":[],"custom":"short"}]}`)
}
