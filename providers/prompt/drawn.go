package prompt

import (
	"context"
	"fmt"
	"io"

	"github.com/AlecAivazis/survey/v2"

	"standin/internal/terminal"
)

// drawn is the face that survey draws.
type drawn struct {
	ctx    context.Context
	term   *terminal.Terminal
	screen *screen
	pager  string

	fresh  bool // nothing was asked since the last drop
	paging bool // the whole text is being paged through

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
		switch {
		case in.hint != "":
			footer = []string{in.hint, st.keys}
		case st.list && !in.matches():
			footer = []string{nothingMatches, st.keys}
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
	if secret {
		return d.last(d.question("not shown", columns), columns)
	}
	return d.last(few(content, columns), columns)
}

// few returns lines in rows, and not more than a few of them.
func few(lines [][]span, columns int) [][]span {
	var rows [][]span
	for _, spans := range lines {
		if len(spans) > 0 {
			rows = append(rows, flow(spans, max(1, columns-1), 0)...)
		}
	}
	const most = 8
	if len(rows) > most {
		rows = append(rows[:most:most], []span{{fmt.Sprintf("… and %d rows more", len(rows)-most), dim}})
	}
	return rows
}

// end implements face.
func (d *drawn) end(why string) {
	if d.paging && why != "" {
		_ = d.term.SetMode(terminal.Keys) // whatever a pager has left
		_, _ = io.WriteString(d.term, "\n")
	} else if d.screen.painted == 0 || why == "" {
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
