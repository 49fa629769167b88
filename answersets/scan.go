package answersets

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Before a file goes to the YAML parser it is looked at as plain bytes. That
// finds what the parser would report at a wrong place or in puzzling words (an
// encoding, a control character), and refuses what the parser has no bounds for.

const (
	// mostBytes is the size of the largest file that is read.
	mostBytes = 32 << 20
	// mostNodes bounds the values in one file. Each takes about 350 bytes until
	// the file is read, so this keeps a file of nothing but commas to a gigabyte.
	mostNodes = 3_000_000
)

// scan returns data without a byte order mark, or the one problem that stops it
// from being read. The place of a problem has no file name yet.
func scan(data []byte) ([]byte, *Problem) {
	if len(data) > mostBytes {
		return nil, &Problem{Pos{Line: 1, Col: 1}, "the file is larger than 32 MiB: split it", "too-large"}
	}
	if utf16(data) {
		return nil, &Problem{Pos{Line: 1, Col: 1}, "the file is UTF-16: save it as UTF-8", "encoding"}
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	nodes := 0
	for i := 0; i < len(data); {
		c := data[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(data[i:])
			if r == utf8.RuneError && n == 1 {
				return nil, problemAt(data, i, "encoding", "the file is not valid UTF-8 here")
			}
			if !allowed(r) {
				return nil, problemAt(data, i, "control-character", "the character "+codePoint(r)+" is not allowed here: write it as an escape in double quotes")
			}
			i += n
			continue
		case c < ' ' && c != '\t' && c != '\n' && c != '\r', c == 0x7F:
			return nil, problemAt(data, i, "control-character", "the control character "+codePoint(rune(c))+" is not allowed here: write it as an escape in double quotes")
		case c == '%' && (i == 0 || data[i-1] == '\n') && bytes.HasPrefix(data[i:], []byte("%TAG")):
			return nil, problemAt(data, i, "unknown-tag", "tags have no meaning here: leave %TAG out")
		case startsNode(data, i):
			if nodes++; nodes > mostNodes {
				return nil, problemAt(data, i, "too-large", "the file has more than 3,000,000 values: split it")
			}
		}
		i++
	}
	return data, nil
}

// startsNode reports whether a value can begin after the character at i. It says
// so too often rather than too rarely.
func startsNode(data []byte, i int) bool {
	switch data[i] {
	case ',', ':', '[', '{':
		return true
	case '-', '?':
		return i+1 == len(data) || data[i+1] <= ' '
	case '\n':
		return i+1 < len(data) && data[i+1] != '\n' && data[i+1] != '\r'
	}
	return false
}

// allowed reports whether YAML allows a character beyond ASCII.
func allowed(r rune) bool {
	return r == 0x85 || r >= 0xA0 && r <= 0xFFFD || r > 0xFFFF
}

func codePoint(r rune) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	b.WriteString("U+")
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(digits[r>>shift&0xF])
	}
	return b.String()
}

// utf16 reports whether data looks like UTF-16, which starts with a byte order
// mark, or with a zero byte in every other place where it is English.
func utf16(data []byte) bool {
	if len(data) < 4 {
		return len(data) >= 2 && (data[0] == 0xFF && data[1] == 0xFE || data[0] == 0xFE && data[1] == 0xFF)
	}
	zero := [4]bool{data[0] == 0, data[1] == 0, data[2] == 0, data[3] == 0}
	return string(data[:2]) == "\xFF\xFE" || string(data[:2]) == "\xFE\xFF" ||
		zero == [4]bool{true, false, true, false} || zero == [4]bool{false, true, false, true}
}

// problemAt returns a problem at a byte of data.
func problemAt(data []byte, at int, rule, message string) *Problem {
	line := 1 + bytes.Count(data[:at], []byte("\n"))
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	return &Problem{Pos{Line: line, Col: 1 + utf8.RuneCount(data[start:at])}, message, rule}
}
