//go:build unix

package prompt

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const notes = `{"questions":[{"id":"notes","question":"What should be said?"}]}`

func TestText_oneLine(t *testing.T) {
	p := start(t, notes)
	p.See("? What should be said?")
	p.Send("ship today" + enterSent)
	p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":"ship today"}]}`)
}

func TestText_aBlankLineIsAskedAgain(t *testing.T) {
	p := start(t, notes)
	p.See("What should be said?")
	p.Send("  \t" + enterSent)
	p.See("A blank line is no answer.")
	p.Send("yes" + enterSent)
	p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":"yes"}]}`)
	if n := strings.Count(p.All(), "What should be said?"); n != 1 {
		t.Errorf("the question stands %d times, want once:\n%s", n, p.All())
	}
}

func TestText_skipAndCancelBehindEsc(t *testing.T) {
	p := start(t, notes)
	p.See("What should be said?")
	p.Send("draft\x1b")
	p.See("> Type an answer")
	p.Send(enterSent)
	p.See("What should be said? draft")
	p.Send("\x1b")
	p.See("> Type an answer")
	p.Send("skip")
	p.See("> Skip")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"notes","selected":[]}]}`)
}

func TestText_aPasteOfManyLinesIsKeptWhole(t *testing.T) {
	var lines []string
	for i := range 400 {
		lines = append(lines, fmt.Sprintf("%d\tline", i))
	}
	for name, c := range map[string]struct{ open, sep, close string }{
		"bracketed":         {"\x1b[200~", "\n", "\x1b[201~"},
		"bracketed returns": {"\x1b[200~", "\r", "\x1b[201~"},
		"bare":              {"", "\r", ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, notes)
			p.See("What should be said?")
			p.Send(c.open + strings.Join(lines, c.sep) + c.close)
			p.See("399")
			p.Send(enterSent)
			text := strings.Join(lines, "\n")
			if name == "bare" { // a tab that is a key does nothing
				text = strings.ReplaceAll(text, "\t", "")
			}
			want, _ := json.Marshal(text)
			p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":`+string(want)+`}]}`)
		})
	}
}

func TestText_aPasteNeverReachesTheNextQuestion(t *testing.T) {
	p := start(t, `{"questions":[{"id":"a","question":"First?"},{"id":"b","question":"Second?"}]}`)
	p.See("1 of 2: First?")
	p.Send("alpha\nbeta\n")
	p.See("2 of 2: Second?")
	p.Send("gamma" + enterSent)
	p.want(0, `{"answers":[{"id":"a","selected":[],"custom":"alpha\nbeta"},{"id":"b","selected":[],"custom":"gamma"}]}`)
}

func TestText_severalLinesByHand(t *testing.T) {
	p := start(t, notes)
	p.See("What should be said?")
	p.Send("one\x1b\rtwo" + enterSent)
	p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":"one\ntwo"}]}`)
}

func TestText_severalLinesEndWithADot(t *testing.T) {
	p := start(t, notes)
	p.See("What should be said?")
	p.Send("one\x1b")
	p.See("> Type an answer")
	p.Send(down + enterSent)
	p.See("What should be said?\n  line 1: one\n? line 2:")
	p.Send("two" + enterSent)
	p.See("line 3:")
	p.Send(enterSent)
	p.See("line 4:")
	p.Send("four" + enterSent)
	p.See("line 5:")
	p.Send("." + enterSent)
	p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":"one\ntwo\n\nfour"}]}`)
}

func TestText_wideAndCombiningCharactersCanBeEdited(t *testing.T) {
	p := start(t, notes)
	p.See("What should be said?")
	p.Send("한글x")
	p.See("said? 한글x")
	p.Send("\x7f\x7f")
	p.See("said? 한")
	p.Gone("글")
	p.Send("é👍" + left + left + "東" + enterSent)
	p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":"한東é👍"}]}`)
}

func TestText_aLongLineIsEditedWhereItWraps(t *testing.T) {
	p := start(t, notes)
	p.See("What should be said?")
	p.Send(strings.Repeat("word ", 40) + "end")
	p.See("end")
	for range 10 {
		p.Send(left)
	}
	p.Send("\x7fX\x01Y" + enterSent)
	typed := strings.Repeat("word ", 40) + "end"
	at := len(typed) - 10
	want := "Y" + typed[:at-1] + "X" + typed[at:]
	p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":"`+want+`"}]}`)
	if n := strings.Count(p.All(), "What should be said?"); n != 1 {
		t.Errorf("the question stands %d times, want once:\n%s", n, p.All())
	}
}

const token = `{"questions":[{"id":"token","question":"Token?","secret":true},{"id":"next","question":"Next?"}]}`

func TestSecret_isTypedWithoutEcho(t *testing.T) {
	for name, plain := range map[string]string{"drawn": "false", "plain": "true"} {
		t.Run(name, func(t *testing.T) {
			p := start(t, strings.TrimSuffix(token, "}")+`,"Plain":`+plain+`}`)
			p.See("Token?")
			p.See("not shown")
			p.Send("hunter2密\x7f码" + enterSent)
			p.See("Next?")
			if strings.Contains(p.Raw(), "hunter") || strings.Contains(p.Raw(), "码") {
				t.Errorf("the secret was written: %q", p.Raw())
			}
			p.Send("\x04")
			p.wantCode(8, "token: (not shown)")
			if strings.Contains(p.Raw(), "hunter") {
				t.Errorf("the secret was written: %q", p.Raw())
			}
		})
	}
}

func TestSecret_reachesTheAnswer(t *testing.T) {
	p := start(t, `{"questions":[{"id":"token","question":"Token?","secret":true}]}`)
	p.See("Token?")
	p.Send(enterSent)
	p.See("A blank line is no answer.")
	p.Send("hunter2密\x7f码" + enterSent)
	p.want(0, `{"answers":[{"id":"token","selected":[],"custom":"hunter2码"}]}`)
}
