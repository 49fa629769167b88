// Package mcpserver offers questions to the clients of the Model Context
// Protocol: a tool with which a model asks, for the agents that hide their own
// when nobody is at the keyboard, and on demand a tool that answers whether
// another tool may run.
//
// What an agent's program makes of a tool differs from one to the next, and the
// tools are made so that all of them get the same: the answer is the text and the
// structured content, the annotations let it run unattended, the metadata keeps
// it in sight, and progress is reported for as long as somebody thinks.
package mcpserver

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"standin/seam"
)

// Server is what the tools need. Its methods may be called by several goroutines
// at once, and calls of the tools run in parallel.
type Server struct {
	// Version is the program's own.
	Version string
	// Ask puts a request to whoever answers, as [seam.Service.Ask] does.
	Ask func(context.Context, seam.Request) (seam.Answer, error)
	// Immediate says that Ask never waits for anybody, so that what was asked
	// before the client hung up is still answered.
	Immediate bool
	// Permit adds the tool for Claude Code's --permission-prompt-tool.
	Permit bool
	// Every is how often progress is reported while a call waits.
	Every time.Duration
}

// Run serves one client on a stream of JSON-RPC lines until it hangs up, which
// ends what still waits, or until ctx is done, whose cause is then the error.
// Nothing else is written to out.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	online, end := context.WithCancelCause(context.Background())
	defer end(nil)
	hangUp := func() {
		if !s.Immediate {
			end(errors.New("the client has hung up"))
		}
	}
	// The SDK waits for the calls under way when ctx is done.
	defer context.AfterFunc(ctx, func() { end(context.Cause(ctx)) })()
	err := s.server(online).Run(ctx, newLine(in, out, hangUp))
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// server returns the server for one client; online is done when it hangs up.
func (s *Server) server(online context.Context) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "standin", Title: "standin", Version: s.Version}, &mcp.ServerOptions{
		Instructions: "Ask the person you work for with " + askTool + " whenever a decision is theirs. The answer may take a while. An error says why there is none, and is never a yes.",
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	server.AddTool(newAskTool(), s.during(online, s.ask))
	if s.Permit {
		server.AddTool(newPermitTool(), s.during(online, s.permit))
	}
	return server
}

// during returns a handler that ends when the client hangs up as well as with its
// own context, and reports progress meanwhile.
func (s *Server) during(online context.Context, handle func(context.Context, []byte) *mcp.CallToolResult) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		defer context.AfterFunc(online, func() { cancel(context.Cause(online)) })()
		if token := req.Params.GetProgressToken(); token != nil {
			defer s.report(ctx, req.Session, token)()
		}
		return handle(ctx, req.Params.Arguments), nil
	}
}

// report tells the client every while that the call still waits, and returns the
// function that ends it. No report is under way when that has returned.
func (s *Server) report(ctx context.Context, session *mcp.ServerSession, token any) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(s.Every)
		defer tick.Stop()
		for n := 1; ; n++ {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			// A client that does not take it will not take the result either.
			_ = session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
				ProgressToken: token, Progress: float64(n), Message: "waiting for an answer",
			})
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
