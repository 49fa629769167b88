package mcpserver

import (
	"context"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"standin/dialects"
	"standin/seam"
)

const permitSchema = `{
  "type": "object",
  "properties": {
    "tool_name": {"type": "string", "description": "The tool that wants to run."},
    "input": {"type": "object", "description": "Its input."},
    "tool_use_id": {"type": "string"}
  },
  "required": ["tool_name", "input"]
}`

func newPermitTool() *mcp.Tool {
	return &mcp.Tool{
		Name:        "permit",
		Title:       "Decide whether a tool may run",
		Description: "Answers permission prompts, for the client's --permission-prompt-tool. Not for the model.",
		InputSchema: jsontext.Value(permitSchema),
		Annotations: unattended("Decide whether a tool may run"),
	}
}

// permit answers a call of the tool with Claude Code's verdict. Only the answer
// Allow allows: whatever else comes back, and whatever goes wrong, denies.
func (s *Server) permit(ctx context.Context, arguments []byte) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(s.verdict(ctx, arguments))}}}
}

func (s *Server) verdict(ctx context.Context, arguments []byte) []byte {
	if err := onlyKnown(arguments); err != nil {
		x, _ := dialects.ClaudeCode{}.Read([]byte(`{}`))
		return x.Failure(err)
	}
	x, err := dialects.ClaudeCode{}.Read(arguments)
	if err != nil {
		return x.Failure(err)
	}
	answer, err := s.Ask(ctx, x.Request)
	if err != nil {
		return x.Failure(err)
	}
	verdict, err := x.Answer(answer)
	if err != nil {
		return x.Failure(err)
	}
	return verdict
}

// onlyKnown refuses arguments with more in them than was understood, and those of
// another shape that the dialect reads as well.
func onlyKnown(arguments []byte) error {
	var known struct {
		Tool  string         `json:"tool_name"`
		Input jsontext.Value `json:"input"`
		ID    string         `json:"tool_use_id"`
	}
	if err := json.Unmarshal(arguments, &known, json.RejectUnknownMembers(true)); err != nil {
		return &seam.Error{Code: seam.BadRequest, Message: "the arguments are not exactly tool_name, input and tool_use_id", Err: err}
	}
	return nil
}
