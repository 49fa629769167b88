//go:build unix

package ptytest

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Screen is a small terminal screen: what a person would see after some output.
// It knows the sequences that programs of this module write, and keeps the ones
// it does not know for a test to look at.
type Screen struct {
	cols, rows int
	cells      [][]string // a wide character leaves its second cell empty
	scrolled   []string   // rows that left at the top
	row, col   int
	saved      [2]int
	nowrap     bool
	pending    []byte

	Hidden  bool     // the cursor
	Unknown []string // sequences
}

// NewScreen returns an empty screen.
func NewScreen(cols, rows int) *Screen {
	s := &Screen{cols: cols, rows: rows}
	s.cells = make([][]string, rows)
	for i := range s.cells {
		s.cells[i] = s.blank()
	}
	return s
}

func (s *Screen) blank() []string {
	line := make([]string, s.cols)
	for i := range line {
		line[i] = " "
	}
	return line
}

// Resize cuts or widens every row, as a terminal without reflow does.
func (s *Screen) Resize(cols, rows int) {
	s.cols = cols
	for i, line := range s.cells {
		for len(line) < cols {
			line = append(line, " ")
		}
		s.cells[i] = line[:cols]
	}
	for len(s.cells) > rows && s.row >= rows {
		s.scroll()
		s.row--
		s.cells = s.cells[:len(s.cells)-1]
	}
	for len(s.cells) > rows {
		s.cells = s.cells[:len(s.cells)-1]
	}
	for len(s.cells) < rows {
		s.cells = append(s.cells, s.blank())
	}
	s.rows, s.col = rows, min(s.col, cols-1)
}

// Write implements [io.Writer].
func (s *Screen) Write(p []byte) (int, error) {
	n := len(p)
	p = append(s.pending, p...)
	for len(p) > 0 {
		used := s.step(p)
		if used == 0 {
			break
		}
		p = p[used:]
	}
	s.pending = append([]byte(nil), p...)
	return n, nil
}

func (s *Screen) step(p []byte) int {
	switch c := p[0]; {
	case c == '\x1b':
		return s.escape(p)
	case c == '\n':
		s.down()
		return 1
	case c == '\r':
		s.col = 0
		return 1
	case c == '\b':
		s.col = max(0, min(s.col, s.cols-1)-1)
		return 1
	case c == '\t':
		s.col = min(s.cols-1, (s.col/8+1)*8)
		return 1
	case c < 0x20 || c == 0x7f:
		return 1
	case !utf8.FullRune(p):
		return 0
	}
	_, size := utf8.DecodeRune(p)
	s.put(string(p[:size]))
	return size
}

func (s *Screen) put(text string) {
	width := uniseg.StringWidth(text)
	if at := min(s.col, s.cols) - 1; at >= 0 {
		if s.cells[s.row][at] == "" {
			at--
		}
		// What joins the character before it takes no cell of its own.
		if before := s.cells[s.row][at]; before != " " && uniseg.GraphemeClusterCount(before+text) == 1 {
			s.cells[s.row][at] += text
			return
		}
	}
	if width == 0 || width > s.cols {
		return
	}
	if s.col+width > s.cols {
		if s.nowrap {
			s.col = s.cols - width
		} else {
			s.col = 0
			s.down()
		}
	}
	s.cells[s.row][s.col] = text
	for i := 1; i < width; i++ {
		s.cells[s.row][s.col+i] = ""
	}
	s.col += width
}

func (s *Screen) down() {
	if s.row++; s.row == s.rows {
		s.scroll()
		s.row--
	}
}

func (s *Screen) scroll() {
	s.scrolled = append(s.scrolled, strings.TrimRight(strings.Join(s.cells[0], ""), " "))
	s.cells = append(s.cells[1:], s.blank())
}

func (s *Screen) escape(p []byte) int {
	if len(p) < 2 {
		return 0
	}
	switch p[1] {
	case '7':
		s.saved = [2]int{s.row, s.col}
		return 2
	case '8':
		s.row, s.col = s.saved[0], s.saved[1]
		return 2
	case '[':
	default:
		s.Unknown = append(s.Unknown, string(p[:2]))
		return 2
	}
	end := 2
	for end < len(p) && (p[end] < 0x40 || p[end] > 0x7e) {
		end++
	}
	if end == len(p) {
		return 0
	}
	s.control(string(p[2:end]), p[end])
	return end + 1
}

func (s *Screen) control(params string, final byte) {
	n, _ := strconv.Atoi(params)
	switch move := max(n, 1); final {
	case 'A':
		s.row = max(0, s.row-move)
	case 'B':
		s.row = min(s.rows-1, s.row+move)
	case 'C':
		s.col = min(s.cols-1, s.col+move)
	case 'D':
		s.col = max(0, s.col-move)
	case 'G':
		s.col = min(s.cols, move) - 1
	case 'J':
		s.clear(s.row, s.col)
		for i := s.row + 1; i < s.rows; i++ {
			s.clear(i, 0)
		}
	case 'K':
		s.clear(s.row, s.col)
	case 'm':
	case 'h', 'l':
		switch params {
		case "?25":
			s.Hidden = final == 'l'
		case "?7":
			s.nowrap = final == 'l'
		case "?2004":
		default:
			s.Unknown = append(s.Unknown, params+string(final))
		}
	default:
		s.Unknown = append(s.Unknown, params+string(final))
	}
}

func (s *Screen) clear(row, from int) {
	for i := from; i < s.cols; i++ {
		s.cells[row][i] = " "
	}
}

// Visible returns the rows on the screen, without blanks at their ends and
// without empty rows at the end.
func (s *Screen) Visible() string {
	return strings.TrimRight(strings.Join(s.lines(), "\n"), "\n")
}

// All returns the rows that have left at the top as well.
func (s *Screen) All() string {
	return strings.TrimRight(strings.Join(append(append([]string(nil), s.scrolled...), s.lines()...), "\n"), "\n")
}

func (s *Screen) lines() []string {
	out := make([]string, s.rows)
	for i, line := range s.cells {
		out[i] = strings.TrimRight(strings.Join(line, ""), " ")
	}
	return out
}
