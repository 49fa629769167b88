package prompt

import (
	"bytes"
	"unicode/utf8"
)

// key is one key, or one paste.
type key struct {
	kind keyKind
	text string // of letters and pastes; for moves, what survey reads
}

type keyKind int

const (
	letter    keyKind = iota // a character
	move                     // arrows, home, end, deleting: what survey knows
	enterKey                 // the end of a line
	newline                  // Alt-Enter: a line end that ends nothing
	escapeKey                // Esc alone
	paste                    // bracketed
	pasteOver                // the end of a paste that had ended before
	endKey                   // Ctrl-D
	interrupt                // Ctrl-C, where the terminal made no signal of it
	viewKey                  // Ctrl-O
)

const (
	pasteStart = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// decoder turns bytes from the terminal into keys. Sequences that mean nothing
// here (function keys, mouse, replies of the terminal) are dropped whole.
type decoder struct {
	pending []byte
}

// feed takes bytes and returns the keys that are complete.
func (d *decoder) feed(data []byte) []key {
	d.pending = append(d.pending, data...)
	var keys []key
	for len(d.pending) > 0 {
		k, n, ok := decode(d.pending)
		if n == 0 {
			break
		}
		d.pending = d.pending[n:]
		if ok {
			keys = append(keys, k)
		}
	}
	return keys
}

// waiting reports whether the beginning of something has come: Esc, which may be
// all of it, a sequence, a character or a paste.
func (d *decoder) waiting() bool { return len(d.pending) > 0 }

// pasting reports whether a paste has begun and not ended.
func (d *decoder) pasting() bool { return bytes.HasPrefix(d.pending, []byte(pasteStart)) }

// flush takes what has not been completed in time: Esc is a key of its own then,
// anything else is dropped.
func (d *decoder) flush() []key {
	alone := len(d.pending) == 1 && d.pending[0] == '\x1b'
	d.pending = nil
	if alone {
		return []key{{kind: escapeKey}}
	}
	return nil
}

// decode takes one key off p. n is 0 where it is not complete, ok false where it
// is to be dropped.
func decode(p []byte) (k key, n int, ok bool) {
	switch c := p[0]; {
	case c == '\x1b':
		return decodeEscape(p)
	case c == '\r' && len(p) > 1 && p[1] == '\n':
		return key{kind: enterKey}, 2, true
	case c == '\r', c == '\n':
		return key{kind: enterKey}, 1, true
	case c == 0x03:
		return key{kind: interrupt}, 1, true
	case c == 0x04:
		return key{kind: endKey}, 1, true
	case c == 0x0f:
		return key{kind: viewKey}, 1, true
	case c == 0x05: // Ctrl-E, as in a shell
		return key{move, "\x1b[F"}, 1, true
	case c == 0x15: // Ctrl-U: what Ctrl-X is to survey
		return key{move, "\x18"}, 1, true
	case c < 0x20 || c == 0x7f:
		return key{move, string(c)}, 1, c != 0
	case !utf8.FullRune(p):
		return key{}, 0, false
	}
	r, size := utf8.DecodeRune(p)
	return key{letter, string(r)}, size, true
}

func decodeEscape(p []byte) (k key, n int, ok bool) {
	if len(p) == 1 {
		return key{}, 0, false
	}
	switch p[1] {
	case '[':
		return decodeCSI(p)
	case 'O':
		if len(p) < 3 {
			return key{}, 0, false
		}
		if p[2] == 'M' {
			return key{kind: enterKey}, 3, true
		}
		return moveKey(string(p[2])), 3, moves(p[2])
	case ']', 'P', '_', '^', 'X': // a string, up to its end
		if end := bytes.IndexByte(p, 0x07); end > 0 {
			return key{}, end + 1, false
		}
		if end := bytes.Index(p[2:], []byte("\x1b\\")); end >= 0 {
			return key{}, end + 4, false
		}
		return key{}, 0, false
	case '\r', '\n':
		return key{kind: newline}, 2, true
	case '\x1b', 0x03, 0x04:
		return key{kind: escapeKey}, 1, true
	}
	if !utf8.FullRune(p[1:]) {
		return key{}, 0, false
	}
	_, size := utf8.DecodeRune(p[1:]) // Alt with a character
	return key{}, 1 + size, false
}

func decodeCSI(p []byte) (k key, n int, ok bool) {
	end := 2
	for end < len(p) && (p[end] < 0x40 || p[end] > 0x7e) {
		if p[end] < 0x20 {
			return key{}, end, false // no sequence at all
		}
		end++
	}
	if end == len(p) {
		return key{}, 0, false
	}
	params, final := string(p[2:end]), p[end]
	n = end + 1
	if final != '~' {
		return moveKey(string(final)), n, moves(final)
	}
	switch params {
	case "200":
		stop := bytes.Index(p[n:], []byte(pasteEnd))
		if stop < 0 {
			return key{}, 0, false
		}
		return key{paste, string(p[n : n+stop])}, n + stop + len(pasteEnd), true
	case "201":
		return key{kind: pasteOver}, n, true
	case "1", "7":
		return moveKey("H"), n, true
	case "4", "8":
		return moveKey("F"), n, true
	case "3":
		return moveKey("3~"), n, true
	}
	return key{}, n, false
}

func moves(final byte) bool {
	switch final {
	case 'A', 'B', 'C', 'D', 'F', 'H':
		return true
	}
	return false
}

func moveKey(code string) key { return key{move, "\x1b[" + code} }
