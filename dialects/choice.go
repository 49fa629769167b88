package dialects

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// choice is one value that a property may have: under its label, and as it may
// also be typed.
type choice struct {
	label, typed string
	value        jsontext.Value
}

// takeChoices takes the values that a string may have, from whichever of the
// ways to write them stands there: enum, enum with enumNames, or a list of const
// and title. It returns nil where there is none.
func (s *keywords) takeChoices() []choice {
	var choices []choice
	ways := 0
	if s.left["enum"] != nil {
		ways++
		plain := s.texts("enum", maxChoices)
		labels := plain
		if s.left["enumNames"] != nil {
			labels = s.texts("enumNames", maxChoices)
		}
		if len(labels) != len(plain) {
			s.refuse("it has %d enumNames for %d values", len(labels), len(plain))
			return nil
		}
		for i := range plain {
			choices = append(choices, choice{labels[i], plain[i], quoted(plain[i])})
		}
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if list := s.take(key); list != nil {
			ways++
			choices = append(choices, s.titled(key, list)...)
		}
	}
	switch {
	case ways > 1:
		s.refuse("its values are listed twice")
	case ways == 1 && len(choices) == 0:
		s.refuse("it allows no value")
	}
	labels, typed := make(map[string]bool), make(map[string]bool)
	for _, c := range choices {
		switch {
		case seam.Blank(c.label):
			s.refuse("one of its values has a blank name")
		case labels[c.label]:
			s.refuse("two of its values have the name %q", c.label)
		case typed[c.typed]:
			s.refuse("the value %q is listed twice", c.typed)
		}
		labels[c.label], typed[c.typed] = true, true
	}
	return choices
}

func (s *keywords) titled(key string, list jsontext.Value) []choice {
	entries, err := elements(list)
	switch {
	case err != nil:
		s.refuse("%s: %s", key, err)
	case len(entries) > maxChoices:
		s.refuse("%s has %d entries, and %d are the most", key, len(entries), maxChoices)
		return nil
	}
	var choices []choice
	for _, entry := range entries {
		e := readKeywords(s.what, entry)
		label := e.text("title")
		value := e.take("const")
		if kind := e.text("type"); value.Kind() != '"' || kind != "" && kind != "string" {
			e.refuse("an entry of %s has to be {\"const\":…,\"title\":…} with a string", key)
		}
		if err := e.end(); err != nil && s.err == nil {
			s.err = err
		}
		if label == "" {
			label = text(value)
		}
		choices = append(choices, choice{label, text(value), quoted(text(value))})
	}
	return choices
}

// readChoice makes the field a choice of one value. check, where it is not nil,
// holds the other rules for the value.
func (f *field) readChoice(s *keywords, choices []choice, check func(string) error) {
	f.offer(choices)
	f.value = func(it seam.Item) (jsontext.Value, error) {
		c, err := find(choices, values(it)[0])
		if err == nil && check != nil {
			err = check(c.typed)
		}
		return c.value, err
	}
}

// readArray makes the field a choice of several values.
func (f *field) readArray(s *keywords) string {
	least, most := s.count("minItems"), s.count("maxItems")
	if unique := s.take("uniqueItems"); unique != nil && unique.Kind() != 't' && unique.Kind() != 'f' {
		s.refuse("uniqueItems has to be true or false")
	}
	items := s.take("items")
	if items == nil {
		s.refuse("a list has to say which items it takes")
		return ""
	}
	i := readKeywords(s.what+" items", items)
	if kind := i.text("type"); kind != "" && kind != "string" {
		i.refuse("the type %q is not supported", kind)
	}
	choices := i.takeChoices()
	if choices == nil {
		i.refuse("a list of anything but given values is not supported")
	}
	if err := i.end(); err != nil && s.err == nil {
		s.err = err
	}
	f.offer(choices)
	f.question.MultiSelect = true
	f.value = func(it seam.Item) (jsontext.Value, error) {
		chosen := make(map[string]bool)
		list := []jsontext.Value{}
		for _, v := range values(it) {
			c, err := find(choices, v)
			if err != nil {
				return nil, err
			}
			if chosen[c.typed] {
				return nil, fmt.Errorf("%q is given twice", c.label)
			}
			chosen[c.typed] = true
			list = append(list, c.value)
		}
		if err := within(len(list), least, most, "values"); err != nil {
			return nil, err
		}
		return compact(list), nil
	}
	return span(least, most, "values")
}

func (f *field) offer(choices []choice) {
	f.choices = choices
	f.question.Options = make([]seam.Option, len(choices))
	for i, c := range choices {
		f.question.Options[i].Label = c.label
	}
}

// find returns the choice of that label, or the one whose value was typed.
func find(choices []choice, s string) (choice, error) {
	for _, c := range choices {
		if c.label == s {
			return c, nil
		}
	}
	for _, c := range choices {
		if c.typed == s {
			return c, nil
		}
	}
	return choice{}, fmt.Errorf("%q is none of the values", s)
}

// within checks a count against bounds, of which -1 is none.
func within(n, least, most int, what string) error {
	if least >= 0 && n < least || most >= 0 && n > most {
		return fmt.Errorf("it has %d %s, and the form takes %s", n, what, span(least, most, what))
	}
	return nil
}

// span says a range of counts in words, "" for none.
func span(least, most int, what string) string {
	switch {
	case least >= 0 && most >= 0:
		return fmt.Sprintf("%d to %d %s", least, most, what)
	case least >= 0:
		return fmt.Sprintf("at least %d %s", least, what)
	case most >= 0:
		return fmt.Sprintf("at most %d %s", most, what)
	}
	return ""
}
