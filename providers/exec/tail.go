package exec

import (
	"fmt"
	"strings"
	"unicode"
)

// maxTail is how much of a command's stderr a message shows, in bytes.
const maxTail = 2 << 10

// tail keeps the end of what is written to it.
type tail struct {
	data []byte
	cut  bool // something before data was dropped
}

// Write implements [io.Writer] and never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.data = append(t.data, p...)
	if len(t.data) > 2*maxTail {
		t.data, t.cut = append(t.data[:0], t.data[len(t.data)-maxTail:]...), true
	}
	return len(p), nil
}

// message returns the end of the text on one line, with everything that could
// steer a terminal made visible.
func (t *tail) message() string {
	text, cut := t.data, t.cut
	if len(text) > maxTail {
		text, cut = text[len(text)-maxTail:], true
	}
	var lines []string
	for line := range strings.Lines(strings.ToValidUTF8(string(text), "\uFFFD")) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, visible(line))
		}
	}
	s := strings.Join(lines, " | ")
	if cut {
		s = "…" + s
	}
	return s
}

// visible replaces control and format characters by their numbers.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			fmt.Fprintf(&b, "<%U>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
