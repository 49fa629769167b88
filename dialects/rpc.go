package dialects

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// rpc is a JSON-RPC request around what is asked. Some agents leave out the
// version, and then the reply has none either.
type rpc struct {
	version, id, params jsontext.Value
	method              string
}

// rpcOf finds a JSON-RPC request in the members of a document; ok is false where
// the document is something else.
func rpcOf(members map[string]jsontext.Value) (call rpc, ok bool) {
	call = rpc{members["jsonrpc"], members["id"], members["params"], text(members["method"])}
	return call, call.method != "" && call.params != nil
}

// rpcMembers are the members that [rpcOf] looks at.
func rpcMembers() []string { return []string{"jsonrpc", "id", "method", "params"} }

// checkID makes sure that a reply will find its request.
func (c rpc) checkID() error {
	if k := c.id.Kind(); k != '"' && k != '0' {
		return seam.Errorf(seam.BadRequest, "the request %q has no id to reply to", c.method)
	}
	return nil
}

type rpcReply struct {
	Version jsontext.Value `json:"jsonrpc,omitzero"`
	ID      jsontext.Value `json:"id,omitzero"`
	Result  jsontext.Value `json:"result,omitzero"`
	Error   *rpcError      `json:"error,omitzero"`
}

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// result returns the reply that carries a result.
func (c rpc) result(body []byte) []byte {
	return compact(rpcReply{Version: c.version, ID: c.id, Result: body})
}

// fail returns the reply that says why there is none.
func (c rpc) fail(message string) []byte {
	const serverError = -32000 // the first code that JSON-RPC leaves to servers
	return compact(rpcReply{Version: c.version, ID: c.id, Error: &rpcError{serverError, message}})
}
