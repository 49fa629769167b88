// Package jsonl cuts a stream into lines of JSON, in chunks.
//
// A chunk holds whole lines and is handed over as soon as a read has returned
// one: nothing waits for a buffer to fill, so a peer that sends a line and waits
// is heard at once, and a peer that sends a lot is read in large pieces. Lines
// end with LF or CRLF, the last one also with the stream. A byte order mark in
// front of the stream is no part of it. Of a line over the limit the beginning is
// handed over, the rest is dropped without being kept in memory, and the next
// line is read as if nothing had happened.
package jsonl

import (
	"bytes"
	"io"
	"slices"
)

// DefaultMaxLine is the longest line that is read unless another limit is given.
const DefaultMaxLine = 16 << 20

const (
	// readSize is how much is read at a time, in bytes.
	readSize = 128 << 10
	// keepSize is the largest buffer that is kept for the next chunk.
	keepSize = 2 << 20
	// headSize is how much of an over-long line is handed over at most.
	headSize = 64 << 10
	// slack is what a line may have beside its text: CR LF and a byte order mark.
	slack = 5
)

// Reader reads chunks. It is not safe for concurrent use.
type Reader struct {
	in      io.Reader
	maxLine int
	rest    []byte // the start of a line whose end has not been read
	line    int    // number of the next line
	skip    bool   // the rest of an over-long line comes first
	err     error  // of the stream, to be returned when rest is used up
}

// NewReader returns a reader of lines of at most maxLine bytes.
func NewReader(in io.Reader, maxLine int) *Reader {
	return &Reader{in: in, maxLine: maxLine, line: 1}
}

// Next reads the next chunk into c, whose buffer it uses again. At the end of
// the stream it returns [io.EOF], and any other error as the stream gives it,
// both after the last line.
func (r *Reader) Next(c *Chunk) error {
	c.reset(r)
	buf := append(c.buf, r.rest...)
	r.rest = r.rest[:0]
	for {
		if r.skip {
			buf = r.skipLine(buf)
		}
		if end := bytes.LastIndexByte(buf, '\n') + 1; end > 0 && !r.skip {
			r.rest = append(r.rest, buf[end:]...)
			c.set(buf, end, bytes.Count(buf[:end], []byte("\n")))
			r.line += c.Count
			return nil
		}
		if len(buf) > r.maxLine+slack && !r.skip {
			r.skip = true
			c.set(buf, min(len(buf), headSize), 1)
			c.TooLong = true
			r.line++
			return nil
		}
		if r.err != nil {
			return r.last(c, buf)
		}
		buf, r.err = read(r.in, buf)
	}
}

// last hands over what stands behind the last line end.
func (r *Reader) last(c *Chunk, buf []byte) error {
	if len(buf) == 0 || r.skip {
		return r.err
	}
	c.set(buf, len(buf), 1)
	c.Unterminated = true
	r.line++
	return nil
}

// skipLine drops buf up to the end of the over-long line.
func (r *Reader) skipLine(buf []byte) []byte {
	end := bytes.IndexByte(buf, '\n')
	if end < 0 {
		return buf[:0]
	}
	r.skip = false
	return slices.Delete(buf, 0, end+1)
}

// read appends to buf what one read returns.
func read(in io.Reader, buf []byte) ([]byte, error) {
	if cap(buf)-len(buf) < readSize/2 {
		buf = slices.Grow(buf, max(readSize, len(buf)))
	}
	for range 100 {
		n, err := in.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if n > 0 || err != nil {
			return buf, err
		}
	}
	return buf, io.ErrNoProgress
}
