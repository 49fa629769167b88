package prompt

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"standin/internal/terminal"
	"standin/internal/terminal/measure"
	"standin/internal/terminal/sanitise"
	"standin/seam"
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
			if e.act == readAll || about == "" {
				about = strings.TrimSpace(strings.ToLower(e.label) + " " + about)
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

// pick returns the entry that a line means: by its number, also written #2, by
// its word, or by an option's whole label. Where it means none, or a number that
// is another option's label, hint says so.
func pick(entries []entry, line string) (at int, hint string) {
	line = strings.TrimSpace(line)
	if line == "" {
		return 0, "An empty line is no answer."
	}
	number, byNumber := -1, false
	if n, err := strconv.Atoi(strings.TrimPrefix(line, "#")); err == nil && n >= 1 && n <= len(entries) && entries[n-1].act.word() == "" {
		number, byNumber = n-1, true
	}
	label := slices.IndexFunc(entries, func(e entry) bool { return e.act.word() == "" && e.label == line })
	word := slices.IndexFunc(entries, func(e entry) bool { return e.act.word() == line })
	switch {
	case word >= 0:
		return word, ""
	case byNumber && label >= 0 && label != number:
		return 0, fmt.Sprintf("%s is the number of one option and the label of another: type #%d or #%d.", line, number+1, label+1)
	case byNumber:
		return number, ""
	case label >= 0:
		return label, ""
	}
	return 0, fmt.Sprintf("There is no %q here.", sanitise.Line(line))
}

// pickSeveral returns the entries that a line means, in their order: either
// several options, with writeOther among them or not, or one other entry.
func pickSeveral(entries []entry, line string) (at []int, hint string) {
	if i, hint := pick(entries, line); hint == "" {
		return []int{i}, ""
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(words) == 0 {
		return nil, "An empty line is no answer."
	}
	for _, w := range words {
		i, hint := pick(entries, w)
		if hint != "" {
			return nil, hint
		}
		if act := entries[i].act; act != takeOption && act != writeOther {
			return nil, fmt.Sprintf("%s stands alone on a line.", w)
		}
		at = append(at, i)
	}
	slices.Sort(at)
	return slices.Compact(at), ""
}

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
