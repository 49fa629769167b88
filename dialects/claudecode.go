package dialects

import (
	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// AskUserQuestion is Claude Code's own question tool.
const AskUserQuestion = "AskUserQuestion"

// ClaudeCode reads what Claude Code asks: its question tool, whether any other
// tool may run, and the forms of MCP servers. A document is one of
//
//   - the tool's input, {"questions":[…]}, answered by {"questions":…,"answers":…};
//   - a hook event, PreToolUse (of AskUserQuestion), PermissionRequest or
//     Elicitation, answered by the hook's output;
//   - a control_request (can_use_tool or elicitation) of its stream-json mode,
//     answered by a control_response;
//   - the arguments of a permission prompt tool, {"tool_name":…,"input":…}, or the
//     whole tools/call around them, answered by {"behavior":…}.
//
// Answers are keyed by the question's text, several labels are joined by comma
// and space, a skipped question is left out, and whatever is not an answer denies
// the call with a message. The questions go back as they came, and nothing else
// of the input does: the model can write "answers" into its own call.
type ClaudeCode struct{}

// Read implements [Dialect].
func (ClaudeCode) Read(doc []byte) (*Exchange, error) {
	known := append(rpcMembers(), "questions", "tool_name", "input", "hook_event_name", "tool_input",
		"type", "request", "request_id", "message", "mode", "url", "requested_schema", "requestedSchema")
	members, err := object(doc, "the document", known...)
	if err != nil {
		return verdict(nil).failed(err)
	}
	call, isRPC := rpcOf(members)
	switch {
	case members["hook_event_name"] != nil:
		return readClaudeHook(text(members["hook_event_name"]), members)
	case text(members["type"]) == "control_request":
		return readControlRequest(members)
	case isRPC && call.method == "tools/call":
		return readPermitCall(call)
	case members["tool_name"] != nil:
		return verdict(nil).read(text(members["tool_name"]), members["input"])
	case members["questions"] != nil:
		g := verdict(nil)
		g.allow = func(updatedInput jsontext.Value) []byte { return updatedInput }
		return g.readQuestions(doc)
	}
	return verdict(nil).failed(seam.Errorf(seam.BadRequest, `the document is nothing that Claude Code asks: it has none of "questions", "hook_event_name", "tool_name" or a control_request`))
}

func readClaudeHook(event string, members map[string]jsontext.Value) (*Exchange, error) {
	tool := text(members["tool_name"])
	switch {
	case event == "PreToolUse" && tool == AskUserQuestion:
		return preToolUse().read(tool, members["tool_input"])
	case event == "PermissionRequest":
		return permissionRequest().read(tool, members["tool_input"])
	case event == "Elicitation":
		return readForm(members, func(r formResult) []byte {
			return hookOutput(elicitationOutput{event, r.Action, r.Content})
		})
	}
	return preToolUse().failed(seam.Errorf(seam.BadRequest, "the hook event %q of the tool %q asks nothing that can be answered", event, tool))
}

func readControlRequest(members map[string]jsontext.Value) (*Exchange, error) {
	id := members["request_id"]
	wrap := func(body []byte) []byte {
		return compact(controlResponse{"control_response", controlResult{"success", id, body}})
	}
	request, err := object(members["request"], "the control request", "subtype", "tool_name", "input", "message", "mode", "url", "requested_schema", "requestedSchema")
	if err != nil {
		return verdict(wrap).failed(err)
	}
	switch subtype := text(request["subtype"]); {
	case id.Kind() != '"':
		return verdict(wrap).failed(seam.Errorf(seam.BadRequest, "the control request has no request_id to reply to"))
	case subtype == "can_use_tool":
		return verdict(wrap).read(text(request["tool_name"]), request["input"])
	case subtype == "elicitation":
		return readForm(request, func(r formResult) []byte { return wrap(compact(r)) })
	default:
		return verdict(wrap).failed(seam.Errorf(seam.BadRequest, "the control request %q asks nothing that can be answered", subtype))
	}
}

// readPermitCall reads a call of the permission prompt tool with the JSON-RPC
// around it.
func readPermitCall(call rpc) (*Exchange, error) {
	g := verdict(func(body []byte) []byte {
		type content struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		return call.result(compact(struct {
			Content []content `json:"content"`
		}{[]content{{"text", string(body)}}}))
	})
	if err := call.checkID(); err != nil {
		return g.failed(err)
	}
	params, err := object(call.params, "the parameters", "arguments")
	if err != nil {
		return g.failed(err)
	}
	args, err := object(params["arguments"], "the arguments", "tool_name", "input")
	if err != nil {
		return g.failed(err)
	}
	return g.read(text(args["tool_name"]), args["input"])
}

type controlResponse struct {
	Type     string        `json:"type"`
	Response controlResult `json:"response"`
}

type controlResult struct {
	Subtype   string         `json:"subtype"`
	RequestID jsontext.Value `json:"request_id,omitzero"`
	Response  jsontext.Value `json:"response"`
}
