package jsonl_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"standin/internal/jsonl"
)

// lines reads a stream and returns each line as "NUMBER:TEXT", with "!" in front
// of the number for one that is too long and "~" for one without an end.
func lines(in io.Reader, maxLine int) (got []string, err error) {
	r := jsonl.NewReader(in, maxLine)
	var c jsonl.Chunk
	for {
		if err := r.Next(&c); err != nil {
			return got, err
		}
		for l := range c.Lines {
			text := string(c.Data()[l.Start:l.End])
			switch {
			case l.TooLong:
				got = append(got, fmt.Sprintf("!%d", l.Number))
			case l.Unterminated:
				got = append(got, fmt.Sprintf("~%d:%s", l.Number, text))
			default:
				got = append(got, fmt.Sprintf("%d:%s", l.Number, text))
			}
		}
	}
}

func TestReader_cutsLines(t *testing.T) {
	for name, c := range map[string]struct {
		in   string
		want []string
	}{
		"nothing":                      {"", nil},
		"one line":                     {"a\n", []string{"1:a"}},
		"CRLF":                         {"a\r\nb\r\n", []string{"1:a", "2:b"}},
		"no end":                       {"a\nb", []string{"1:a", "~2:b"}},
		"no end but CR":                {"a\r", []string{"~1:a"}},
		"blank lines count":            {"\n \t\n\r\na\n\n", []string{"4:a"}},
		"at the limit":                 {"12345678\n12345678\r\n", []string{"1:12345678", "2:12345678"}},
		"over the limit":               {"123456789\nb\n", []string{"!1", "2:b"}},
		"far over the limit":           {strings.Repeat("x", 1000) + "\nb\n", []string{"!1", "2:b"}},
		"far over the limit, twice":    {strings.Repeat("x", 1000) + "\n" + strings.Repeat("x", 1000) + "\r\nb\n", []string{"!1", "!2", "3:b"}},
		"over the limit at the end":    {"a\n123456789", []string{"1:a", "!2"}},
		"far over it at the end":       {"a\n" + strings.Repeat("x", 1000), []string{"1:a", "!2"}},
		"a byte order mark":            {"\ufeffa\n", []string{"1:a"}},
		"nothing behind the mark":      {"\ufeff", nil},
		"a blank line behind the mark": {"\ufeff\r\na\n", []string{"2:a"}},
		"at the limit behind the mark": {"\ufeff12345678\r\n123456789\r\n", []string{"1:12345678", "!2"}},
		"a mark further on":            {"a\n\ufeffb\n", []string{"1:a", "2:\ufeffb"}},
		"half of a UTF-16 line end":    {"a\n\x00", []string{"1:a"}},
		"a NUL that ends with a line":  {"\x00\n", []string{"1:\x00"}},
		"blank line after a long one":  {strings.Repeat("x", 1000) + "\n\nb\n", []string{"!1", "3:b"}},
		"last line blank without end":  {"a\n  ", []string{"1:a"}},
		"nothing but the end of lines": {"\n\n\n", nil},
	} {
		for reading, in := range map[string]io.Reader{
			"whole":          strings.NewReader(c.in),
			"byte by byte":   iotest.OneByteReader(strings.NewReader(c.in)),
			"end with data":  iotest.DataErrReader(strings.NewReader(c.in)),
			"in half pieces": iotest.HalfReader(strings.NewReader(c.in)),
		} {
			got, err := lines(in, 8)
			if err != io.EOF {
				t.Errorf("%s, read %s: got error %v, want EOF", name, reading, err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s, read %s (-want +got):\n%s", name, reading, diff)
			}
		}
	}
}

func TestReader_handsOverWhatOneReadReturned(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	r := jsonl.NewReader(in, 100)
	go func() { _, _ = io.WriteString(out, "first\nsec") }()
	var c jsonl.Chunk
	if err := r.Next(&c); err != nil || string(c.Data()) != "first\n" {
		t.Errorf("got %q and %v, want the first line before more is written", c.Data(), err)
	}
}

func TestReader_errorOfTheStreamComesAfterTheLastLine(t *testing.T) {
	broken := errors.New("broken")
	got, err := lines(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 8)
	if !errors.Is(err, broken) {
		t.Errorf("got error %v, want the stream's own", err)
	}
	if diff := cmp.Diff([]string{"1:a", "~2:b"}, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// endless is a line of n bytes.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	n := min(len(p), e.n)
	e.n -= n
	for i := range p[:n] {
		p[i] = 'x'
	}
	return n, nil
}

func TestReader_overlongLineIsNotKept(t *testing.T) {
	r := jsonl.NewReader(io.MultiReader(&endless{256 << 20}, strings.NewReader("\nb\n")), 1<<20)
	var c jsonl.Chunk
	largest := 0
	for {
		err := r.Next(&c)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		largest = max(largest, cap(c.Data()))
	}
	if largest > 8<<20 {
		t.Errorf("a line of 256 MiB with a limit of 1 MiB took a buffer of %d bytes", largest)
	}
}

// FuzzReader holds the reader to a simple cut of the whole text at line ends,
// however the text is read.
func FuzzReader(f *testing.F) {
	f.Add([]byte("a\r\n\nbb\n123456789\nend"))
	f.Add([]byte("\xef\xbb\xbfa\n\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var want []string
		parts := bytes.SplitAfter(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\n"))
		for i, part := range parts {
			line, ended := bytes.CutSuffix(part, []byte("\n"))
			line = bytes.TrimSuffix(line, []byte("\r"))
			switch {
			case len(line) > 8:
				want = append(want, fmt.Sprintf("!%d", i+1))
			case len(bytes.Trim(line, " \t\r")) == 0, !ended && string(line) == "\x00":
			case ended:
				want = append(want, fmt.Sprintf("%d:%s", i+1, line))
			default:
				want = append(want, fmt.Sprintf("~%d:%s", i+1, line))
			}
		}
		for _, in := range []io.Reader{bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text))} {
			got, err := lines(in, 8)
			if diff := cmp.Diff(want, got); diff != "" || err != io.EOF {
				t.Errorf("error %v, lines (-want +got):\n%s", err, diff)
			}
		}
	})
}
