package answersets

import (
	"errors"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// schemaRules are the faults that a schema can see.
var schemaRules = []string{"unknown-key", "null", "empty-list", "wrong-type", "wrong-value", "missing-match",
	"missing-answer", "missing-question", "two-answers", "times-and-sequence", "intent-pick", "missing-version",
	"unknown-version", "misplaced-key", "blank"}

// Every file of the tree that loads is accepted, and every one that does not is
// refused where a schema can tell.
func TestSchema_agreesWithLoadOnEveryFileOfTheTree(t *testing.T) {
	s := compileSchema(t)
	accepted, refused := 0, 0
	for _, root := range []string{"../testdata", "testdata", "../examples"} {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".yaml" {
				return nil
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(data), "standin:") && !strings.Contains(path, "answers") {
				return nil // another kind of file
			}
			fault, seen := schemaFault(t, s, path, data)
			switch ok := sameVerdict(t, path, data, fault, seen); {
			case ok && fault == nil:
				accepted++
			case ok:
				refused++
			}
			return nil
		})
	}
	if accepted < 5 {
		t.Errorf("only %d files were accepted", accepted)
	}
	t.Logf("%d files accepted, %d refused", accepted, refused)
}

// sameVerdict compares what the schema finds with what Parse finds.
func sameVerdict(t *testing.T, path string, data []byte, fault error, seen bool) bool {
	t.Helper()
	_, err := Parse(path, data, Options{})
	problems, _ := errors.AsType[Problems](err)
	problems = slices.DeleteFunc(problems, func(p Problem) bool { return p.File != path })
	visible := slices.ContainsFunc(problems, func(p Problem) bool { return slices.Contains(schemaRules, p.Rule) })
	switch {
	case !seen: // it is not YAML, so that there is nothing for a schema to see
		return false
	case len(problems) == 0 && fault != nil:
		t.Errorf("%s loads, and the schema refuses it: %v", path, fault)
		return false
	case visible && fault == nil:
		t.Errorf("%s is accepted by the schema, and is refused at load:\n%v", path, problems)
		return false
	}
	return true
}

func TestSchema_refusesWhatLoadRefuses(t *testing.T) {
	s := compileSchema(t)
	for _, source := range []string{
		"answers: {}",
		"standin: 2",
		"standin: 1\nanwsers: {}",
		"standin: 1\nunanswered: never",
		"standin: 1\nextends: []",
		"standin: 1\nextends: ~",
		"standin: 1\nanswers:",
		"standin: 1\nanswers: { a: }",
		"standin: 1\nanswers: { a: [] }",
		"standin: 1\nanswers: { a: [x, ~] }",
		"standin: 1\nanswers: { a: \" \" }",
		"standin: 1\nanswers: { \" \": x }",
		"standin: 1\nanswers: { a: {} }",
		"standin: 1\nanswers: { a: { asked: { question: q } } }",
		"standin: 1\nanswers: { a: { select: x, skip: true } }",
		"standin: 1\nanswers: { a: { text: x, env: Y } }",
		"standin: 1\nanswers: { a: { skip: false } }",
		"standin: 1\nanswers: { a: { approve: yes } }",
		"standin: 1\nanswers: { a: { pick: last } }",
		"standin: 1\nanswers: { a: { env: $HOME } }",
		"standin: 1\nanswers: { a: { sequence: [] } }",
		"standin: 1\nanswers: { a: { sequence: [{ sequence: [x] }] } }",
		"standin: 1\nanswers: { a: { sequence: [{ select: x, asked: { question: q } }] } }",
		"standin: 1\nanswers: { a: { select: x, times: 3 } }",
		"standin: 1\nanswers: { a: { select: [{ contains: x, regex: y }] } }",
		"standin: 1\nanswers: { a: { text: { pick: first } } }",
		"standin: 1\nanswers: { a: { text: [x] } }",
		"standin: 1\nanswers: { a: { select: x, asked: {} } }",
		"standin: 1\nanswers: { a: { select: x, asked: { question: q, detail: abc } } }",
		"standin: 1\nanswers: { a: { select: x, asked: { question: q, intent: { name: x } } } }",
		"standin: 1\nrules: {}",
		"standin: 1\nrules: [{ match: { id: a } }]",
		"standin: 1\nrules: [{ answer: a }]",
		"standin: 1\nrules: [{ match: {}, answer: a }]",
		"standin: 1\nrules: [{ match: { ids: a }, answer: a }]",
		"standin: 1\nrules: [{ match: { words: [] }, answer: a }]",
		"standin: 1\nrules: [{ match: { words: a }, answer: a }]",
		"standin: 1\nrules: [{ match: { multiSelect: maybe }, answer: a }]",
		"standin: 1\nrules: [{ match: { id: a }, answer: a, times: 0 }]",
		"standin: 1\nrules: [{ match: { id: a }, answer: { sequence: [a] }, times: 1 }]",
		"standin: 1\nrules: [{ match: { intent: a }, answer: { pick: first } }]",
		"standin: 1\nrules: [{ match: { intent: a }, answer: { sequence: [a, { pick: first }] } }]",
		"standin: 1\nrules: [{ match: { id: a }, answer: { select: a, asked: { question: q } } }]",
		"[]",
		"text",
	} {
		if _, err := Parse("a.yaml", []byte(source), Options{}); err == nil {
			t.Errorf("not a bad file: %s", source)
		}
		if fault, _ := schemaFault(t, s, "a.yaml", []byte(source)); fault == nil {
			t.Errorf("the schema accepts %s", source)
		}
	}
}

