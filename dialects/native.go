package dialects

import (
	"standin/internal/wire"
	"standin/seam"
)

// Native is the seam's own JSON: {"id"?,"questions":[…]} in, {"id"?,"answers":[…]}
// or {"id"?,"error":{…}} out.
type Native struct{}

// Read implements [Dialect].
func (Native) Read(doc []byte) (*Exchange, error) {
	req, err := wire.ReadRequest(doc)
	x := &Exchange{
		Request: seam.Request{Questions: req.Questions},
		Timeout: req.Timeout,
		failure: func(e *seam.Error) []byte { return wire.AppendError(nil, req.ID, e, 0) },
	}
	if err != nil {
		return x, err
	}
	if req.Agent != nil {
		x.Request.Agent = seam.NewAgent(*req.Agent)
	}
	x.answer = func(a seam.Answer) ([]byte, error) { return wire.AppendAnswer(nil, req.ID, a), nil }
	return x, nil
}
