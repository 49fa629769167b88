package answersets

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"standin/seam"
)

var update = flag.Bool("update", false, "write the expected problems anew")

// Each testdata/bad/NAME.yaml has one or more faults, which NAME.out lists.
func TestLoad_reportsEveryProblemAtItsPlace(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no bad files: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".yaml"), func(t *testing.T) {
			_, err := Load([]string{name}, Options{})
			if seam.CodeOf(err) != seam.BadAnswerSet {
				t.Fatalf("got %v, want BAD_ANSWER_SET", err)
			}
			got := strings.ReplaceAll(err.Error(), "testdata/bad/", "") + "\n"
			out := strings.TrimSuffix(name, ".yaml") + ".out"
			if *update {
				if err := os.WriteFile(out, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the problems differ (-want +got):\n%s", diff)
			}
		})
	}
}

// openIn opens files of a file system that stands in for a disk.
func openIn(files map[string]string) Options {
	fsys := fstest.MapFS{}
	for name, content := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return Options{Open: fsys.Open}
}

func TestLoad_laterFilesWin(t *testing.T) {
	files := openIn(map[string]string{
		"base.yaml": "standin: 1\nunanswered: skip\nanswers: { a: base, b: base, c: base }\nrules: [{ match: { id: x }, answer: base }]\n",
		"ci.yaml":   "standin: 1\nextends: [base.yaml]\nunanswered: first\nanswers: { b: ci }\nrules: [{ match: { id: x }, answer: ci }]\n",
		"me.yaml":   "standin: 1\nanswers: { c: me }\nrules: [{ match: { id: \"x*\" }, answer: me }]\n",
	})
	for _, c := range []struct {
		paths []string
		want  string
	}{
		{[]string{"ci.yaml"}, "a=base b=ci c=base x=ci first"},
		{[]string{"ci.yaml", "me.yaml"}, "a=base b=ci c=me x=me first"},
		{[]string{"me.yaml", "ci.yaml"}, "a=base b=ci c=base x=ci first"},
		{[]string{"ci.yaml", "base.yaml"}, "a=base b=base c=base x=base skip"},
		{[]string{"base.yaml", "ci.yaml"}, "a=base b=ci c=base x=ci first"},
	} {
		s, err := Load(c.paths, files)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, id := range []string{"a", "b", "c", "x"} {
			got = append(got, id+"="+s.Match(&seam.Question{ID: id, Question: "?"}, nil).Entry.Answer.Value.Text)
		}
		if g := strings.Join(got, " ") + " " + string(s.Unanswered); g != c.want {
			t.Errorf("%v gives %s, want %s", c.paths, g, c.want)
		}
	}
}

func TestLoad_folderStandsForItsYAMLFilesInNameOrder(t *testing.T) {
	files := openIn(map[string]string{
		"answers/20.yaml":       "standin: 1\nanswers: { a: twenty, b: twenty }\n",
		"answers/10.yaml":       "standin: 1\nanswers: { a: ten, c: ten }\n",
		"answers/notes.yml":     "not an answer file",
		"answers/.20.yaml":      "not an answer file",
		"answers/deep/30.yaml":  "standin: 1\nanswers: { a: thirty }\n",
		"answers/README":        "not an answer file",
		"answers/dir.yaml/file": "not an answer file",
		"none/README":           "nothing",
	})
	s, err := Load([]string{"answers"}, files)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Lookup("a").Answer.Value.Text + " " + s.Lookup("c").Answer.Value.Text; got != "twenty ten" || len(s.Files) != 2 {
		t.Errorf("got %s from %v, want twenty ten from two files", got, s.Files)
	}
	if _, err := Load([]string{"none"}, files); seam.CodeOf(err) != seam.BadAnswerSet {
		t.Errorf("a folder without answer files gives %v, want BAD_ANSWER_SET", err)
	}
}

