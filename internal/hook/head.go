package hook

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"standin/internal/wire"
)

// head is what tells whether an event asks something.
type head struct {
	event, tool string
	answered    bool   // the model wrote answers into its own call
	response    string // what the tool came back with, as JSON
}

// readHead reads the whole event strictly and keeps its head.
func readHead(event []byte) (h head, err error) {
	text, err := wire.Text(event)
	if err != nil {
		return h, err
	}
	r := wire.NewReader(text)
	known := []string{"hook_event_name", "tool_name", "tool_input", "tool_response"}
	err = r.Object("the event", known, func(key string) (err error) {
		switch {
		case r.Null():
		case key == "hook_event_name":
			h.event, err = r.String(key)
		case key == "tool_name":
			h.tool, err = r.String(key)
		case key == "tool_response" && r.Kind() == '"':
			h.response, err = r.String(key)
		default:
			var v jsontext.Value
			v, err = r.Value()
			if key == "tool_response" {
				h.response = string(v)
			} else {
				h.answered = len(members(v, "answers")) > 0
			}
		}
		return err
	})
	if err != nil {
		return h, err
	}
	if err := r.End(); err != nil {
		return h, err
	}
	if h.event == "" {
		return h, r.Fault(`the event has no "hook_event_name"`)
	}
	return h, nil
}

// eventNames returns the names that an event gives itself, as far as it can be
// read.
func eventNames(event []byte) []string {
	var names []string
	for _, v := range members(event, "hook_event_name") {
		if name, err := jsontext.AppendUnquote(nil, v); err == nil {
			names = append(names, string(name))
		}
	}
	return names
}

// members returns the values of an object's members of one name, read as far as
// the text is JSON and without a look at whether it may be used.
func members(text []byte, name string) []jsontext.Value {
	dec := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return nil
	}
	var values []jsontext.Value
	for {
		key, err := dec.ReadToken()
		if err != nil || key.Kind() != '"' {
			return values
		}
		wanted := key.String() == name
		v, err := dec.ReadValue()
		if err != nil {
			return values
		}
		if wanted {
			values = append(values, v.Clone())
		}
	}
}
