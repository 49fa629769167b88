package mcpserver

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"standin/seam"
)

// first answers each question with its first label, or with text.
func first(_ context.Context, req seam.Request) (seam.Answer, error) {
	if err := seam.CheckQuestions(req.Questions); err != nil {
		return seam.Answer{}, err
	}
	var a seam.Answer
	for _, q := range req.Questions {
		it := seam.Item{ID: q.ID}
		if len(q.Options) > 0 {
			it.Selected = []string{q.Options[0].Label}
		} else {
			text := "typed <b>"
			it.Custom = &text
		}
		a.Answers = append(a.Answers, it)
	}
	return a, nil
}

// connect runs the server and returns a client of it. The server ends with the test.
func connect(t *testing.T, s *Server, opts *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- s.Run(t.Context(), toServer, fromServer)
		fromServer.Close()
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "0"}, opts)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		fromClient.Close()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Error("the server goes on after its client has hung up")
		}
	})
	return session
}

func call(t *testing.T, session *mcp.ClientSession, tool, arguments string) *mcp.CallToolResult {
	t.Helper()
	params := &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)}
	result, err := session.CallTool(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func text(t *testing.T, r *mcp.CallToolResult) string {
	t.Helper()
	if len(r.Content) != 1 {
		t.Fatalf("got %d contents, want one text", len(r.Content))
	}
	return r.Content[0].(*mcp.TextContent).Text
}

const store = `{"questions":[{"question":"Which store?","options":[{"label":"SQLite","description":"file"},{"label":"Postgres"}]},{"id":"why","question":"Why?","multi_select":false}]}`

func TestAsk_textAndStructuredContentAreTheSame(t *testing.T) {
	session := connect(t, &Server{Ask: first, Every: time.Minute}, nil)
	r := call(t, session, "ask_user_question", store)
	want := `{"answers":[{"id":"Which store?","selected":["SQLite"]},{"id":"why","selected":[],"custom":"typed <b>"}]}`
	if got := text(t, r); r.IsError || got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var a, b any
	structured, _ := json.Marshal(r.StructuredContent)
	json.Unmarshal(structured, &a)
	json.Unmarshal([]byte(want), &b)
	if x, y := mustJSON(a), mustJSON(b); x != y {
		t.Errorf("structured content is %s, want %s", x, y)
	}
}

func mustJSON(v any) string { b, _ := json.Marshal(v); return string(b) }

func TestAsk_theToolRunsUnattendedInEveryClient(t *testing.T) {
	session := connect(t, &Server{Ask: first, Every: time.Minute}, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != 1 {
		t.Fatalf("got %d tools, want the one that asks", len(list.Tools))
	}
	tool := list.Tools[0]
	a := tool.Annotations
	if !a.ReadOnlyHint || a.DestructiveHint == nil || *a.DestructiveHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
		t.Errorf("the annotations are %s", mustJSON(a))
	}
	if tool.Meta["anthropic/alwaysLoad"] != true {
		t.Errorf("the metadata is %v", tool.Meta)
	}
}

func TestAsk_failuresTellTheModelWhatToDo(t *testing.T) {
	miss := func(_ context.Context, req seam.Request) (seam.Answer, error) {
		return seam.Answer{}, &seam.Error{Code: seam.Unanswered, Message: "nobody could answer", Open: seam.OpenAll(req.Questions, seam.Unanswered, "no entry matches")}
	}
	session := connect(t, &Server{Ask: miss, Every: time.Minute}, nil)
	for arguments, want := range map[string]string{
		store:                             `open: "Which store?": no entry matches`,
		`{}`:                              "BAD_REQUEST",
		`{"questions":[{"question":7}]}`:  "BAD_REQUEST",
		`{"questions":[],"questions":[]}`: "duplicate key",
		`{"questions":[{"question":"a","multiselect":true}]}`: `did you mean "multiSelect"`,
	} {
		r := call(t, session, "ask_user_question", arguments)
		if got := text(t, r); !r.IsError || !strings.Contains(got, want) || r.StructuredContent != nil {
			t.Errorf("%s: got %v %s, want an error with %s", arguments, r.IsError, got, want)
		}
	}
}

// waiting is an Ask that waits until its context ends, and says so.
func waiting() (ask func(context.Context, seam.Request) (seam.Answer, error), begun chan string, ended chan error) {
	begun, ended = make(chan string, 10), make(chan error, 10)
	return func(ctx context.Context, req seam.Request) (seam.Answer, error) {
		begun <- req.Questions[0].Question
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return seam.Answer{}, seam.Errorf(seam.AskAborted, "aborted")
	}, begun, ended
}

func receive[T any](t *testing.T, c chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(10 * time.Second):
		t.Fatalf("waited too long for %s", what)
		panic("not reached")
	}
}

