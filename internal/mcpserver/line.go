package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"standin/internal/jsonl"
	"standin/internal/wire"
)

// line is the connection to the one client of a server: JSON-RPC, a message a
// line. It does two things that the SDK's own transport does not:
//
//   - A line that is no message gets an error, and the line after it is read. The
//     SDK would end, and with it every question that waits.
//   - The end of the input is held back until every request that was read has its
//     reply. The SDK would drop those that it has not begun to handle, so that a
//     client that writes its requests and hangs up got nothing.
//
// A request that the client withdrew needs no reply, and gets none. One whose id
// waits already is refused, since its reply would be taken for the other's.
type line struct {
	out    io.Writer
	read   chan []byte // closed at the end of the input
	hangUp func()      // called when the input has ended
	closed chan struct{}
	close  sync.Once

	writing sync.Mutex

	mu      sync.Mutex
	pending map[jsonrpc.ID]state
	idle    chan struct{} // closed while nothing is pending
}

// state is that of a request that the SDK has not replied to.
type state int

const (
	unanswered state = iota + 1
	withdrawn
)

// Connect implements [mcp.Transport]: a line is its own transport.
func (l *line) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// newLine returns the line to a client. It reads in until its end.
func newLine(in io.Reader, out io.Writer, hangUp func()) *line {
	l := &line{
		out: out, hangUp: hangUp,
		read: make(chan []byte), closed: make(chan struct{}),
		pending: make(map[jsonrpc.ID]state), idle: make(chan struct{}),
	}
	close(l.idle)
	go l.pump(in)
	return l
}

// pump reads lines until the input ends or the line is closed.
func (l *line) pump(in io.Reader) {
	defer close(l.read)
	r := jsonl.NewReader(in, jsonl.DefaultMaxLine)
	var chunk jsonl.Chunk
	for {
		err := r.Next(&chunk)
		for at := range chunk.Lines {
			var text []byte // stays nil for a line that is too long
			if !at.TooLong {
				text = append([]byte{}, chunk.Data()[at.Start:at.End]...)
			}
			select {
			case l.read <- text:
			case <-l.closed:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Read implements [mcp.Connection].
func (l *line) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case text, ok := <-l.read:
			if !ok {
				l.hangUp()
				return nil, l.drain(ctx)
			}
			m, err := decode(text)
			if err == nil {
				err = l.note(m)
			}
			if err == nil {
				return m, nil
			}
			if err := l.refuse(err); err != nil {
				return nil, err
			}
		case <-l.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func decode(text []byte) (jsonrpc.Message, error) {
	if text == nil {
		return nil, fmt.Errorf("the line is longer than %d bytes", jsonl.DefaultMaxLine)
	}
	text, err := wire.Text(text)
	if err != nil {
		return nil, err
	}
	return jsonrpc.DecodeMessage(text)
}

// refuse tells the client that a line was no message. Whose reply that is cannot
// be told, so it has the id null.
func (l *line) refuse(err error) error {
	type fault struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	text, err := json.Marshal(struct {
		Version string    `json:"jsonrpc"`
		ID      *struct{} `json:"id"`
		Error   fault     `json:"error"`
	}{"2.0", nil, fault{jsonrpc.CodeParseError, "the line is refused: " + err.Error()}})
	if err != nil {
		return err
	}
	return l.write(text)
}

// note keeps track of the requests that wait for a reply.
func (l *line) note(m jsonrpc.Message) error {
	r, ok := m.(*jsonrpc.Request)
	if !ok {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.Method == "notifications/cancelled" {
		if id, ok := takenBack(r.Params); ok && l.pending[id] != 0 {
			l.pending[id] = withdrawn
		}
	}
	if !r.IsCall() || r.Method == "subscriptions/listen" { // which ends with the line
		return nil
	}
	if l.pending[r.ID] != 0 {
		return fmt.Errorf("a request with the id %v waits already", r.ID.Raw())
	}
	if len(l.pending) == 0 {
		l.idle = make(chan struct{})
	}
	l.pending[r.ID] = unanswered
	return nil
}

// takenBack returns the id of the request that a client withdraws.
func takenBack(params []byte) (id jsonrpc.ID, ok bool) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(params, &p) != nil {
		return id, false
	}
	id, err := jsonrpc.MakeID(p.RequestID)
	return id, err == nil
}

// settled notes that a request has its reply.
func (l *line) settled(id jsonrpc.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.pending, id)
	if len(l.pending) == 0 {
		close(l.idle)
	}
}

// Write implements [mcp.Connection].
func (l *line) Write(_ context.Context, m jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	r, ok := m.(*jsonrpc.Response)
	if !ok {
		return l.write(text)
	}
	l.mu.Lock()
	st := l.pending[r.ID]
	l.mu.Unlock()
	if st == 0 {
		return nil
	}
	defer l.settled(r.ID)
	if st == withdrawn {
		return nil
	}
	return l.write(text)
}

func (l *line) write(text []byte) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	_, err := l.out.Write(append(text, '\n'))
	return err
}

// drain waits until nothing is pending and returns [io.EOF].
func (l *line) drain(ctx context.Context) error {
	l.mu.Lock()
	idle := l.idle
	l.mu.Unlock()
	select {
	case <-idle:
	case <-l.closed:
	case <-ctx.Done():
		return errors.Join(io.EOF, ctx.Err())
	}
	return io.EOF
}

// Close implements [mcp.Connection]. It does not close the streams.
func (l *line) Close() error {
	l.close.Do(func() { close(l.closed) })
	return nil
}

// SessionID implements [mcp.Connection].
func (*line) SessionID() string { return "" }
