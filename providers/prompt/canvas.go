package prompt

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/AlecAivazis/survey/v2/terminal"
)

// canvas is the terminal that survey draws on: rows of cells without a right
// margin, so that nothing survey counts on ever wraps. It answers the cursor
// query of survey itself. It knows the sequences that survey writes and drops
// every other.
type canvas struct {
	rows       [][]cell
	row, col   int
	saved      [2]int
	style      string
	hidden     bool // the cursor
	incomplete []byte
	reply      []byte // to a cursor query, not read yet
	frozen     bool   // what is written now is never shown: a secret
}

// cell is one column. A character of two columns leaves the second one empty.
type cell struct {
	text  string
	style string
}

// edge is the size that survey is told. No text gets there.
const edge = 30000

// Fd implements survey's FileWriter with no descriptor at all, so that survey
// neither measures nor changes the real terminal.
func (c *canvas) Fd() uintptr { return ^uintptr(0) }

// Write implements [io.Writer].
func (c *canvas) Write(p []byte) (int, error) {
	n := len(p)
	if c.frozen {
		if bytes.Contains(p, []byte("\x1b[6n")) {
			c.control("6", 'n')
		}
		return n, nil
	}
	p = append(c.incomplete, p...)
	for len(p) > 0 {
		used := c.step(p)
		if used == 0 {
			break
		}
		p = p[used:]
	}
	c.incomplete = append([]byte(nil), p...)
	return n, nil
}

// step takes one character or sequence off p and returns its length, 0 where it
// is not complete.
func (c *canvas) step(p []byte) int {
	switch p[0] {
	case '\x1b':
		return c.escape(p)
	case '\n':
		c.row, c.col = c.row+1, 0
		return 1
	case '\r':
		c.col = 0
		return 1
	}
	if p[0] < 0x20 || p[0] == 0x7f {
		return 1
	}
	if !utf8.FullRune(p) {
		return 0
	}
	_, size := utf8.DecodeRune(p)
	c.put(string(p[:size]))
	return size
}

func (c *canvas) escape(p []byte) int {
	if len(p) < 2 {
		return 0
	}
	switch p[1] {
	case '7':
		c.saved = [2]int{c.row, c.col}
		return 2
	case '8':
		c.row, c.col = c.saved[0], c.saved[1]
		return 2
	case '[':
	default:
		return 2
	}
	end := 2 + bytes.IndexFunc(p[2:], func(r rune) bool { return r >= 0x40 && r <= 0x7e })
	if end < 2 {
		return 0
	}
	c.control(string(p[2:end]), p[end])
	return end + 1
}

func (c *canvas) control(params string, final byte) {
	var n, m int
	_, _ = fmt.Sscanf(params, "%d;%d", &n, &m)
	switch final {
	case 'A':
		c.row = max(0, c.row-n)
	case 'B':
		c.row += n
	case 'C':
		c.col += n
	case 'D':
		c.col = max(0, c.col-n)
	case 'G':
		c.col = max(0, n-1)
	case 'K':
		c.erase(n)
	case 'm':
		c.style = "\x1b[" + params + "m"
		if strings.Trim(params, "0;") == "" {
			c.style = ""
		}
	case 'f':
		c.row, c.col = n, m
	case 'n':
		// Where survey has sent the cursor beyond everything it asks for the size.
		row, col := c.row+1, c.col+1
		if row == 1000 && col == 1000 {
			row, col = edge, edge
		}
		c.reply = fmt.Appendf(nil, "\x1b[%d;%dR", row, col)
	case 'h', 'l':
		if params == "?25" {
			c.hidden = final == 'l'
		}
	}
}

func (c *canvas) line() *[]cell {
	for len(c.rows) <= c.row {
		c.rows = append(c.rows, nil)
	}
	return &c.rows[c.row]
}

func (c *canvas) erase(mode int) {
	if c.row >= len(c.rows) {
		return
	}
	line := c.line()
	switch {
	case mode == 2:
		*line = nil
	case mode == 0 && c.col < len(*line):
		*line = (*line)[:c.col]
	}
}

// put writes one character, with the width that survey believes it has.
func (c *canvas) put(text string) {
	line := c.line()
	width := terminal.StringWidth(text)
	if width == 0 {
		if at := min(c.col, len(*line)) - 1; at >= 0 {
			(*line)[at].text += text
		}
		return
	}
	for len(*line) < c.col+width {
		*line = append(*line, cell{text: " "})
	}
	(*line)[c.col] = cell{text, c.style}
	for i := 1; i < width; i++ {
		(*line)[c.col+i] = cell{style: c.style}
	}
	c.col += width
}

// span is a piece of text in one style.
type span struct{ text, style string }

// content returns what is on each row, safe to print, without empty rows at the
// end. On the cursor's row the cursor stands before span at, or at the end.
func (c *canvas) content() (rows [][]span, at int) {
	for i, line := range c.rows {
		var spans []span
		cut := -1
		if i == c.row {
			cut = c.col
		}
		for j := 0; j < len(line); {
			if j == cut {
				at = len(spans)
			}
			end := j + 1
			for end < len(line) && end != cut && line[end].style == line[j].style {
				end++
			}
			var b strings.Builder
			for _, cell := range line[j:end] {
				b.WriteString(cell.text)
			}
			spans = append(spans, span{shown(b.String()), line[j].style})
			j = end
		}
		if i == c.row && cut >= len(line) {
			at = len(spans)
		}
		rows = append(rows, spans)
	}
	for len(rows) > c.row+1 && len(rows[len(rows)-1]) == 0 || len(rows) > 1 && len(rows[len(rows)-1]) == 0 && c.hidden {
		rows = rows[:len(rows)-1]
	}
	return rows, at
}

// typed returns the text on the first row from a column on, as survey has it.
func (c *canvas) typed(from int) string {
	if len(c.rows) == 0 || from >= len(c.rows[0]) {
		return ""
	}
	var b strings.Builder
	for _, cell := range c.rows[0][from:] {
		b.WriteString(cell.text)
	}
	return b.String()
}
