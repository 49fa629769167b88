// Package prompt asks a person at the terminal.
//
// # The policy
//
// survey draws; this package guards it. survey never touches the terminal: what
// it draws goes to a canvas in memory, which is painted on the terminal in rows
// that fit, and what it reads are single keys that were decoded and judged
// before. So a wrapped label, a resize or a cursor query cannot confuse it, and
// no key reaches it that would make it answer by accident.
//
// Nothing is an answer but what was chosen or typed and then entered. Ctrl-D and
// the entry Cancel refuse the batch (ASK_CANCELLED). Ctrl-C stops the program
// (ASK_ABORTED, with [terminal.ErrInterrupt] as the cause). Without a terminal,
// in the background of one, or when it goes away, the questions are UNANSWERED.
// What was typed before a question is on the screen is dropped.
//
// Everything that comes from the asker is made visible before it is printed, in
// the pager too. An answer is found by the place of the chosen option, never by
// the text that was shown for it.
//
// With a dumb terminal, or where it is asked for, questions are numbered lines
// without one escape byte, which is also the mode for screen readers.
package prompt

import (
	"context"
	"errors"
	"os"
	"slices"

	"standin/internal/terminal"
	"standin/seam"
)

// Name is what the provider is called in [seam.Source].
const Name = "prompt"

// Options are the provider's settings. The zero value asks on the controlling
// terminal in the way its environment says.
type Options struct {
	// Plain asks by numbered lines whatever the terminal could do.
	Plain bool
	// Open opens the terminal; nil for [terminal.OpenControlling]. It is called
	// once for each batch.
	Open func() (*terminal.Terminal, error)
	// Getenv reads TERM, NO_COLOR and PAGER; nil for [os.Getenv].
	Getenv func(string) string
	// Redact are the ids of questions whose answers, as those of secret ones, are
	// in no message.
	Redact []string
}

// Provider asks a person. It implements [seam.Provider]: one batch at a time,
// the others wait for their turn or for the end of their context.
type Provider struct {
	opts Options
	turn chan struct{}
}

// New returns a provider. It does not look for a terminal yet.
func New(opts Options) *Provider {
	if opts.Open == nil {
		opts.Open = terminal.OpenControlling
	}
	if opts.Getenv == nil {
		opts.Getenv = os.Getenv
	}
	return &Provider{opts: opts, turn: make(chan struct{}, 1)}
}

// Ask puts the questions to the person one after the other. With any error come
// the items that were answered before it. The codes are ASK_CANCELLED,
// ASK_ABORTED, ASK_TIMEOUT, PROVIDER_FAILED, and UNANSWERED with the questions
// that are open where there is no terminal to ask on.
func (p *Provider) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	items, err := p.ask(ctx, req)
	if err != nil {
		return seam.Answer{Answers: items}, failure(err, req.Questions, items)
	}
	return seam.Answer{Answers: items}, nil
}

func (p *Provider) ask(ctx context.Context, req seam.Request) (items []seam.Item, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	t, err := p.opts.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := t.Start(ctx); err != nil {
		return nil, err
	}
	s := &session{ctx: ctx, face: p.face(ctx, t), term: t, total: len(req.Questions)}
	if err := s.face.begin(); err != nil {
		return nil, err
	}
	if err := s.prior(req.Prior); err != nil {
		return nil, err
	}
	for i := range req.Questions {
		item, err := s.ask(i, &req.Questions[i])
		if err != nil {
			err = cause(ctx, err)
			s.face.end(ending(err, before(items)))
			return items, err
		}
		item.Source = seam.Source{Provider: Name, Redact: req.Questions[i].Secret || slices.Contains(p.opts.Redact, item.ID)}
		items = append(items, item)
	}
	return items, nil
}

// cause returns the signal that ended ctx where that is what err comes from.
func cause(ctx context.Context, err error) error {
	if signal, ok := errors.AsType[terminal.SignalError](context.Cause(ctx)); ok && errors.Is(err, ctx.Err()) {
		return signal
	}
	return err
}

// face chooses how to ask on this terminal.
func (p *Provider) face(ctx context.Context, t *terminal.Terminal) face {
	term := p.opts.Getenv("TERM")
	if p.opts.Plain || terminal.LinesOnly || term == "" || term == "dumb" {
		return &plain{ctx: ctx, term: t}
	}
	return newDrawn(ctx, t, p.opts.Getenv("NO_COLOR") == "", p.opts.Getenv("PAGER"))
}
