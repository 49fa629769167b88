package prompt

import (
	"context"
	"errors"
	"slices"
	"time"

	"standin/internal/terminal"
)

// How long to wait for the rest of something that came in part.
const (
	escapeWait = 60 * time.Millisecond // the rest of a sequence
	burstWait  = 25 * time.Millisecond // what follows a line end in a paste without brackets
	pasteWait  = 10 * time.Second      // the rest of a bracketed paste
)

// nothingMatches stands below a list as long as its filter matches nothing.
const nothingMatches = "Nothing matches: Backspace or Ctrl-W changes the filter."

// errMenu: Esc was pressed in a text.
var errMenu = errors.New("menu")

// input is the keyboard that survey reads. One Read returns one key. Before it
// waits for the next, it has the canvas painted, so that what survey draws in
// answer to a key is on the screen before the next one is taken.
type input struct {
	ctx    context.Context
	term   *terminal.Terminal
	canvas *canvas
	list   bool // a list, not a text
	many   bool // a list to tick in
	hint   string
	start  int // the column at which a text begins, once read
	read   bool

	paint   func() error // shows the canvas
	fit     func()       // the size has changed
	resumed func() error // the screen may be gone
	view    func() error // Ctrl-O

	keys  decoder
	queue []key
	bytes []byte // of the key that is being read
}

// Fd implements survey's FileReader with no descriptor at all.
func (in *input) Fd() uintptr { return ^uintptr(0) }

// Read implements [io.Reader] for survey. Its errors end the prompt.
func (in *input) Read(p []byte) (int, error) {
	if len(in.canvas.reply) > 0 {
		n := copy(p, in.canvas.reply)
		in.canvas.reply = in.canvas.reply[n:]
		return n, nil
	}
	if !in.read {
		in.read, in.start = true, in.canvas.col
	}
	for len(in.bytes) == 0 {
		if len(in.queue) == 0 {
			if err := in.wait(); err != nil {
				return 0, err
			}
			continue
		}
		k := in.queue[0]
		in.queue = in.queue[1:]
		if err := in.take(k); err != nil {
			return 0, err
		}
	}
	n := copy(p, in.bytes)
	in.bytes = in.bytes[n:]
	return n, nil
}

// wait paints and fills the queue with what is typed next.
func (in *input) wait() error {
	if err := in.paint(); err != nil {
		return err
	}
	wait := time.Duration(-1)
	switch {
	case in.keys.pasting():
		wait = pasteWait
	case in.keys.waiting():
		wait = escapeWait
	}
	e, err := in.term.Next(in.ctx, wait)
	if err != nil {
		return err
	}
	switch e.Kind {
	case terminal.Input:
		in.hint = ""
		return in.gather(e.Data)
	case terminal.Nothing:
		if in.keys.pasting() {
			in.hint = "A paste that did not end is not used."
		}
		in.queue = append(in.queue, in.keys.flush()...)
	default:
		return in.changed(e)
	}
	return nil
}

// changed deals with a resize, a suspend and a resume.
func (in *input) changed(e terminal.Event) error {
	if e.Kind == terminal.Suspend {
		if err := in.resumed(); err != nil {
			return err
		}
		var err error
		if e, err = in.term.Suspend(); err != nil {
			return err
		}
	}
	if e.Kind == terminal.Resumed {
		if err := in.resumed(); err != nil {
			return err
		}
	}
	in.fit()
	if in.list {
		in.bytes = []byte{0} // a key that means nothing: survey draws again
	}
	return nil
}

// gather decodes data together with what follows at once, and takes for pasted
// what no person can have typed: the line ends in it are part of the text, and a
// list takes none of it.
func (in *input) gather(data []byte) error {
	keys := in.keys.feed(data)
	for ends(keys) {
		e, err := in.term.Next(in.ctx, burstWait)
		if err != nil {
			return err
		}
		if e.Kind == terminal.Nothing {
			break
		}
		if e.Kind != terminal.Input {
			if err := in.changed(e); err != nil {
				return err
			}
			continue
		}
		keys = append(keys, in.keys.feed(e.Data)...)
	}
	keys, pasted := settle(keys)
	if in.list && pasted {
		in.hint = "A paste is not used here: choose with the arrow keys, or type to filter."
		return nil
	}
	in.queue = append(in.queue, keys...)
	return nil
}

// settle turns the line ends of one burst that belong to a pasted text into such,
// and reports whether there was a paste. Without brackets a paste shows by the
// text that stands behind a line end, unless an arrow key was pressed before it.
// With brackets, a second end of one paste says that its text held the first one.
func settle(keys []key) (burst []key, pasted bool) {
	over := -1
	for i, k := range keys {
		if k.kind == pasteOver {
			over = i
		}
	}
	typed := false
	for i, k := range keys {
		switch k.kind {
		case paste:
			pasted = true
		case pasteOver:
			pasted = true
			continue
		case move:
			typed = typed || len(k.text) > 1
		case enterKey:
			if i < over || !typed && followed(keys[i+1:]) {
				k.kind, pasted = newline, true
			}
		}
		burst = append(burst, k)
	}
	return burst, pasted
}

// ends reports whether the last of keys ends a line.
func ends(keys []key) bool { return len(keys) > 0 && keys[len(keys)-1].kind == enterKey }

// followed reports whether text comes next, after any number of line ends.
func followed(keys []key) bool {
	i := slices.IndexFunc(keys, func(k key) bool { return k.kind != enterKey })
	return i >= 0 && (keys[i].kind == letter || keys[i].kind == paste)
}

// take turns one key into what survey reads, or into the end of the prompt.
func (in *input) take(k key) error {
	switch k.kind {
	case endKey:
		return errRefused
	case interrupt:
		return terminal.ErrInterrupt
	case viewKey:
		return in.view()
	case escapeKey:
		if !in.list {
			return errMenu
		}
	case newline:
		if !in.list {
			in.bytes = []byte(stand("\n"))
		}
	case paste:
		in.bytes = []byte(stand(k.text))
	case enterKey:
		if in.list && !in.matches() {
			return nil
		}
		in.queue, in.bytes = nil, []byte("\r")
	case letter:
		if k.text == " " && in.many && !in.matches() {
			return nil
		}
		in.bytes = []byte(k.text)
	case move:
		if in.list && !in.matches() && !edits(k.text) {
			return nil
		}
		in.bytes = []byte(k.text)
	}
	return nil
}

// edits reports whether a key that moves or deletes changes the filter.
func edits(k string) bool { return k == "\b" || k == "\x7f" || k == "\x17" || k == "\x18" }

// matches reports whether the list shows an entry.
func (in *input) matches() bool {
	rows, _ := in.canvas.content()
	for _, row := range rows[min(1, len(rows)):] {
		if len(row) > 0 {
			return true
		}
	}
	return false
}
