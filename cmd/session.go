package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"standin/internal/transcript"
	"standin/providers"
	"standin/seam"
)

// A session is what every command that has questions answered opens: the
// providers that the settings choose, registered on a service, with the time
// limit around each ask, and everything put in order at the end.

// door says what a command lets the providers do.
type door struct {
	// person: auto may choose the prompt.
	person bool
	// jsonl is the provider of that name, nil where the command's streams are
	// not free for it.
	jsonl seam.Provider
	// reading: the command reads its standard input while people are asked.
	reading bool
	// timeout is the default of the setting.
	timeout time.Duration
	// silent: what went well is not told.
	silent bool
}

type session struct {
	Service *seam.Service
	Agents  *seam.Agents

	app        *app
	stack      *providers.Stack
	transcript *transcript.Log // nil for none
	timeout    time.Duration
	silent     bool
	// immediate: the provider answers without waiting.
	immediate bool
}

// open opens a session. A fault in the settings is a [usageError] or a
// [configError], a broken answer file [seam.BadAnswerSet].
func (a *app) open(d door) (*session, error) {
	st, log, err := a.openStack(d)
	if err != nil {
		return nil, err
	}
	s := &session{Agents: &seam.Agents{}, app: a, stack: st, transcript: log, timeout: a.settings.Timeout, silent: d.silent}
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
// less and not 0.
func (s *session) Ask(ctx context.Context, req seam.Request, timeout time.Duration) (seam.Answer, error) {
	if s.immediate {
		ctx = context.WithoutCancel(ctx) // there is no wait that could be ended
	} else if limit := s.limit(timeout); limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	answer, err := s.Service.Ask(ctx, req)
	err = s.hide(err)
	if tell := s.settled(); tell != nil {
		tell(req, answer, err)
	}
	return answer, err
}

// hide returns err without the answer that it speaks of where that is redacted.
func (s *session) hide(err error) error {
	e, ok := errors.AsType[*seam.Error](err)
	if !ok || e.Code != seam.BadAnswer || !slices.Contains(s.app.settings.Redact, e.Question) {
		return err
	}
	return &seam.Error{Code: e.Code, Question: e.Question, Open: e.Open,
		Message: fmt.Sprintf("the answer to question %q does not fit it, and is not shown since it is redacted", e.Question)}
}

// settled returns what has to be told how each request ended, nil for nobody.
func (s *session) settled() func(seam.Request, seam.Answer, error) {
	if s.transcript == nil {
		return nil
	}
	return s.transcript.Write
}

// limit returns how long a request with its own limit may wait, 0 for ever.
func (s *session) limit(own time.Duration) time.Duration {
	if own > 0 && (s.timeout == 0 || own < s.timeout) {
		return own
	}
	return s.timeout
}

// settleTime is how long Close waits for a provider whose ask has ended: to give
// the terminal its modes back, to end a command.
const settleTime = 5 * time.Second

// Close waits until no provider is at work any more, keeps what the answer
// files' uses come to, saves what is recorded, and unless it is silent says what was.
func (s *session) Close() error {
	var errs []error
	if !s.immediate {
		ctx, cancel := context.WithTimeout(context.Background(), settleTime)
		defer cancel()
		errs = append(errs, s.Service.Drain(ctx))
	}
	if s.stack.Replay != nil {
		errs = append(errs, s.stack.Replay.Close())
	}
	if s.stack.Record != nil {
		done, err := s.stack.Record.Close()
		errs = append(errs, err)
		if !s.silent {
			s.app.recorded(done)
		}
	}
	if s.transcript != nil {
		errs = append(errs, s.transcript.Close())
	}
	return errors.Join(errs...)
}