// Scalars keep their source text, so that the schema takes them in every form
// that YAML gives them.
func TestSchema_takesScalarsOfEveryKind(t *testing.T) {
	s := compileSchema(t)
	source := `standin: "1"
unanswered: 'skip'
extends: 1.yaml
answers:
  no: no
  1.10: 1.10
  a: 010
  b: 2026-01-02
  c: true
  d: .inf
  e: { skip: "true" }
  f: { sequence: [1, no, 2026-01-02, { text: 3 }] }
  g: { select: 1, text: 2, asked: { question: 3, header: "", options: [], intent: x } }
rules:
  - match: { id: 1, words: [1, yes], multiSelect: "true" }
    answer: [1, { contains: 2 }]
    times: "3"
`
	source = strings.Replace(source, "extends: 1.yaml\n", "", 1)
	fault, seen := schemaFault(t, s, "a.yaml", []byte(source))
	if !sameVerdict(t, "a.yaml", []byte(source), fault, seen) || fault != nil {
		t.Errorf("refused: %v", fault)
	}
}

// The schema knows the keys that the reader knows, and no others.
func TestSchema_knowsTheKeysOfTheReader(t *testing.T) {
	s := compileSchema(t)
	answer := AnswerKeys()
	element := slices.DeleteFunc(AnswerKeys(), func(k string) bool { return k == keyAsked || k == keySequence })
	def := func(name string) *jsonschema.Schema {
		return compileSchemaAt(t, "#/$defs/"+name)
	}
	object := func(s *jsonschema.Schema) *jsonschema.Schema { return s.AnyOf[len(s.AnyOf)-1] }
	for _, c := range []struct {
		name string
		s    *jsonschema.Schema
		want []string
	}{
		{"an answer file", s, []string{keyVersion, keyUnanswered, keyExtends, keyAnswers, keyRules}},
		{"a rule", def("rule"), []string{keyMatch, keyAnswer, keyTimes}},
		{"match", def("match"), MatchKeys()},
		{"asked", def("asked"), AskedKeys()},
		{"an entry of answers", object(def("entry")), answer},
		{"the answer of a rule", object(def("answer")), answer[:len(answer)-1]},
		{"an element of a sequence", object(def("element")), element},
		{"a choice", object(def("choice")), []string{keyContains, keyRegex, keyEnv, keyFile}},
	} {
		got := slices.Sorted(maps.Keys(c.s.Properties))
		want := slices.Sorted(slices.Values(c.want))
		if !slices.Equal(got, want) {
			t.Errorf("the schema of %s has %v, the reader %v", c.name, got, want)
		}
	}
}

// FuzzSchema looks for files that load and that an editor would complain about.
func FuzzSchema(f *testing.F) {
	for _, pattern := range []string{"../testdata/answers/*.yaml", "../testdata/lint/*.yaml", "../testdata/lint/ok/*.yaml"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(data))
		}
	}
	s := compileSchema(f)
	none := Options{Open: func(string) (fs.File, error) { return nil, fs.ErrNotExist }}
	f.Fuzz(func(t *testing.T, source string) {
		if _, err := Parse("a.yaml", []byte(source), none); err != nil {
			return
		}
		if fault, _ := schemaFault(t, s, "a.yaml", []byte(source)); fault != nil {
			t.Errorf("the file loads, and the schema refuses it: %v\n%s", fault, source)
		}
	})
}

func compileSchema(t testing.TB) *jsonschema.Schema { return compileSchemaAt(t, "") }

func compileSchemaAt(t testing.TB, fragment string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("answers.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("answers.json" + fragment)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// schemaFault validates a file as an editor does, and reports whether it is YAML
// at all.
func schemaFault(t testing.TB, s *jsonschema.Schema, path string, data []byte) (fault error, seen bool) {
	t.Helper()
	data, problem := scan(data)
	if problem != nil {
		return errors.New(problem.String()), false
	}
	root, problem := parse(data)
	if problem != nil {
		return errors.New(problem.String()), false
	}
	return s.Validate(plainJSON(root)), true
}

// plainJSON returns the JSON value that a YAML reader without our rule for
// scalars makes of a node.
func plainJSON(n *yaml.Node) any {
	switch n.Kind {
	case yaml.AliasNode:
		return plainJSON(n.Alias)
	case yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, c := range n.Content {
			list[i] = plainJSON(c)
		}
		return list
	case yaml.MappingNode:
		object := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			for key.Kind == yaml.AliasNode {
				key = key.Alias
			}
			object[key.Value] = plainJSON(n.Content[i+1])
		}
		return object
	}
	switch n.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true" || n.Value == "True" || n.Value == "TRUE"
	case "!!int", "!!float":
		if x, err := strconv.ParseFloat(n.Value, 64); err == nil && !math.IsInf(x, 0) && !math.IsNaN(x) {
			return x
		}
	}
	return n.Value
}
