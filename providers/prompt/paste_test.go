//go:build unix

package prompt

import "testing"

func TestPaste_aListTakesNoneOfIt(t *testing.T) {
	for name, keys := range map[string]string{
		"lines without brackets":            "Yes\nNo\n",
		"in brackets":                       "\x1b[200~No\n\x1b[201~",
		"in brackets, and Enter with it":    "\x1b[200~No\x1b[201~\r",
		"a text that ends its own brackets": "\x1b[200~\x1b[201~\r\x1b[201~",
		"such a text in two parts":          "\x1b[200~x\x1b[201~" + down + "\r\x1b[201~",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, `{"questions":[{"id":"q","question":"Sure?","options":[{"label":"Yes"},{"label":"No"}]}]}`)
			p.See("> Yes")
			p.Send(keys)
			p.See("A paste is not used here")
			p.Send(down)
			p.See("> No")
			p.Send(enterSent)
			p.want(0, `{"answers":[{"id":"q","selected":["No"]}]}`)
		})
	}
}

func TestPaste_aTextThatEndsItsOwnBracketsSendsNothing(t *testing.T) {
	p := start(t, notes)
	p.See("What should be said?")
	p.Send("\x1b[200~one\x1b[201~\r\x1b[201~")
	p.Send("two")
	p.See("two")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"notes","selected":[],"custom":"one\ntwo"}]}`)
}

func TestPaste_keysBehindAnArrowAndEnterAreNone(t *testing.T) {
	p := start(t, `{"questions":[{"id":"q","question":"First?","options":[{"label":"Yes"},{"label":"No"}]},{"id":"b","question":"Second?"}]}`)
	p.See("> Yes")
	p.Send(down + "\rtyped too early\r")
	p.See("Second?")
	p.Send("in time" + enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["No"]},{"id":"b","selected":[],"custom":"in time"}]}`)
}