func TestLoad_linkToAFolderWithinAFolderIsPassedOver(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), []byte("standin: 1\nanswers: { a: b }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"round.yaml", "and-round.yaml"} {
		if err := os.Symlink(dir, filepath.Join(dir, name)); err != nil {
			t.Skipf("no links here: %v", err)
		}
	}
	if s, err := Load([]string{dir}, Options{}); err != nil || len(s.Files) != 1 {
		t.Errorf("got %v, want the one file of the folder", err)
	}
}

func TestLoad_extendsGoesByTheFileItStandsIn(t *testing.T) {
	files := openIn(map[string]string{
		"a/ci.yaml":      "standin: 1\nextends: [../b/base.yaml, ../b/more.yaml]\n",
		"b/base.yaml":    "standin: 1\nextends: common.yaml\nanswers: { a: base }\n",
		"b/more.yaml":    "standin: 1\nextends: common.yaml\nanswers: { b: more }\n",
		"b/common.yaml":  "standin: 1\nanswers: { a: common, b: common, t: { file: token } }\n",
		"loop/self.yaml": "standin: 1\nextends: [self.yaml]\n",
	})
	s, err := Load([]string{"a/ci.yaml"}, files)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Lookup("a").Answer.Value.Text + " " + s.Lookup("b").Answer.Value.Text; got != "base more" {
		t.Errorf("got %s, want base more: a file lies over what it extends", got)
	}
	if got := s.Lookup("t").Answer.Value.Path; got != filepath.Join("b", "token") {
		t.Errorf("the token is read from %s, want b/token", got)
	}
	_, err = Load([]string{"loop/self.yaml"}, files)
	if want := "loop/self.yaml → loop/self.yaml"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want the cycle %s", err, want)
	}
}

func TestLoad_fileThatIsNotThere(t *testing.T) {
	_, err := Load([]string{"none.yaml"}, openIn(nil))
	if !errors.Is(err, fs.ErrNotExist) || seam.CodeOf(err) == seam.BadAnswerSet || !strings.Contains(err.Error(), "none.yaml") {
		t.Errorf("got %v, want an error that names the file and wraps fs.ErrNotExist", err)
	}
}

func TestLoad_reportsTheProblemsOfAllFilesInOrder(t *testing.T) {
	_, err := Load([]string{"b.yaml", "a.yaml"}, openIn(map[string]string{
		"a.yaml": "standin: 1\nfoo: x\nbar: y\n",
		"b.yaml": "standin: 1\nanswers: { a: ~ }\nfoo: x\n",
	}))
	ps, ok := errors.AsType[Problems](err)
	var got []string
	for _, p := range ps {
		got = append(got, fmt.Sprintf("%s:%d:%d %s", p.File, p.Line, p.Col, p.Rule))
	}
	want := "a.yaml:2:1 unknown-key, a.yaml:3:1 unknown-key, b.yaml:2:15 null, b.yaml:3:1 unknown-key"
	if !ok || strings.Join(got, ", ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestLoad_scalarsKeepTheirSourceText(t *testing.T) {
	s := mustParse(t, `standin: 1
answers:
  a: no
  b: 1.10
  c: 010
  d: 2026-01-02
  e: true
  f: 0x10
  g: 1_000
  h: 1e3
  i: .inf
  j: "null"
  k: '~'
  l: pa$HOMEx ${UNSET} $${X}
  1.10: x
  yes: x
  Prod: x
  prod: x
  a.b.c: x
`)
	for id, want := range map[string]string{"a": "no", "b": "1.10", "c": "010", "d": "2026-01-02", "e": "true", "f": "0x10",
		"g": "1_000", "h": "1e3", "i": ".inf", "j": "null", "k": "~", "l": "pa$HOMEx ${UNSET} $${X}",
		"1.10": "x", "yes": "x", "Prod": "x", "prod": "x", "a.b.c": "x"} {
		if e := s.Lookup(id); e == nil || e.Answer.Value.Text != want {
			t.Errorf("%q is %v, want the text %q", id, e, want)
		}
	}
}

func TestLoad_readsCRLFAndBOMAndAFewAliases(t *testing.T) {
	s := mustParse(t, "\uFEFFstandin: 1\r\nanswers:\r\n  a: &yes \"Yes\"\r\n  b: *yes\r\n  c: |\r\n    two\r\n    lines\r\n")
	for id, want := range map[string]string{"a": "Yes", "b": "Yes", "c": "two\nlines\n"} {
		if got := s.Lookup(id).Answer.Value.Text; got != want {
			t.Errorf("%s is %q, want %q", id, got, want)
		}
	}
}

// Hostile files end in one problem with a place, whatever their size.
func TestLoad_refusesWhatHasNoEnd(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"flow nesting":       {"standin: 1\na: " + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999), "x.yaml:2:103: the file is nested more than 100 levels deep [too-deep]"},
		"deep flow":          {"standin: 1\na: " + strings.Repeat("[", 1<<20), "x.yaml:2:1: the file is nested more than 100 levels deep [too-deep]"},
		"block nesting":      {"standin: 1\na:\n" + strings.Repeat("- ", 9_000) + "x", "the file is nested more than 100 levels deep [too-deep]"},
		"deep block":         {"standin: 1\na:\n" + strings.Repeat("- ", 1<<20) + "x", "the file is nested more than 100 levels deep [too-deep]"},
		"keys without end":   {"standin: 1\n" + strings.Repeat("? ", 1<<20) + "x", "the file is nested more than 100 levels deep [too-deep]"},
		"values":             {"standin: 1\na: [" + strings.Repeat("1,", 15<<20) + "]", "x.yaml:2:5999998: the file has more than 3,000,000 values: split it [too-large]"},
		"nothing but commas": {"standin: 1\na: [" + strings.Repeat(",", 31<<20) + "]", "x.yaml:2:"},
		"size":               {"standin: 1\n#" + strings.Repeat("x", 32<<20), "x.yaml:1:1: the file is larger than 32 MiB: split it [too-large]"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Parse("x.yaml", []byte(c.file), Options{})
			got := ""
			if err != nil {
				got = err.Error()
			}
			if !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
				t.Errorf("got %.300s, want one problem with %s", got, c.want)
			}
		})
	}
}

