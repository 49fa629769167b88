package prompt

import (
	"strings"

	"standin/internal/terminal/measure"
)

// lay fits what is on a canvas, and the lines below it, to a terminal of so many
// columns and rows.
//
// A list keeps its question at the top, the entry under the cursor whole, and
// cuts other entries to two rows. What does not fit in height is left out as far
// from the cursor as possible. A text keeps its cursor in view.
func lay(c *canvas, footer []string, list bool, indent, columns, height int) block {
	width := max(1, columns-1)
	content, at := c.content()
	b := block{cursor: !list}
	question := 0 // rows of the question
	for i, spans := range content {
		hang := 0
		if list && i > 0 {
			hang = min(indent, width/2)
		}
		first := len(b.rows)
		rows := flow(spans, width, hang)
		if list && i > 0 && i != c.row && len(rows) > 2 {
			rows = append(rows[:1:1], cutRow(rows[1], width))
		}
		b.rows = append(b.rows, rows...)
		if i == c.row {
			b.row = first
			if !list {
				row, col := locate(spans, len(join(spans[:at])), width)
				b.row, b.col = first+row, col
			}
		}
		if i == 0 {
			question = len(b.rows)
		}
	}
	if c.row >= len(content) {
		b.row = max(0, len(b.rows)-1)
		if !list {
			b.rows = append(b.rows, nil)
			b.row = len(b.rows) - 1
		}
	}
	var below [][]span
	for _, line := range footer {
		below = append(below, flow([]span{{line, dim}}, width, 0)...)
	}
	return clip(b, below, question, list, max(1, height-1))
}

const dim = "\x1b[2m"

// clip leaves out rows until the block is at most height rows high: first the
// rows below, then rows far from the cursor.
func clip(b block, below [][]span, question int, list bool, height int) block {
	if len(b.rows)+len(below) <= height {
		b.rows = append(b.rows, below...)
		return b
	}
	if len(b.rows) <= height {
		b.rows = append(b.rows, below[:height-len(b.rows)]...)
		return b
	}
	keep := 0 // rows of the question
	if list {
		keep = min(question, height/2)
	}
	room := height - keep
	start := min(max(b.row-room/2, keep), len(b.rows)-room)
	if list {
		start = min(start, max(b.row, keep)) // the first row of a high entry
	}
	b.rows = append(b.rows[:keep:keep], b.rows[start:start+room]...)
	b.row = max(0, b.row-start+keep)
	return b
}

// flow breaks spans into rows; rows after the first are indented.
func flow(spans []span, width, hang int) [][]span {
	var rows [][]span
	for _, line := range lines(spans) {
		text := join(line)
		for i, r := range measure.Rows(text, width, width-hang) {
			row := piece(line, r.Start, r.End)
			if i > 0 && hang > 0 {
				row = append([]span{{text: strings.Repeat(" ", hang)}}, row...)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// locate returns the row and column of the place behind the first at bytes of
// the text of spans.
func locate(spans []span, at, width int) (row, col int) {
	for _, line := range lines(spans) {
		text := join(line)
		rows := measure.Rows(text, width, width)
		if at > len(text) {
			row, at = row+len(rows), at-len(text)-1 // and the line end
			continue
		}
		i := len(rows) - 1
		for i > 0 && at < rows[i].Start {
			i--
		}
		if col = measure.Width(text[rows[i].Start:at]); col > width {
			return row + i + 1, 0 // behind the space at a break
		}
		return row + i, col
	}
	return row, col
}

// lines splits spans at line ends. There is at least one line.
func lines(spans []span) [][]span {
	out := [][]span{nil}
	for _, s := range spans {
		for i, text := range strings.Split(s.text, "\n") {
			if i > 0 {
				out = append(out, nil)
			}
			if text != "" {
				out[len(out)-1] = append(out[len(out)-1], span{text, s.style})
			}
		}
	}
	return out
}

func join(spans []span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.text)
	}
	return b.String()
}

// piece returns the spans of the text from start to end.
func piece(spans []span, start, end int) []span {
	var out []span
	at := 0
	for _, s := range spans {
		from, to := max(start-at, 0), min(end-at, len(s.text))
		if from < to {
			out = append(out, span{s.text[from:to], s.style})
		}
		at += len(s.text)
	}
	return out
}

// cutRow ends a row with … for what was left out behind it.
func cutRow(row []span, width int) []span {
	text := join(row)
	cut := measure.Cut(text+"  ", min(measure.Width(text)+1, width))
	keep := len(strings.TrimSuffix(cut, "…"))
	return append(piece(row, 0, keep), span{text: "…"})
}
