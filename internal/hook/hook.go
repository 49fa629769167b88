// Package hook turns one hook call of another agent into a verdict.
//
// The policy, which holds whatever goes wrong:
//
//   - An event that is not a question has no verdict: the agent goes on as if
//     there were no hook.
//   - A question that is answered gets the answer.
//   - Everything else denies, with the reason for the model: nobody could answer,
//     somebody refused, time ran out, the answers or the settings are broken, the
//     event cannot be read. A fault never lets anything pass.
//   - Neutral softens one case: where nobody could answer, there is no verdict.
//     A call into which the model wrote its own answers is denied even then,
//     since the agent would take them for a person's.
package hook

import (
	"context"
	"errors"
	"fmt"
	"io"

	"standin/internal/wire"
	"standin/seam"
)

// Ask puts a request to whoever answers, as [seam.Service.Ask] does. Where the
// settings are broken it returns that error.
type Ask func(context.Context, seam.Request) (seam.Answer, error)

// Handler answers the hook calls of one host.
type Handler struct {
	Host Host
	Ask  Ask
	// Neutral: have no opinion where nobody could answer.
	Neutral bool
	// MaxEvent bounds an event, in bytes.
	MaxEvent int64
}

// Verdict reads one event and returns the JSON to print, nil for no opinion. It
// never fails: a fault is a verdict too.
func (h Handler) Verdict(ctx context.Context, in io.Reader) (verdict []byte) {
	event, err := h.read(in)
	if err != nil {
		return h.unreadable(event, err)
	}
	defer func() {
		if p := recover(); p != nil {
			verdict = h.unreadable(event, fmt.Errorf("the hook panicked: %v", p))
		}
	}()
	head, err := readHead(event)
	switch {
	case err != nil:
		return h.unreadable(event, err)
	case !h.Host.asks(head):
		return nil
	}
	x, err := h.Host.dialect.Read(event)
	if err != nil {
		return x.Failure(err)
	}
	answer, err := h.Ask(ctx, x.Request)
	if err == nil {
		if verdict, err = x.Answer(answer); err == nil {
			return verdict
		}
	}
	if h.Neutral && missed(err) && !head.answered {
		return nil
	}
	return x.Failure(err)
}

// missed reports whether err says that nobody could answer, and nothing worse.
func missed(err error) bool {
	code := seam.CodeOf(err)
	return code == seam.Unanswered || code == seam.NoProvider
}

// read reads the whole event. Of one that is too large it returns the start.
func (h Handler) read(in io.Reader) ([]byte, error) {
	event, err := io.ReadAll(io.LimitReader(in, h.MaxEvent+1))
	if err != nil {
		return event, fmt.Errorf("the event cannot be read: %w", err)
	}
	if int64(len(event)) > h.MaxEvent {
		// The host may not expect that nobody reads on.
		if _, err := io.Copy(io.Discard, in); err != nil {
			return event, fmt.Errorf("the event cannot be read: %w", err)
		}
		return event, fmt.Errorf("the event is larger than %d bytes", h.MaxEvent)
	}
	return event, nil
}

// unreadable denies in the shape of the event as far as that can be told.
func (h Handler) unreadable(event []byte, err error) []byte {
	x, _ := h.Host.dialect.Read(h.Host.stub(eventNames(event)))
	var fault *wire.Fault
	if errors.As(err, &fault) {
		err = &seam.Error{Code: seam.BadRequest, Message: "the hook event cannot be read", Err: err}
	}
	return x.Failure(err)
}