func TestAsk_theClientsCancellationEndsTheQuestion(t *testing.T) {
	ask, begun, ended := waiting()
	session := connect(t, &Server{Ask: ask, Every: time.Minute}, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go session.CallTool(ctx, &mcp.CallToolParams{Name: "ask_user_question", Arguments: json.RawMessage(store)})
	receive(t, begun, "the question")
	cancel()
	receive(t, ended, "the end of the question")
}

func TestAsk_hangingUpEndsEveryQuestion(t *testing.T) {
	ask, begun, ended := waiting()
	toServer, fromClient := io.Pipe()
	done := make(chan error, 1)
	s := &Server{Ask: ask, Every: time.Minute}
	go func() { done <- s.Run(t.Context(), toServer, io.Discard) }()
	io.WriteString(fromClient, handshake+callLine(1, store)+callLine(2, store))
	receive(t, begun, "the first question")
	receive(t, begun, "the second question beside the first")
	fromClient.Close()
	receive(t, ended, "the end of a question")
	receive(t, ended, "the end of the other question")
	if err := receive(t, done, "the end of the server"); err != nil {
		t.Errorf("got %v, want the plain end of a client that hangs up", err)
	}
}

const handshake = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func callLine(id int, arguments string) string {
	return `{"jsonrpc":"2.0","id":` + mustJSON(id) + `,"method":"tools/call","params":{"name":"ask_user_question","arguments":` + arguments + "}}\n"
}

func TestRun_whatNeedsNoWaitingIsAnsweredAfterTheEndOfInput(t *testing.T) {
	var out strings.Builder
	s := &Server{Ask: first, Immediate: true, Every: time.Minute}
	if err := s.Run(t.Context(), strings.NewReader(handshake+callLine(1, store)), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"selected":["SQLite"]`) {
		t.Errorf("got %s, want the answer", out.String())
	}
}

func TestRun_aLineThatIsNoMessageEndsNothing(t *testing.T) {
	for name, bad := range map[string]string{
		"garbage":   "garbage",
		"truncated": `{"jsonrpc":"2.0","id":7,`,
		"batch":     `[{"jsonrpc":"2.0","id":7,"method":"ping"}]`,
		"UTF-16":    "\xff\xfe{\x00",
		"bad UTF-8": `{"jsonrpc":"2.0","id":7,"method":"` + "\xff" + `"}`,
		"too long":  `{"jsonrpc":"2.0","id":7,"method":"` + strings.Repeat("x", 17<<20) + `"}`,
	} {
		var out strings.Builder
		s := &Server{Ask: first, Immediate: true, Every: time.Minute}
		in := handshake + bad + "\n\r\n" + callLine(1, store)
		if err := s.Run(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := out.String(); !strings.Contains(got, `"SQLite"`) || !strings.Contains(got, `"id":null,"error":{"code":-32700,`) {
			t.Errorf("%s: got %s, want an error and the answer", name, got)
		}
	}
}

func TestRun_everyRequestHasItsReply(t *testing.T) {
	var out strings.Builder
	s := &Server{Ask: first, Immediate: true, Every: time.Minute}
	in := handshake + strings.Repeat(callLine(1, store), 3)
	for i := range 50 {
		in += callLine(i+2, store)
	}
	if err := s.Run(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "\n"); got != 54 {
		t.Errorf("got %d lines, want one for each of the 54 requests", got)
	}
}

func TestRun_aSignalIsTheError(t *testing.T) {
	signal := errors.New("signal")
	ctx, cancel := context.WithCancelCause(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	done := make(chan error, 1)
	go func() { done <- (&Server{Ask: first, Every: time.Minute}).Run(ctx, r, io.Discard) }()
	io.WriteString(w, handshake)
	cancel(signal)
	if err := receive(t, done, "the end of the server"); err != signal {
		t.Errorf("got %v, want the cause", err)
	}
}

func TestRun_aSignalEndsTheQuestionsThatWait(t *testing.T) {
	ask, begun, ended := waiting()
	signal := errors.New("signal")
	ctx, cancel := context.WithCancelCause(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	done := make(chan error, 1)
	go func() { done <- (&Server{Ask: ask, Every: time.Minute}).Run(ctx, r, io.Discard) }()
	io.WriteString(w, handshake+callLine(1, store))
	receive(t, begun, "the question")
	cancel(signal)
	receive(t, ended, "the end of the question")
	if err := receive(t, done, "the end of the server"); err != signal {
		t.Errorf("got %v, want the cause", err)
	}
}

func TestAsk_progressWhileSomebodyThinks(t *testing.T) {
	reported := make(chan *mcp.ProgressNotificationParams, 100)
	enough := make(chan struct{})
	ask := func(ctx context.Context, req seam.Request) (seam.Answer, error) {
		<-enough
		return first(ctx, req)
	}
	session := connect(t, &Server{Ask: ask, Every: time.Millisecond}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { reported <- r.Params },
	})
	params := &mcp.CallToolParams{Name: "ask_user_question", Arguments: json.RawMessage(store)}
	params.SetProgressToken("token")
	result := make(chan error, 1)
	go func() { _, err := session.CallTool(t.Context(), params); result <- err }()
	a, b := receive(t, reported, "progress"), receive(t, reported, "more progress")
	if a.ProgressToken != "token" || a.Progress >= b.Progress {
		t.Errorf("got %+v, then %+v, want progress of the same token", a, b)
	}
	close(enough)
	if err := receive(t, result, "the result"); err != nil {
		t.Error(err)
	}
}

func TestAsk_callsRunInParallel(t *testing.T) {
	var under atomic.Int32
	both := make(chan struct{})
	ask := func(ctx context.Context, req seam.Request) (seam.Answer, error) {
		if under.Add(1) == 2 {
			close(both)
		}
		<-both
		return first(ctx, req)
	}
	session := connect(t, &Server{Ask: ask, Every: time.Minute}, nil)
	results := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask_user_question", Arguments: json.RawMessage(store)})
			results <- err
		}()
	}
	for range 2 {
		if err := receive(t, results, "a result"); err != nil {
			t.Error(err)
		}
	}
}

func TestPermit_onlyAllowAllows(t *testing.T) {
	answer := func(it seam.Item) func(context.Context, seam.Request) (seam.Answer, error) {
		return func(_ context.Context, req seam.Request) (seam.Answer, error) {
			it.ID = req.Questions[0].ID
			return seam.CheckAnswer(req.Questions, seam.Answer{Answers: []seam.Item{it}})
		}
	}
	custom := "Allow"
	const bash = `{"tool_name":"Bash","input":{"command":"ls <a>"},"tool_use_id":"t"}`
	for name, c := range map[string]struct {
		ask       func(context.Context, seam.Request) (seam.Answer, error)
		arguments string
		want      string
	}{
		"allowed":    {answer(seam.Item{Selected: []string{"Allow"}}), bash, `{"behavior":"allow","updatedInput":{"command":"ls <a>"}}`},
		"questions":  {first, `{"tool_name":"AskUserQuestion","input":{"questions":[{"question":"Q?","options":[{"label":"A"}]}],"answers":{"Q?":"B"}}}`, `{"behavior":"allow","updatedInput":{"questions":[{"question":"Q?","options":[{"label":"A"}]}],"answers":{"Q?":"A"}}}`},
		"denied":     {answer(seam.Item{Selected: []string{"Deny"}}), bash, ""},
		"skipped":    {answer(seam.Item{}), bash, ""},
		"own words":  {answer(seam.Item{Custom: &custom}), bash, ""},
		"not asked":  {answer(seam.Item{Selected: []string{"allow"}}), bash, ""},
		"error":      {func(context.Context, seam.Request) (seam.Answer, error) { return seam.Answer{}, io.ErrUnexpectedEOF }, bash, ""},
		"unknown":    {first, `{"tool_name":"Bash","input":{},"allow":true}`, ""},
		"no tool":    {first, `{"input":{}}`, ""},
		"no input":   {first, `{"tool_name":"Bash"}`, ""},
		"twice":      {first, `{"tool_name":"Bash","input":{},"input":{"command":"rm"}}`, ""},
		"bare":       {first, `{"questions":[{"question":"Q?","options":[{"label":"A"}]}]}`, ""},
		"hook event": {first, `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Q?"}]}}`, ""},
		"a list":     {first, `[]`, ""},
	} {
		s := &Server{Ask: c.ask}
		got := string(s.verdict(t.Context(), []byte(c.arguments)))
		if c.want != "" && got != c.want || c.want == "" && !strings.HasPrefix(got, `{"behavior":"deny","message":"`) {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func TestPermit_isThereOnDemandAndAnswersInText(t *testing.T) {
	session := connect(t, &Server{Ask: first, Permit: true, Every: time.Minute}, nil)
	r := call(t, session, "permit", `{"tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"t"}`)
	if got := text(t, r); r.IsError || r.StructuredContent != nil || got != `{"behavior":"allow","updatedInput":{"command":"ls"}}` {
		t.Errorf("got %s", mustJSON(r))
	}
}

// The lines are what the clients of the real programs sent.
func TestRun_capturedClients(t *testing.T) {
	for _, file := range []string{"claude-mcp-tools-call", "codex-mcp-tools-call", "gemini-mcp-tools-call", "opencode-mcp-tools-call", "qwen-mcp-tools-call", "claude-permission-prompt-mcp-call"} {
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("../../dialects/testdata", file+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var payload struct {
				Capture []struct {
					D   string
					Msg json.RawMessage
				}
			}
			if err := json.Unmarshal(data, &payload); err != nil {
				t.Fatal(err)
			}
			in := ""
			for _, c := range payload.Capture {
				var m struct {
					Method string
					ID     *int
				}
				json.Unmarshal(c.Msg, &m)
				if c.D != "in" {
					continue
				}
				if m.Method == "tools/call" && !strings.Contains(in, "initialize") {
					in = handshake
				}
				in += compactLine(t, c.Msg)
				if m.Method == "initialize" {
					in += `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
				}
			}
			var out strings.Builder
			s := &Server{Ask: first, Immediate: true, Permit: true, Every: time.Minute}
			if err := s.Run(t.Context(), strings.NewReader(in), &out); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(strings.NewReader(out.String()))
			n := 0
			for ; lines.Scan(); n++ {
				var m struct {
					JSONRPC string
					Error   any
				}
				if err := json.Unmarshal(lines.Bytes(), &m); err != nil || m.JSONRPC != "2.0" || m.Error != nil {
					t.Errorf("not a good line of JSON-RPC: %s", lines.Text())
				}
			}
			if n != 2 || !strings.Contains(out.String(), "Postgres") {
				t.Errorf("got %d lines, want two and the answer:\n%s", n, out.String())
			}
		})
	}
}

func compactLine(t *testing.T, v json.RawMessage) string {
	t.Helper()
	var x any
	if err := json.Unmarshal(v, &x); err != nil {
		t.Fatal(err)
	}
	return mustJSON(x) + "\n"
}
