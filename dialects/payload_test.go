package dialects

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"standin/seam"
)

// at returns the value at a path like "capture/0/msg" of a captured payload.
func at(t *testing.T, file, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	v := json.RawMessage(data)
	for _, key := range strings.Split(path, "/") {
		if i, err := strconv.Atoi(key); err == nil {
			var list []json.RawMessage
			if err := json.Unmarshal(v, &list); err != nil {
				t.Fatalf("%s: %s: %v", file, key, err)
			}
			v = list[i]
			continue
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal(v, &object); err != nil {
			t.Fatalf("%s: %s: %v", file, key, err)
		}
		v = object[key]
	}
	return v
}

func chosen(id string, labels ...string) seam.Item {
	return seam.Item{ID: id, Selected: append([]string{}, labels...)}
}

func typed(id, text string) seam.Item {
	return seam.Item{ID: id, Selected: []string{}, Custom: &text}
}

func sameJSON(t *testing.T, got, want []byte) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("the output is no JSON: %v\n%s", err, got)
	}
	if err := json.Unmarshal(want, &w); err != nil {
		t.Fatalf("the expectation is no JSON: %v\n%s", err, want)
	}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Errorf("-want +got:\n%s\ngot %s", diff, got)
	}
}

// The payloads are what the real programs sent and took.
func TestPayloads_goBothWays(t *testing.T) {
	two := []seam.Item{chosen("Which store?", "SQLite"), chosen("Which extras?", "Cache", "Metrics, full")}
	tracing := []seam.Item{chosen("Which store?", "SQLite"), chosen("Which extras?", "Tracing")}
	store := []seam.Item{chosen("store", "SQLite")}
	for _, c := range []struct {
		dialect, file, in, out string
		answer                 []seam.Item
	}{
		{"claude-code", "claude-control-can_use_tool.json", "capture/0/msg", "capture/1/msg", two},
		{"claude-code", "claude-http-hook.json", "capture/0/body", "capture/0/answer", tracing},
		{"claude-code", "claude-pretooluse-hook.json", "capture/in", "capture/out", two},
		{"claude-code", "claude-pretooluse-hook.json", "capture/in/tool_input", "capture/out/hookSpecificOutput/updatedInput", two},
		{"claude-code", "claude-permission-prompt-mcp-call.json", "capture/0/msg", "capture/1/msg", tracing},
		{"claude-code", "claude-control-elicitation.json", "capture/0/msg", "capture/1/msg", []seam.Item{chosen("store", "SQLite"), chosen("note")}},
		{"claude-code", "claude-elicitation-hook.json", "capture/in", "capture/out", []seam.Item{chosen("store", "SQLite"), typed("note", "from hook")}},
		{"mcp-elicitation", "claude-elicitation-hook.json", "capture/in", "capture/out", []seam.Item{chosen("store", "SQLite"), typed("note", "from hook")}},
		{"mcp-elicitation", "claude-control-elicitation.json", "capture/0/msg/request", "capture/1/msg/response/response", []seam.Item{chosen("store", "SQLite"), chosen("note")}},
		{"codex", "codex-appserver-requestUserInput.json", "capture/4/msg", "capture/5/msg", store},
		{"codex", "codex-appserver-requestUserInput.json", "capture/4/msg/params", "capture/5/msg/result", store},
		{"opencode", "opencode-question-events.json", "capture/0/msg", "capture/2/body", two},
		{"opencode", "opencode-question-events.json", "capture/1/reply/0", "capture/2/body", two},
		{"qwen", "qwen-acp-request_permission.json", "capture/0/msg/params", "capture/1/msg/result", two},
	} {
		t.Run(c.dialect+"/"+c.file+"/"+c.in, func(t *testing.T) {
			in := at(t, c.file, c.in)
			var head struct {
				Method string `json:"method"`
			}
			json.Unmarshal(in, &head)
			x, err := Named(c.dialect).Read(in)
			if err != nil {
				t.Fatal(err)
			}
			got, err := x.Answer(seam.Answer{Answers: c.answer})
			if err != nil {
				t.Fatal(err)
			}
			want := at(t, c.file, c.out)
			if strings.Contains(string(in), `"jsonrpc"`) {
				var w map[string]any
				json.Unmarshal(want, &w)
				w["jsonrpc"] = "2.0" // the capture shows the reply without it
				want, _ = json.Marshal(w)
			}
			sameJSON(t, got, want)
		})
	}
}

func TestPayloads_withoutAnAnswer(t *testing.T) {
	miss := &seam.Error{Code: seam.Unanswered, Message: "no entry matches"}
	refused := &seam.Error{Code: seam.AskCancelled, Message: "a person must decide"}
	reasonOf := func(e *seam.Error) string { b, _ := json.Marshal(reason(e)); return string(b) }
	for _, c := range []struct {
		dialect, file, in string
		err               *seam.Error
		want              string
	}{
		{"claude-code", "claude-pretooluse-hook.json", "capture/in", miss, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":` + reasonOf(miss) + `}}`},
		{"claude-code", "claude-control-can_use_tool.json", "capture/0/msg", refused, `{"type":"control_response","response":{"subtype":"success","request_id":"00000000-0000-4000-8000-000000000009","response":{"behavior":"deny","message":` + reasonOf(refused) + `}}}`},
		{"claude-code", "claude-elicitation-hook.json", "capture/in", miss, `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"cancel"}}`},
		{"claude-code", "claude-elicitation-hook.json", "capture/in", refused, `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}`},
		{"codex", "codex-exec-hook-posttooluse.json", "capture/in", miss, `{"decision":"block","reason":` + reasonOf(miss) + `}`},
		{"codex", "codex-exec-hook-pretooluse.json", "capture/in", miss, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":` + reasonOf(miss) + `}}`},
		{"codex", "codex-appserver-requestUserInput.json", "capture/4/msg", miss, `{"id":0,"error":{"code":-32000,"message":` + reasonOf(miss) + `}}`},
		{"codex", "codex-appserver-requestUserInput.json", "capture/4/msg/params", miss, `{"answers":{}}`},
		{"opencode", "opencode-question-reject.json", "capture/0/msg", refused, `{}`},
		{"qwen", "qwen-acp-request_permission.json", "capture/0/msg", refused, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"cancel"}}}`},
		{"qwen", "qwen-acp-request_permission.json", "capture/0/msg", miss, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`},
	} {
		t.Run(c.dialect+"/"+c.file+"/"+string(c.err.Code), func(t *testing.T) {
			x, err := Named(c.dialect).Read(at(t, c.file, c.in))
			if err != nil {
				t.Fatal(err)
			}
			sameJSON(t, x.Failure(c.err), []byte(c.want))
		})
	}
}
