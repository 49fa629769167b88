package prompt

import (
	"fmt"
	"io"
	"strings"

	"standin/internal/terminal/measure"
)

// screen paints one block of rows at the place where the cursor was, over and
// over, and leaves it there at the end. Every row fits, so the terminal never
// wraps one, and between two paintings the cursor stands where the way back to
// the block's first row is known even when the terminal's size has changed.
type screen struct {
	out    io.Writer
	colour bool

	painted int   // rows of the block, 0 for none
	at      int   // the row of the block that the cursor stands on
	widths  []int // columns of the rows down to the cursor's
}

// block is what is painted.
type block struct {
	rows     [][]span
	row, col int  // of the cursor
	cursor   bool // shows the cursor; else it waits at the block's first row
}

// paint replaces the block. It may be called with the new width after a resize.
func (s *screen) paint(b block, width int) error {
	var out strings.Builder
	out.WriteString("\x1b[?25l\x1b[?7l")
	s.top(&out, width)
	s.widths = s.widths[:0]
	for i, row := range b.rows {
		if i > 0 {
			out.WriteString("\n")
		}
		columns := 0
		for _, sp := range row {
			columns += measure.Width(sp.text)
			s.write(&out, sp)
		}
		if i < b.row {
			s.widths = append(s.widths, columns)
		}
	}
	s.painted, s.at = len(b.rows), len(b.rows)-1
	row, col := b.row, b.col
	if !b.cursor {
		row, col, s.widths = 0, 0, s.widths[:0]
	}
	if up := s.at - row; up > 0 {
		fmt.Fprintf(&out, "\x1b[%dA", up)
	}
	out.WriteByte('\r')
	if col > 0 {
		fmt.Fprintf(&out, "\x1b[%dC", col)
	}
	s.at, s.widths = row, append(s.widths, col)
	out.WriteString("\x1b[?7h")
	if b.cursor {
		out.WriteString("\x1b[?25h")
	}
	_, err := io.WriteString(s.out, out.String())
	return err
}

func (s *screen) write(out *strings.Builder, sp span) {
	if sp.style == "" || !s.colour {
		out.WriteString(sp.text)
		return
	}
	out.WriteString(sp.style + sp.text + "\x1b[0m")
}

// top goes to the block's first row and clears from there. Rows above the cursor
// that are wider than the terminal has become are taken to be wrapped by it, as
// most terminals do.
func (s *screen) top(out *strings.Builder, width int) {
	up := s.at
	for i, w := range s.widths {
		if i == s.at && w == width {
			w-- // a cursor at the very end has not wrapped
		}
		up += max(0, w-1) / width
	}
	if s.painted > 0 && up > 0 {
		fmt.Fprintf(out, "\x1b[%dA", up)
	}
	out.WriteString("\r\x1b[J")
}

// erase takes the block off the screen.
func (s *screen) erase(width int) error {
	var out strings.Builder
	s.top(&out, width)
	s.forget()
	_, err := io.WriteString(s.out, out.String())
	return err
}

// leave goes below the block and lets it stand.
func (s *screen) leave() error {
	if s.painted == 0 {
		return nil
	}
	var out strings.Builder
	if down := s.painted - 1 - s.at; down > 0 {
		fmt.Fprintf(&out, "\x1b[%dB", down)
	}
	out.WriteString("\n\x1b[?25h")
	s.forget()
	_, err := io.WriteString(s.out, out.String())
	return err
}

func (s *screen) forget() { s.painted, s.at, s.widths = 0, 0, s.widths[:0] }
