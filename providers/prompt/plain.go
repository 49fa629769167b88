package prompt

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"standin/internal/terminal"
	"standin/internal/terminal/measure"
)

// plain is the face of numbered lines. It writes no escape sequence, and the
// terminal itself echoes and edits what is typed. Options have numbers; whatever
// else can be done has a word that begins with a slash, and a line that is just
// such a word is never an answer.
type plain struct {
	ctx    context.Context
	term   *terminal.Terminal
	reader lineReader
}

// word returns what is typed for an act.
func (a act) word() string {
	switch a {
	case writeOther:
		return "/other"
	case skip:
		return "/skip"
	case refuse:
		return "/cancel"
	case readAll:
		return "/read"
	case again:
		return "/back"
	case writeLines:
		return "/lines"
	}
	return ""
}

func (p *plain) begin() error {
	p.reader = lineReader{ctx: p.ctx, term: p.term}
	return p.term.SetMode(terminal.Lines)
}

func (p *plain) drop() { p.reader.drop() }

func (p *plain) show(text string, _ bool) error { return p.reader.say(text + "\n") }

func (p *plain) end(why string) {
	if why != "" {
		p.drop() // a line that was begun is not the next reader's
		_ = p.reader.say("\n(" + why + ")\n")
	}
}

func (p *plain) page(text string) error { return pages(&p.reader, text) }

// list prints the question with its options, numbered, and what else there is.
func (p *plain) list(a ask, entries []entry, how string) error {
	var b strings.Builder
	b.WriteString(a.message + "\n")
	for i, e := range entries {
		if e.act.word() != "" {
			continue
		}
		fmt.Fprintf(&b, "  %d. %s", i+1, e.label)
		if e.about != "" {
			b.WriteString(" - " + e.about)
		}
		b.WriteByte('\n')
	}
	p.help(&b, how, entries)
	if a.hint != "" {
		b.WriteString(a.hint + "\n")
	}
	return p.reader.say(b.String())
}

// help writes how to answer, and the words that mean something else.
func (p *plain) help(b *strings.Builder, how string, entries []entry) {
	columns, _ := p.term.Size()
	for _, row := range measure.Wrap(how+" Or one of these words:", columns) {
		b.WriteString(row + "\n")
	}
	for _, e := range entries {
		if w := e.act.word(); w != "" {
			about := e.about
			switch {
			case about == "":
				about = strings.ToLower(e.label)
			case e.act == readAll:
				about = strings.ToLower(e.label) + " (" + about + ")"
			}
			fmt.Fprintf(b, "  %-8s %s\n", w, about)
		}
	}
}

func (p *plain) choose(a ask, entries []entry, _ int) (int, error) {
	const how = "Type the number of your choice and press Enter."
	if err := p.list(a, entries, how); err != nil {
		return 0, err
	}
	for {
		line, err := p.reader.line("> ")
		if err != nil && !errors.Is(err, errLong) {
			return 0, err
		}
		at, hint := pick(entries, line)
		if hint == "" {
			p.reader.drop()
			if entries[at].act == takeOption && !a.secret {
				err = p.reader.say("Answer: " + entries[at].label + "\n")
			}
			return at, err
		}
		if err := p.reader.say(hint + " " + how + "\n"); err != nil {
			return 0, err
		}
	}
}

func (p *plain) tick(a ask, entries []entry, _ []int) ([]int, error) {
	const how = "Type the numbers of your choice, such as 1 2, and press Enter."
	if err := p.list(a, entries, how); err != nil {
		return nil, err
	}
	for {
		line, err := p.reader.line("> ")
		if err != nil && !errors.Is(err, errLong) {
			return nil, err
		}
		at, hint := pickSeveral(entries, line)
		if hint == "" {
			p.reader.drop()
			return at, p.chosen(a, entries, at)
		}
		if err := p.reader.say(hint + " " + how + "\n"); err != nil {
			return nil, err
		}
	}
}

func (p *plain) chosen(a ask, entries []entry, at []int) error {
	var labels []string
	for _, i := range at {
		if entries[i].act == takeOption {
			labels = append(labels, entries[i].label)
		}
	}
	if len(labels) == 0 || a.secret {
		return nil
	}
	return p.reader.say("Answer: " + strings.Join(labels, ", ") + "\n")
}
