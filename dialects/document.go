package dialects

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"standin/internal/wire"
	"standin/seam"
)

// object reads one object with the given members, each as it was written. A
// member that is null counts as one that is not there. What names the object in
// messages.
func object(text []byte, what string, known ...string) (map[string]jsontext.Value, error) {
	members := make(map[string]jsontext.Value, len(known))
	err := whole(text, func(r *wire.Reader) error {
		return r.Object(what, known, func(key string) (err error) {
			if !r.Null() {
				members[key], err = r.Value()
			}
			return err
		})
	})
	return members, err
}

// whole reads a text that holds exactly one value.
func whole(text []byte, read func(*wire.Reader) error) error {
	text, err := wire.Text(text)
	if err == nil {
		r := wire.NewReader(text)
		if err = read(r); err == nil {
			err = r.End()
		}
	}
	if err != nil {
		return &seam.Error{Code: seam.BadRequest, Err: err}
	}
	return nil
}

// text returns the string that a value holds, "" for any other value and none.
func text(v jsontext.Value) string {
	if v.Kind() != '"' {
		return ""
	}
	b, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return ""
	}
	return string(b)
}

// compact writes a value of this package's own types, whose raw members are
// sound JSON, so that it always succeeds. Strings in raw members stay as they
// were written.
func compact(v any) []byte {
	out, err := json.Marshal(v, jsontext.PreserveRawStrings(true))
	if err != nil {
		panic("dialects: " + err.Error())
	}
	return out
}

// shown writes a sound value as compact JSON for a person to read and a rule to
// match: every string is written in the plainest way, whatever escapes it came in.
func shown(v jsontext.Value) string {
	out, err := json.Marshal(v)
	if err != nil {
		panic("dialects: " + err.Error())
	}
	return string(out)
}

// quoted returns s as a JSON string.
func quoted(s string) jsontext.Value { return wire.AppendString(nil, s) }
