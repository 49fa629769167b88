package prompt

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/AlecAivazis/survey/v2"

	"standin/internal/terminal"
	"standin/seam"
)

// drawn is the face that survey draws.
type drawn struct {
	ctx    context.Context
	term   *terminal.Terminal
	screen *screen
	pager  string

	fresh bool // nothing was asked since the last drop

	// Of the prompt that is under way or was the last:
	message string
	canvas  *canvas
	input   *input
}

func newDrawn(ctx context.Context, t *terminal.Terminal, colour bool, pager string) *drawn {
	return &drawn{ctx: ctx, term: t, screen: &screen{out: t, colour: colour}, pager: pager}
}

func (d *drawn) begin() error { return d.term.SetMode(terminal.Keys) }

func (d *drawn) drop() {
	d.term.DropInput()
	d.fresh = true
}

func (d *drawn) show(text string, title bool) error {
	if title && d.screen.colour {
		text = "\x1b[1m" + text + "\x1b[0m"
	}
	_, err := io.WriteString(d.term, text+"\n")
	return err
}

// style is how a prompt behaves and what stands below it.
type style struct {
	list, many bool
	secret     bool
	indent     int    // of the second row of an entry
	keys       string // what the keys do
	refill     string // typed already
	page       *int   // the entries of a page, for survey
}

// run has survey ask. What it has drawn at the end stays on the screen until
// commit, erase or end.
func (d *drawn) run(a ask, p survey.Prompt, answer any, st style, opts ...survey.AskOpt) error {
	if !d.fresh {
		d.term.DropInput()
	}
	d.fresh = false
	c := &canvas{}
	in := &input{
		ctx: d.ctx, term: d.term, canvas: c,
		list: st.list, many: st.many, hint: a.hint, bytes: []byte(st.refill),
	}
	d.message, d.canvas, d.input = a.message, c, in
	if a.detail != "" {
		st.keys += fmt.Sprintf(", Ctrl-O reads all of it (%s)", count(a.detail))
	}
	in.paint = func() error {
		c.frozen = st.secret
		footer := []string{st.keys}
		if in.hint != "" {
			footer = []string{in.hint, st.keys}
		}
		columns, rows := d.term.Size()
		return d.screen.paint(lay(c, footer, st.list, st.indent, columns, rows), columns)
	}
	in.fit = func() {
		if st.page != nil {
			*st.page = d.pageSize()
		}
	}
	in.fit()
	in.resumed = d.screen.leave
	in.view = func() error {
		if a.detail == "" {
			return nil
		}
		return d.page(a.detail)
	}
	return survey.AskOne(p, answer, append(opts, survey.WithStdio(in, c, io.Discard))...)
}

// pageSize leaves room for the question and the keys.
func (d *drawn) pageSize() int {
	_, rows := d.term.Size()
	return max(3, rows-6)
}

// commit leaves on the screen what survey has drawn at the end, and not more of
// it than a few rows. A secret is not shown.
func (d *drawn) commit(secret bool) error {
	columns, _ := d.term.Size()
	content, _ := d.canvas.content()
	var rows [][]span
	for _, spans := range content {
		if len(spans) > 0 {
			rows = append(rows, flow(spans, max(1, columns-1), 0)...)
		}
	}
	const most = 8
	if len(rows) > most {
		rows = append(rows[:most:most], []span{{fmt.Sprintf("… and %d rows more", len(rows)-most), dim}})
	}
	if secret {
		rows = d.question("not shown", columns)
	}
	return d.last(rows, columns)
}

// end implements face.
func (d *drawn) end(why string) {
	if d.screen.painted == 0 || why == "" {
		d.screen.forget()
		return
	}
	columns, _ := d.term.Size()
	_ = d.last(d.question(why, columns), columns)
}

// question returns the rows of the question alone, with a remark behind it.
func (d *drawn) question(remark string, columns int) [][]span {
	return flow([]span{{"? ", "\x1b[1;92m"}, {d.message, "\x1b[1m"}, {" (" + remark + ")", dim}}, max(1, columns-1), 0)
}

func (d *drawn) last(rows [][]span, columns int) error {
	if err := d.screen.paint(block{rows: rows, row: max(0, len(rows)-1), cursor: true}, columns); err != nil {
		return err
	}
	return d.screen.leave()
}

func (d *drawn) erase() error {
	columns, _ := d.term.Size()
	return d.screen.erase(columns)
}

// listOptions are survey's settings for a list of entries.
func listOptions(entries []entry) []survey.AskOpt {
	return []survey.AskOpt{
		survey.WithKeepFilter(true),
		survey.WithFilter(func(filter, _ string, at int) bool {
			return strings.Contains(strings.ToLower(entries[at].label), strings.ToLower(filter))
		}),
	}
}

func labels(entries []entry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.label
	}
	return out
}

func (d *drawn) choose(a ask, entries []entry, start int) (int, error) {
	p := &survey.Select{
		Message: a.message, Options: labels(entries), Default: start,
		Description: func(_ string, at int) string { return entries[at].about },
	}
	var chosen survey.OptionAnswer
	err := d.run(a, p, &chosen, style{
		list: true, indent: 2, page: &p.PageSize,
		keys: "Enter chooses, Ctrl-D cancels",
	}, listOptions(entries)...)
	if err != nil {
		return 0, err
	}
	switch entries[chosen.Index].act {
	case takeOption, writeOther, skip, refuse:
		return chosen.Index, d.commit(a.secret)
	}
	return chosen.Index, d.erase()
}

func (d *drawn) tick(a ask, all []entry, ticked []int) ([]int, error) {
	var entries []entry
	for _, e := range all {
		if e.act == takeOption || e.act == writeOther {
			entries = append(entries, e)
		}
	}
	p := &survey.MultiSelect{
		Message: a.message, Options: labels(entries), Default: ticked,
		Description: func(_ string, at int) string { return entries[at].about },
	}
	var chosen []survey.OptionAnswer
	err := d.run(a, p, &chosen, style{
		list: true, many: true, indent: 7, page: &p.PageSize,
		keys: "Enter answers with what is ticked, or offers to skip; Ctrl-D cancels",
	}, listOptions(entries)...)
	if err != nil {
		return nil, err
	}
	at := make([]int, len(chosen))
	for i, c := range chosen {
		at[i] = c.Index
	}
	if len(at) == 0 {
		return at, d.erase()
	}
	return at, d.commit(a.secret)
}

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

// lines asks for a text of several lines. Esc ends it with errMenu and the text
// so far.
func (d *drawn) lines(a ask, begun string) (string, error) {
	var all []string
	if begun != "" {
		all = strings.Split(begun, "\n")
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
