package wire

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

const byteOrderMark = "\uFEFF"

// Text returns data without a byte order mark in front. It refuses what is not
// UTF-8 as a whole, with the place, and names UTF-16 and UTF-32 for what they are.
func Text(data []byte) ([]byte, error) {
	if name := otherUnicode(data); name != "" {
		return nil, &Fault{Message: "the input is " + name + ", not UTF-8: convert it first"}
	}
	text := bytes.TrimPrefix(data, []byte(byteOrderMark))
	if at := invalidUTF8(text); at >= 0 {
		return nil, &Fault{Offset: at, Message: fmt.Sprintf("invalid UTF-8 (byte 0x%02X)", text[at]), placed: true, text: text}
	}
	return text, nil
}

// otherUnicode names the encoding of a text that starts with a byte order mark
// of another encoding, or with an ASCII character (JSON always does) written in
// two or four bytes.
func otherUnicode(data []byte) string {
	starts := func(prefix string) bool { return bytes.HasPrefix(data, []byte(prefix)) }
	switch {
	case starts("\xFF\xFE\x00\x00"), starts("\x00\x00\xFE\xFF"):
		return "UTF-32"
	case starts("\xFF\xFE"), starts("\xFE\xFF"):
		return "UTF-16"
	case len(data) >= 2 && data[0] == 0 && data[1] != 0, len(data) >= 2 && data[0] != 0 && data[1] == 0:
		return "UTF-16"
	}
	return ""
}

// invalidUTF8 returns the offset of the first byte that is not part of valid
// UTF-8, -1 for none.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// Place returns the line and column of an offset in a text, both counting from
// 1, the column in characters.
func Place(text []byte, offset int) (line, col int) {
	before := text[:min(offset, len(text))]
	line = 1 + bytes.Count(before, []byte("\n"))
	return line, 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// Fault is what is wrong with a text, and where.
type Fault struct {
	// Message says what is wrong.
	Message string
	// Offset is where, in bytes from the start of the text.
	Offset int
	// Truncated says that the text ends in the middle of a value.
	Truncated bool
	placed    bool
	text      []byte
}

// Error returns the message with the place in front: line:col of a text of
// several lines, column of one line.
func (f *Fault) Error() string { return f.In("") }

// In returns the message as one about the file of that name.
func (f *Fault) In(name string) string {
	line, col := Place(f.text, f.Offset)
	switch {
	case name != "" && f.placed:
		return fmt.Sprintf("%s:%d:%d: %s", name, line, col, f.Message)
	case name != "":
		return name + ": " + f.Message
	case f.placed && bytes.IndexByte(bytes.TrimRight(f.text, "\r\n"), '\n') >= 0:
		return fmt.Sprintf("line %d, column %d: %s", line, col, f.Message)
	case f.placed:
		return fmt.Sprintf("column %d: %s", col, f.Message)
	}
	return f.Message
}
