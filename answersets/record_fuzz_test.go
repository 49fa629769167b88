package answersets

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"standin/seam"
)

// hostile are texts that a YAML writer gets wrong.
var hostile = []string{
	": ", "a: b", " #", "a # b", "'", "\"", "\\", "- ", "-", "?", "~", "null", "no", "y", "1.10", "010", "2026-01-02", "0x1F", "1_000", "12:30:45", ".inf", "<<", "=",
	" leading", "trailing ", "two\nlines", "\n", "x\n", "x\n\n", "\nx", "a\r\nb", "tab\tbed", "\t", "nul \x00", "esc \x1b[0m", "del \x7f", "nel \u0085", "ls \u2028", "ps \u2029",
	"\ufeffbom", "bidi \u202e", "soft\u00adhyphen", "👩\u200d👩", "\U0001F9FF", "\uFFFE", "\uFFFD", "é", "e\u0301", "{a}", "[a]", ",", "*a", "&a", "!a", "|", ">", "%a", "@a", "`a", "---", "...", "--- a", "東京: リージョン",
	"$HOME", "a  b", "(x)", "é (推荐)", "first\n  second\n\n# third\n", strings.Repeat("long ", 400), "line one\nline two \n", "a\n b\n  c", "x\u00a0",
}

// replayed returns what a file with only the recorded answer says to the question.
func replayed(t *testing.T, before string, q seam.Question, it seam.Item) (seam.Item, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "answers.yaml")
	if before != "" {
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := OpenRecorder(path, RecordAll, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(r.Add(&q, it), r.Save()); err != nil {
		t.Fatalf("%+v: %v", it, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	set, err := Load([]string{path}, Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	d := set.Match(&q, nil)
	if d.Entry == nil || d.Via != ByID {
		t.Fatalf("%q finds no entry in\n%s", q.ID, data)
	}
	if drift := d.Entry.Drift(&q); drift != "" {
		t.Fatalf("drift at once: %s\n%s", drift, data)
	}
	got, err := d.Entry.Resolve(&q, 0, Values{})
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return got, string(data)
}

func same(a, b seam.Item) bool {
	return a.ID == b.ID && slices.Equal(a.Selected, b.Selected) && (a.Custom == nil) == (b.Custom == nil) && (a.Custom == nil || *a.Custom == *b.Custom)
}

func TestRecord_hostileTextsComeBackByteForByte(t *testing.T) {
	for _, before := range []string{"", "standin: 1\r\nanswers:\r\n  a: b\r\n", "standin: 1\nanswers: { a: b }\n"} {
		for _, s := range hostile {
			if seam.Blank(s) {
				continue
			}
			q := multiple(s, s, s, "another")
			q.Header = s
			it := seam.Item{ID: s, Selected: []string{s}, Custom: &s}
			if got, file := replayed(t, before, q, it); !same(got, it) {
				t.Errorf("%q: got %+v, text %q\n%s", s, got, *got.Custom, file)
			}
		}
	}
}

// FuzzRecord records an answer made of texts from anywhere into a file that
// holds one entry already, and replays it.
func FuzzRecord(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, hostile[(i+7)%len(hostile)], hostile[(i+13)%len(hostile)], hostile[(i+29)%len(hostile)], i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, id, ask, label, text string, multi bool) {
		q := seam.Question{ID: id, Question: ask, Header: text, MultiSelect: multi, Options: []seam.Option{{Label: label}, {Label: "x" + label}}}
		it := seam.Item{ID: id, Selected: []string{label}}
		if multi {
			it.Custom = &text
		}
		for _, s := range []string{id, ask, label, text} {
			if !utf8.ValidString(s) {
				t.Skip("cannot come from a request")
			}
		}
		if seam.CheckQuestions([]seam.Question{q}) != nil {
			t.Skip("not a request")
		}
		it, err := seam.CheckItem(&q, it)
		if err != nil {
			t.Skip("not an answer")
		}
		if len(fitLabel(&q, label)) != 1 {
			t.Skip("two labels that are the same character for character")
		}
		got, file := replayed(t, "standin: 1\nanswers:\n  other: { text: kept }\n", q, it)
		if !same(got, it) {
			t.Errorf("got %+v, want %+v\n%s", got, it, file)
		}
		if id != "other" && !strings.Contains(file, "  other: { text: kept }\n") {
			t.Errorf("the other entry has changed:\n%s", file)
		}
	})
}

// FuzzEdit changes files of any shape: whatever comes out says what it said
// before, but for the one entry, and is a good answer file still.
func FuzzEdit(f *testing.F) {
	for _, s := range []string{
		"standin: 1\n", "standin: 1\nanswers:\n  a: b\n", "{standin: 1}", "standin: 1\nanswers: {}\n", "standin: 1\nanswers: {a: b, x: y}\n",
		"standin: 1\nanswers:\n  x: |\n    a\n    # b\n  y: z # c\n# d\nrules:\n- match: {id: a}\n  answer: b\n", "standin: 1\nanswers:\n  ? x\n  : y\n", "---\nstandin: 1\n...\n",
		"standin: 1\nanswers:\n  \"x\": &a [b,\n   c]\n  z: *a\n",
	} {
		f.Add([]byte(s))
	}
	q := question("x", "?", "A")
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := Parse("a.yaml", data, Options{}); err != nil {
			t.Skip("not an answer file")
		}
		before, err := readDocument(data)
		if err != nil {
			t.Skip(err)
		}
		e := render("x", []recorded{{question: q, item: seam.Item{ID: "x", Selected: []string{"A"}}, times: 1}}, nil)
		if before.pinned()["x"] {
			t.Skip("an alias repeats the entry")
		}
		out, err := before.edit([]change{{"x", &e}})
		if err != nil {
			t.Fatalf("%q: %v", data, err)
		}
		if _, err := Parse("a.yaml", out, Options{}); err != nil {
			t.Fatalf("%q became %q: %v", data, out, err)
		}
		after, err := readDocument(out)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := after.edit([]change{{"x", &e}}); err != nil || !bytes.Equal(again, out) {
			t.Errorf("%q became %q, and once more %q (%v)", data, out, again, err)
		}
	})
}
