package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"standin/providers"
	"standin/seam"
)

// A session is what every command that has questions answered opens: the
// providers that the settings choose, registered on a service, with the time
// limit and the transcript around each ask.

// door says what a command lets the providers do.
type door struct {
	// person: auto may choose the prompt.
	person bool
	// jsonl is the provider of that name, nil where the command's streams are
	// not free for it.
	jsonl seam.Provider
	// timeout is the default of the setting.
	timeout time.Duration
}

type session struct {
	Service *seam.Service
	Agents  *seam.Agents

	stack   *providers.Stack
	timeout time.Duration
	strict  bool
	// immediate: the provider answers without waiting.
	immediate bool
}

// open opens a session. A fault in the settings is a [usageError] or a
// [configError], a broken answer file [seam.BadAnswerSet].
func (a *app) open(d door) (*session, error) {
	st, err := a.openStack(d)
	if err != nil {
		return nil, err
	}
	s := &session{Agents: &seam.Agents{}, stack: st, timeout: a.settings.Timeout,
		// With a state file, only the end of the run can tell what was unused.
		strict: a.settings.Strict && a.settings.State == ""}
	if s.timeout == 0 {
		s.timeout = d.timeout
	}
	s.Service = seam.NewService(s.Agents)
	if p, ok := st.Provider.(seam.Immediate); ok {
		s.immediate = p.Immediate()
	}
	if st.Provider != nil {
		if _, err := s.Service.RegisterProvider(st.Provider); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Ask asks with the time limit of the settings, or with timeout where that is
// less and not 0, and writes the transcript.
func (s *session) Ask(ctx context.Context, req seam.Request, timeout time.Duration) (seam.Answer, error) {
	if s.immediate {
		// Nothing can end the wait, since there is none.
		return s.Service.Ask(context.WithoutCancel(ctx), req)
	}
	if limit := s.limit(timeout); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	return s.Service.Ask(ctx, req)
}

// settleTime is how long Close waits for a provider whose ask has ended: to give
// the terminal its modes back, to end a command.
const settleTime = 5 * time.Second

// Close waits until no provider is at work any more, and keeps what the answer
// files' uses come to.
func (s *session) Close() error {
	var err error
	if !s.immediate {
		ctx, cancel := context.WithTimeout(context.Background(), settleTime)
		defer cancel()
		err = s.Service.Drain(ctx)
	}
	if s.stack.Replay != nil {
		err = errors.Join(err, s.stack.Replay.Close())
	}
	return err
}

// Unused returns the error of the setting strict where answers were left unused.
func (s *session) Unused() error {
	if !s.strict || s.stack.Replay == nil {
		return nil
	}
	var places []string
	for _, e := range s.stack.Replay.Unused() {
		places = append(places, fmt.Sprintf("%s: %s was never used", e.Pos, e.Name()))
	}
	if len(places) == 0 {
		return nil
	}
	return &seam.Error{Code: seam.UnusedAnswer, Message: fmt.Sprintf("%d of the answers were never used\n%s", len(places), strings.Join(places, "\n"))}
}

// limit returns how long a request with its own limit may wait, 0 for ever.
func (s *session) limit(own time.Duration) time.Duration {
	if own > 0 && (s.timeout == 0 || own < s.timeout) {
		return own
	}
	return s.timeout
}
