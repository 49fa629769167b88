package prompt

import (
	"errors"
	"fmt"
	"strings"

	"standin/internal/terminal"
	"standin/seam"
)

func (p *plain) write(a ask, offers []act) (string, act, error) {
	mode := terminal.Lines
	how := "Type the answer and press Enter."
	if a.secret {
		mode, how = terminal.Hidden, "Type the answer, which is not shown, and press Enter."
	}
	var b strings.Builder
	if a.hint != "" {
		b.WriteString(a.hint + "\n")
	}
	b.WriteString(a.message + "\n")
	entries := make([]entry, len(offers))
	for i, o := range offers {
		entries[i] = o.entry(a.batch)
	}
	p.help(&b, how, entries)
	if err := p.term.SetMode(mode); err != nil {
		return "", 0, err
	}
	if err := p.reader.say(b.String()); err != nil {
		return "", 0, err
	}
	line, what, err := p.text(offers)
	if a.secret && err == nil {
		err = p.reader.say("\n")
	}
	if err == nil {
		err = p.term.SetMode(terminal.Lines)
	}
	return line, what, err
}

// text reads a line, or the lines of a paste, or what a word asks for.
func (p *plain) text(offers []act) (string, act, error) {
	for {
		line, err := p.reader.line("> ")
		if errors.Is(err, errLong) {
			if err := p.tooLong(); err != nil {
				return "", 0, err
			}
			continue
		}
		if err != nil {
			return "", 0, err
		}
		for _, o := range offers {
			if strings.TrimSpace(line) != o.word() {
				continue
			}
			if o != writeLines {
				p.reader.drop()
				return "", o, nil
			}
			text, err := p.several(nil)
			return text, enter, err
		}
		if seam.Blank(line) {
			return line, enter, nil
		}
		if more, err := p.reader.more(); !more || err != nil {
			return line, enter, err
		}
		text, err := p.several([]string{line})
		return text, enter, err
	}
}

// several reads lines up to one with a single dot.
func (p *plain) several(lines []string) (string, error) {
	if err := p.reader.say("Several lines: a line with a single dot ends them.\n"); err != nil {
		return "", err
	}
	for {
		line, err := p.reader.line("")
		switch {
		case errors.Is(err, errLong):
			if err := p.tooLong(); err != nil {
				return "", err
			}
		case err != nil:
			return "", err
		case line == ".":
			return strings.Join(lines, "\n"), nil
		default:
			lines = append(lines, line)
		}
	}
}

func (p *plain) tooLong() error {
	return p.reader.say(fmt.Sprintf("That line is not taken: a terminal keeps only %d bytes of a line. Break it into several.\n", lineMost))
}
