package prompt

import (
	"testing"

	"standin/internal/terminal/measure"
)

// FuzzLay checks what the painting relies on: no row is wider than the terminal
// or there are more of them than it has, and the cursor stands on one.
func FuzzLay(f *testing.F) {
	f.Add("? Which?  [hint]\n> wide 東京 label that goes on\n  two\n", "keys, more keys", true, 1, 20, 5)
	f.Add("? Text: a\U0001300Ab東e\u0301", "", false, 0, 9, 3)
	f.Fuzz(func(t *testing.T, drawn, footer string, list bool, row, columns, height int) {
		columns, height, row = 3+abs(columns)%200, 2+abs(height)%100, abs(row)%40
		c := &canvas{}
		_, _ = c.Write([]byte(drawn))
		c.row = row
		b := lay(c, []string{shown(footer)}, list, 7, columns, height)
		if len(b.rows) > max(1, height-1) {
			t.Errorf("%d rows on a terminal of %d", len(b.rows), height)
		}
		for _, r := range b.rows {
			if w := measure.Width(join(r)); w >= columns {
				t.Errorf("a row of %d columns on a terminal of %d: %q", w, columns, join(r))
			}
		}
		if b.row < 0 || b.row >= max(1, len(b.rows)) || b.col < 0 || b.col >= columns {
			t.Errorf("the cursor is at %d, %d in %d rows", b.row, b.col, len(b.rows))
		}
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

// FuzzDecoder checks that any bytes become keys without a fault, and that a
// flush leaves nothing behind.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte("a\x1b[B\x1b[200~x\ny\x1b[201~\x1b"))
	f.Add([]byte("\x1bO\x1b[\x1b]0;x\x07\xe6\x9d"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var d decoder
		for _, b := range data {
			for _, k := range d.feed([]byte{b}) {
				if k.kind == letter && k.text == "" {
					t.Error("an empty letter")
				}
			}
		}
		d.flush()
		if d.waiting() {
			t.Error("something waits behind a flush")
		}
	})
}
