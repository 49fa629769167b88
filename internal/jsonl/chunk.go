package jsonl

import "bytes"

const byteOrderMark = "\uFEFF"

// Chunk is a run of whole lines. Its zero value is ready for [Reader.Next].
type Chunk struct {
	// First is the number of the first line, from 1.
	First int
	// Count is how many lines there are, blank ones included.
	Count int
	// Unterminated says that the stream ended without ending the last line.
	Unterminated bool
	// TooLong says that the only line is over the limit, and Data its beginning.
	TooLong bool

	buf     []byte
	data    []byte
	maxLine int
}

func (c *Chunk) reset(r *Reader) {
	buf := c.buf[:0]
	if cap(buf) > keepSize {
		buf = nil
	}
	*c = Chunk{First: r.line, buf: buf, maxLine: r.maxLine}
}

func (c *Chunk) set(buf []byte, end, count int) {
	c.buf, c.data, c.Count = buf, buf[:end], count
}

// Data is the text of the lines. It is overwritten when the chunk is read into
// again.
func (c *Chunk) Data() []byte { return c.data }

// Line is one line of a chunk, as offsets in its data.
type Line struct {
	// Number counts from 1 over the whole stream.
	Number int
	// Start and End enclose the text, without the line end. Of a line over the
	// limit that may be its beginning alone.
	Start, End int
	// TooLong says that the line is over the limit, Unterminated that the stream
	// ended with it.
	TooLong, Unterminated bool
}

// Lines calls yield for each line in order, but for those that are blank and
// within the limit.
func (c *Chunk) Lines(yield func(Line) bool) {
	if c.TooLong {
		yield(Line{Number: c.First, End: len(c.data), TooLong: true})
		return
	}
	for number, start := c.First, 0; start < len(c.data); number++ {
		l := Line{Number: number, Start: start}
		if n := bytes.IndexByte(c.data[start:], '\n'); n >= 0 {
			l.End = start + n
			start = l.End + 1
		} else {
			l.End, l.Unterminated = len(c.data), true
			start = l.End
		}
		if l.End > l.Start && c.data[l.End-1] == '\r' {
			l.End--
		}
		if number == 1 && bytes.HasPrefix(c.data[l.Start:l.End], []byte(byteOrderMark)) {
			l.Start += len(byteOrderMark)
		}
		if l.TooLong = l.End-l.Start > c.maxLine; l.TooLong {
			l.End = min(l.End, l.Start+headSize)
		}
		if (l.TooLong || !c.blank(l)) && !yield(l) {
			return
		}
	}
}

// blank reports whether there is nothing on a line. The last byte of a UTF-16
// stream in little-endian order is the second half of its last line end.
func (c *Chunk) blank(l Line) bool {
	for _, b := range c.data[l.Start:l.End] {
		switch b {
		case ' ', '\t', '\r':
		case 0:
			return l.Unterminated && l.End == l.Start+1
		default:
			return false
		}
	}
	return true
}
