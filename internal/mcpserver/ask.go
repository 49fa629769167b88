package mcpserver

import (
	"context"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"standin/dialects"
	"standin/internal/wire"
	"standin/seam"
)

const askTool = "ask_user_question"

// askSchema is plain enough for every client: no references, no alternatives.
// The tool has no output schema, since its error is text alone and some clients
// hold even that against the schema.
const askSchema = `{
  "type": "object",
  "properties": {
    "questions": {
      "type": "array",
      "minItems": 1,
      "description": "The questions to ask, answered together.",
      "items": {
        "type": "object",
        "properties": {
          "id": {"type": "string", "description": "A short stable name of the question, which its answer carries. The question's text if left out."},
          "header": {"type": "string", "description": "A title of one to three words."},
          "question": {"type": "string", "description": "The question, complete in itself."},
          "detail": {"type": "string", "description": "What the person has to see to decide: a plan, a diff, a command."},
          "options": {
            "type": "array",
            "description": "The answers to choose from. Leave it out to ask for free text. The person can always answer in words of their own.",
            "items": {
              "type": "object",
              "properties": {
                "label": {"type": "string", "description": "The answer itself, as it comes back."},
                "description": {"type": "string", "description": "What choosing it means."}
              },
              "required": ["label"]
            }
          },
          "multiSelect": {"type": "boolean", "description": "Whether several options may be chosen."},
          "secret": {"type": "boolean", "description": "Whether the answer is a password or a token, which is shown and kept nowhere."},
          "intent": {
            "type": "object",
            "description": "Only for the approval of what stands in detail.",
            "properties": {
              "kind": {"type": "string", "description": "plan-review for a plan."},
              "approve": {"type": "string", "description": "The label that approves; every other one declines."}
            },
            "required": ["kind", "approve"]
          }
        },
        "required": ["question"]
      }
    }
  },
  "required": ["questions"]
}`

func newAskTool() *mcp.Tool {
	return &mcp.Tool{
		Name:  askTool,
		Title: "Ask the user",
		Description: "Ask the person you work for one or more questions and wait for the answers. " +
			`Returns {"answers":[{"id","selected","custom"?}]}, one for each question: the labels chosen, and text of the person's own. ` +
			"Both empty means that the question was skipped.",
		InputSchema: jsontext.Value(askSchema),
		Annotations: unattended("Ask the user"),
		Meta:        mcp.Meta{"anthropic/alwaysLoad": true},
	}
}

// unattended marks a tool as one that changes nothing, so that clients run it
// without asking for permission first.
func unattended(title string) *mcp.ToolAnnotations {
	no := false
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, DestructiveHint: &no, OpenWorldHint: &no}
}

// ask answers a call of the tool. Where there is no answer the result is an error
// that says why and what to do.
func (s *Server) ask(ctx context.Context, arguments []byte) *mcp.CallToolResult {
	req, err := readQuestions(arguments)
	if err != nil {
		return failed(err)
	}
	answer, err := s.Ask(ctx, req)
	if err != nil {
		return failed(err)
	}
	text := wire.AppendAnswer(nil, nil, answer)
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
		StructuredContent: jsontext.Value(text),
	}
}

// readQuestions reads the native shape, in which the model may leave out ids: then
// the question's text is its id.
func readQuestions(arguments []byte) (seam.Request, error) {
	req, err := wire.ReadRequest(arguments)
	if err != nil {
		return seam.Request{}, err
	}
	for i := range req.Questions {
		if q := &req.Questions[i]; q.ID == "" {
			q.ID = q.Question
		}
	}
	return seam.Request{Questions: req.Questions}, nil
}

func failed(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		IsError: true,
		Content: []mcp.Content{&mcp.TextContent{Text: dialects.Reason(err)}},
	}
}
