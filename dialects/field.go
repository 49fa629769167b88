package dialects

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// field is one property of a form.
type field struct {
	question seam.Question
	required bool
	choices  []choice // nil where the value is typed
	// value turns an item that is not skipped into the property's value, or says
	// what of the schema it does not fit.
	value func(seam.Item) (jsontext.Value, error)
}

func readField(name string, schema jsontext.Value) (field, error) {
	what := fmt.Sprintf("property %.*q", maxName, name)
	switch {
	case seam.Blank(name), len(name) > maxName:
		return field{}, fmt.Errorf("%s: the name is blank or longer than %d bytes", what, maxName)
	case name == "__proto__", name == "constructor", name == "prototype":
		return field{}, fmt.Errorf("%s: a name with a meaning of its own in JavaScript", what)
	case schema.Kind() != '{':
		return field{}, fmt.Errorf("%s: a schema has to be an object", what)
	}
	s := readKeywords(what, schema)
	title, description := s.text("title"), s.text("description")
	f := field{question: seam.Question{ID: name, Question: title}}
	if seam.Blank(title) {
		f.question.Question = name
	}
	var rules string
	preset := s.take("default")
	kind := s.text("type")
	if kind == "" && (s.left["enum"] != nil || s.left["oneOf"] != nil || s.left["anyOf"] != nil) {
		kind = "string"
	}
	switch kind {
	case "string":
		rules = f.readString(s)
	case "number", "integer":
		rules = f.readNumber(s, kind == "integer")
	case "boolean":
		f.readChoice(s, []choice{{"true", "true", jsontext.Value("true")}, {"false", "false", jsontext.Value("false")}}, nil)
	case "array":
		rules = f.readArray(s)
	case "":
		s.refuse("it has no type")
	default:
		s.refuse("the type %q is not supported", kind)
	}
	if err := s.end(); err != nil {
		return field{}, err
	}
	f.question.Detail = lines(description, rules, f.showDefault(preset))
	return f, nil
}

// showDefault marks the options that the server would take, or returns a line
// that says what it would take. A default is never taken without being chosen.
func (f *field) showDefault(preset jsontext.Value) string {
	if preset == nil || preset.Kind() == 'n' {
		return ""
	}
	if f.choices == nil {
		if preset.Kind() == '"' {
			return "Default: " + text(preset)
		}
		return "Default: " + string(preset)
	}
	wanted := []jsontext.Value{preset}
	if preset.Kind() == '[' {
		wanted, _ = elements(preset)
	}
	for i, c := range f.choices {
		if slices.ContainsFunc(wanted, func(v jsontext.Value) bool { return string(v) == string(c.value) }) {
			f.question.Options[i].Description = "default"
		}
	}
	return ""
}

// lines joins what is not blank, a line each.
func lines(parts ...string) string {
	var out []string
	for _, p := range parts {
		if !seam.Blank(p) {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n")
}