func TestLoad_longNamesAreCutShortInMessages(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, answer := range []string{"!" + long + " y", "*" + long, "&" + long + " [*" + long + "]", `"` + long, "{ " + long[:1000] + ": y }"} {
		_, err := Parse("x.yaml", []byte("standin: 1\nanswers:\n  a: "+answer+"\n"), Options{})
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("%.10s…: got %.600v, want a message of one line", answer, err)
		}
	}
}

func TestLoad_manyProblemsAreBounded(t *testing.T) {
	_, err := Parse("x.yaml", bytes.Repeat([]byte("a: b\n"), 100_000), Options{})
	ps, _ := errors.AsType[Problems](err)
	if len(ps) != mostProblems || strings.Count(err.Error(), "\n") != 100 {
		t.Errorf("got %d problems on %d lines", len(ps), strings.Count(err.Error(), "\n")+1)
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*/*.yaml")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("x.yaml", data, openIn(nil))
		if err != nil {
			ps, ok := errors.AsType[Problems](err)
			if !ok || len(ps) == 0 {
				t.Fatalf("%q is refused with %v, want problems", data, err)
			}
			for _, p := range ps {
				if p.File == "" || p.Message == "" || p.Rule == "" || p.Line > 0 && p.Col < 1 || p.Line > lineCount(data) {
					t.Fatalf("%q has the problem %+v", data, p)
				}
			}
			return
		}
		q := seam.Question{ID: "a", Question: "Which database?", Options: []seam.Option{{Label: "A"}, {Label: "B"}}}
		d := s.Match(&q, nil)
		if d.Entry == nil {
			s.Miss(&q, d)
			return
		}
		d.Entry.Drift(&q)
		values := Values{Env: func(string) (string, bool) { return "", false }, File: os.ReadFile}
		if it, err := d.Entry.Resolve(&q, 0, values); err == nil {
			if _, err := seam.CheckItem(&q, it); err != nil {
				t.Fatalf("%q answers with what does not fit: %v", data, err)
			}
		}
	})
}
