package wire

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// document reads a text that holds exactly one value.
func document(data []byte, read func(*Reader) error) error {
	text, err := Text(data)
	if err != nil {
		return err
	}
	// Without the white space at its end, a text that was cut off within a string
	// is told from one with a line end in it.
	r := NewReader(bytes.TrimRight(text, " \t\r\n"))
	if err := read(r); err != nil {
		return err
	}
	return r.End()
}

func bad(code seam.Code, err error) *seam.Error { return &seam.Error{Code: code, Err: err} }

// FindID returns the top-level id of a request that could not be read, so that
// its error can be told apart: nil where there is none, more than one, or one
// that is neither a string nor a number, or that cannot be echoed as it is. It
// reads as far as the text is JSON. A number that the text ends with is none,
// since it may have been cut short.
func FindID(data []byte) jsontext.Value {
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return nil
	}
	var id jsontext.Value
	for {
		name, err := dec.ReadToken()
		if err != nil || name.Kind() != '"' {
			return id
		}
		isID := name.String() == "id"
		v, err := dec.ReadValue()
		switch {
		case err != nil:
			return id
		case !isID:
		case id != nil, v.Kind() != '"' && v.Kind() != '0':
			return nil
		case !v.IsValid(): // bytes that are not UTF-8 are let through only beside it
			return nil
		case v.Kind() == '0' && dec.InputOffset() == int64(len(data)):
			return nil
		default:
			id = v.Clone()
		}
	}
}
