package dialects

import (
	"bytes"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// A form's schema comes from a server that nobody vouches for. What is read here
// is exactly what the protocol allows, a flat object of plain values, and every
// keyword that narrows a value is either enforced or refused: an answer is never
// sent as fitting a schema that was not understood. The bounds keep a form to
// what a person could fill in.
const (
	maxProperties = 100
	maxChoices    = 1000
	maxName       = 256 // bytes of a property's name
	maxPattern    = 1000
)

// readSchema returns the fields of a form in the order in which they stand there.
func readSchema(text jsontext.Value) ([]field, error) {
	s := readKeywords("the form", text)
	if kind := s.text("type"); kind != "" && kind != "object" {
		s.refuse("it has the type %q instead of object", kind)
	}
	properties := s.take("properties")
	required := s.texts("required", maxProperties)
	if extra := s.take("additionalProperties"); extra != nil && extra.Kind() != 't' && extra.Kind() != 'f' {
		s.refuse("additionalProperties has to be true or false")
	}
	if err := s.end(); err != nil {
		return nil, unsupported(err)
	}
	var fields []field
	if properties != nil {
		err := members(properties, func(name string, v jsontext.Value) error {
			if len(fields) == maxProperties {
				return fmt.Errorf("it has more than %d properties", maxProperties)
			}
			f, err := readField(name, v)
			fields = append(fields, f)
			return err
		})
		if err != nil {
			return nil, unsupported(err)
		}
	}
	for _, name := range required {
		at := -1
		for i := range fields {
			if fields[i].question.ID == name {
				at = i
			}
		}
		if at < 0 {
			return nil, unsupported(fmt.Errorf("it requires %q, which is none of its properties", name))
		}
		fields[at].required = true
	}
	return fields, nil
}

func unsupported(err error) error {
	return &seam.Error{Code: seam.BadRequest, Message: "the form cannot be asked: " + err.Error()}
}

// members calls f for each member of an object that is sound JSON.
func members(object jsontext.Value, f func(name string, value jsontext.Value) error) error {
	if object.Kind() != '{' {
		return fmt.Errorf("an object is wanted where there is %s", object.Kind())
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(object))
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if err := f(key, value.Clone()); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

// elements returns the values of an array that is sound JSON.
func elements(array jsontext.Value) ([]jsontext.Value, error) {
	if array.Kind() != '[' {
		return nil, fmt.Errorf("a list is wanted where there is %s", array.Kind())
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(array))
	if _, err := dec.ReadToken(); err != nil {
		return nil, err
	}
	var list []jsontext.Value
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return nil, err
		}
		list = append(list, value.Clone())
	}
	return list, nil
}

// keywords is one schema of which the keywords are taken one by one. It keeps the
// first fault, so that a reader can take all it wants and look once, at the end;
// a keyword that was not taken by then is a fault too.
type keywords struct {
	what string
	left map[string]jsontext.Value
	err  error
}

func readKeywords(what string, schema jsontext.Value) *keywords {
	s := &keywords{what: what, left: make(map[string]jsontext.Value)}
	err := members(schema, func(key string, v jsontext.Value) error {
		s.left[key] = v
		return nil
	})
	if err != nil {
		s.refuse("%s", err)
	}
	return s
}

func (s *keywords) refuse(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf("%s: %s", s.what, fmt.Sprintf(format, args...))
	}
}

// take returns the value of a keyword and removes it, nil for none.
func (s *keywords) take(key string) jsontext.Value {
	v := s.left[key]
	delete(s.left, key)
	return v
}

func (s *keywords) text(key string) string {
	v := s.take(key)
	if v != nil && v.Kind() != '"' {
		s.refuse("%s has to be a string", key)
	}
	return text(v)
}

// texts takes a list of strings.
func (s *keywords) texts(key string, most int) []string {
	v := s.take(key)
	if v == nil {
		return nil
	}
	list, err := elements(v)
	if err != nil {
		s.refuse("%s: %s", key, err)
	}
	if len(list) > most {
		s.refuse("%s has %d entries, and %d are the most", key, len(list), most)
		return nil
	}
	out := make([]string, len(list))
	for i, e := range list {
		if e.Kind() != '"' {
			s.refuse("%s has to be a list of strings", key)
		}
		out[i] = text(e)
	}
	return out
}

// number takes a number, nil for none.
func (s *keywords) number(key string) *big.Rat {
	v := s.take(key)
	if v == nil {
		return nil
	}
	n, err := parseNumber(string(v))
	if err != nil {
		s.refuse("%s: %s", key, err)
	}
	return n
}

// count takes a whole number that is not negative, -1 for none.
func (s *keywords) count(key string) int {
	n := s.number(key)
	if n == nil {
		return -1
	}
	if !n.IsInt() || n.Sign() < 0 || !n.Num().IsInt64() || n.Num().Int64() > 1<<31-1 {
		s.refuse("%s has to be a whole number from 0 on", key)
		return -1
	}
	return int(n.Num().Int64())
}

// end returns the first fault. Keywords that only describe are fine.
func (s *keywords) end() error {
	for _, key := range []string{"$schema", "$id", "$comment", "title", "description", "examples", "readOnly", "writeOnly", "deprecated"} {
		delete(s.left, key)
	}
	var first string
	for key := range s.left {
		if !strings.HasPrefix(key, "x-") && (first == "" || key < first) {
			first = key
		}
	}
	if first != "" {
		s.refuse("the keyword %s is not supported", strconv.Quote(first))
	}
	return s.err
}

// parseNumber reads a JSON number exactly. Numbers that would take a lot of room
// to write out are refused.
func parseNumber(s string) (*big.Rat, error) {
	const most, mostExponent = 100, 400
	v := jsontext.Value(s)
	if len(s) > most || v.Kind() != '0' || !v.IsValid() || strings.TrimSpace(s) != s {
		return nil, fmt.Errorf("%.*q is not a number", most, s)
	}
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		if e, err := strconv.Atoi(s[at+1:]); err != nil || e > mostExponent || e < -mostExponent {
			return nil, fmt.Errorf("%q is out of range", s)
		}
	}
	n, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, fmt.Errorf("%q is not a number", s)
	}
	return n, nil
}
