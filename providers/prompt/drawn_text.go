package prompt

import (
	"fmt"
	"strings"

	"github.com/AlecAivazis/survey/v2"

	"standin/seam"
)

func (d *drawn) write(a ask, offers []act) (string, act, error) {
	refill := ""
	for {
		text, err := d.line(a, refill, a.secret)
		if err == nil {
			return text, enter, nil
		}
		if err != errMenu {
			return "", 0, err
		}
		refill = d.canvas.typed(d.input.start)
		if a.secret {
			refill = ""
		}
		if err := d.erase(); err != nil {
			return "", 0, err
		}
		what, err := d.menu(a, offers)
		if err != nil {
			return "", 0, err
		}
		switch what {
		case enter:
			continue
		case writeLines:
			text, err := d.lines(a, unstand(refill))
			if err != errMenu {
				return text, enter, err
			}
			refill = stand(text)
		default:
			return "", what, nil
		}
	}
}

// line asks for a text that Enter ends.
func (d *drawn) line(a ask, refill string, secret bool) (string, error) {
	var text string
	st := style{refill: refill, keys: "Enter sends, Alt-Enter adds a line, Esc offers to skip and more, Ctrl-D cancels"}
	p := survey.Prompt(&survey.Input{Message: a.message})
	if secret {
		st.secret = true
		st.keys = "What you type is not shown. Enter sends, Esc offers to skip, Ctrl-D cancels"
		p = &survey.Password{Message: a.message}
	}
	if err := d.run(a, p, &text, st, survey.WithShowCursor(true)); err != nil {
		return "", err
	}
	text = unstand(text)
	if seam.Blank(text) {
		return "", d.erase()
	}
	return text, d.commit(secret)
}

// menu offers what else can be done than typing a text.
func (d *drawn) menu(a ask, offers []act) (act, error) {
	typing := entry{act: enter, label: "Type an answer", about: "back to the text"}
	entries := []entry{typing}
	for _, o := range offers {
		entries = append(entries, o.entry(a.batch))
	}
	a.hint, a.detail, a.secret = "", "", false
	at, err := d.choose(a, entries, 0)
	if err != nil {
		return 0, err
	}
	return entries[at].act, nil
}

// begun shows the question, whose place the lines take, and the lines so far.
func (d *drawn) begun(message string, all []string) error {
	so := [][]span{{{"? ", "\x1b[1;92m"}, {message, "\x1b[1m"}}}
	for i, line := range all {
		so = append(so, []span{{fmt.Sprintf("  line %d: ", i+1), "\x1b[1m"}, {shown(line), "\x1b[36m"}})
	}
	columns, _ := d.term.Size()
	return d.last(few(so, columns), columns)
}

// lines asks for a text of several lines. Esc ends it with errMenu and the text
// so far.
func (d *drawn) lines(a ask, begun string) (string, error) {
	var all []string
	if begun != "" {
		all = strings.Split(begun, "\n")
	}
	if err := d.begun(a.message, all); err != nil {
		return "", err
	}
	for {
		var text string
		d.fresh = true // the next line may have been begun already
		st := style{keys: "A line with a single dot ends the text, Esc goes back, Ctrl-D cancels"}
		p := &survey.Input{Message: fmt.Sprintf("line %d:", len(all)+1)}
		err := d.run(ask{message: p.Message}, p, &text, st, survey.WithShowCursor(true))
		switch {
		case err == errMenu:
			if more := d.canvas.typed(d.input.start); more != "" {
				all = append(all, unstand(more))
			}
			return strings.Join(all, "\n"), errMenu
		case err != nil:
			return "", err
		}
		if err := d.commit(false); err != nil {
			return "", err
		}
		all = append(all, strings.Split(unstand(text), "\n")...)
		if all[len(all)-1] == "." {
			return strings.Join(all[:len(all)-1], "\n"), nil
		}
	}
}
