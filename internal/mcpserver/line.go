package mcpserver

import (
	"context"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// line is the connection to one client. The SDK drops the requests that it has
// not begun to handle when the input ends, so that a client that writes its
// requests and hangs up would get no reply: the line keeps the end of the input
// back until every request that was read has its reply. A request that the
// client withdrew needs none, and gets none.
type line struct {
	mcp.Connection
	hangUp func() // called when the input has ended, before waiting

	mu      sync.Mutex
	changed *sync.Cond
	pending map[jsonrpc.ID]bool
	closed  bool
}

// Read implements [mcp.Connection].
func (l *line) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := l.Connection.Read(ctx)
	if err != nil {
		l.hangUp()
		l.drain()
		return nil, err
	}
	if r, ok := m.(*jsonrpc.Request); ok {
		switch {
		case r.IsCall():
			l.set(r.ID, true)
		case r.Method == "notifications/cancelled":
			if id, ok := withdrawn(r.Params); ok {
				l.set(id, false)
			}
		}
	}
	return m, nil
}

// withdrawn returns the id of the request that a client takes back.
func withdrawn(params []byte) (id jsonrpc.ID, ok bool) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(params, &p) != nil {
		return id, false
	}
	id, err := jsonrpc.MakeID(p.RequestID)
	return id, err == nil
}

// Write implements [mcp.Connection].
func (l *line) Write(ctx context.Context, m jsonrpc.Message) error {
	r, ok := m.(*jsonrpc.Response)
	if !ok {
		return l.Connection.Write(ctx, m)
	}
	l.mu.Lock()
	wanted := l.pending[r.ID]
	l.mu.Unlock()
	if !wanted {
		return nil
	}
	defer l.set(r.ID, false)
	return l.Connection.Write(ctx, m)
}

// Close implements [mcp.Connection].
func (l *line) Close() error {
	l.mu.Lock()
	l.closed = true
	l.changed.Broadcast()
	l.mu.Unlock()
	return l.Connection.Close()
}

func (l *line) set(id jsonrpc.ID, pending bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if pending {
		l.pending[id] = true
	} else {
		delete(l.pending, id)
	}
	l.changed.Broadcast()
}

// drain waits until nothing is pending, or the line is closed.
func (l *line) drain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.pending) > 0 && !l.closed {
		l.changed.Wait()
	}
}

// lineTransport makes the one connection of a server.
type lineTransport struct {
	mcp.Transport
	hangUp func()
}

// Connect implements [mcp.Transport].
func (t lineTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	l := &line{Connection: c, hangUp: t.hangUp, pending: make(map[jsonrpc.ID]bool)}
	l.changed = sync.NewCond(&l.mu)
	return l, nil
}
