package seam

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Provider answers requests. The service calls Ask with a request that has
// passed every check, possibly from several goroutines at once; a provider says
// in its doc comment how it serialises them.
//
// Ask returns one item for each question, in any order, or an error; where it
// is an [*Error] its code is kept, and anything else becomes [ProviderFailed].
// Items that come with an error are a partial answer, which only a chain or a
// recorder reads. Every item names the provider in its Source. Ask returns an
// error soon after ctx is done, also where it is done at the start, with its
// resources free. It does not change the request, whose questions belong to
// the asker. Package seamtest checks all this.
type Provider interface {
	Ask(ctx context.Context, req Request) (Answer, error)
}

// Immediate is implemented by a provider that may be able to answer without
// waiting for a person, a program or the clock. A caller that serves many asks
// need not prepare to cancel one of an immediate provider.
type Immediate interface {
	Immediate() bool
}

// Service stands between askers and the one active provider. Its methods may be
// called by several goroutines at once. The zero value has no live agents.
type Service struct {
	agents *Agents

	mu     sync.Mutex
	active *registration
	calls  sync.WaitGroup // provider calls under way, also abandoned ones
}

type registration struct{ provider Provider }

// NewService returns a service without a provider. Agents is the registry of
// live agents, nil for none: then no request may name an agent.
func NewService(agents *Agents) *Service { return &Service{agents: agents} }

// RegisterProvider makes p the active provider and returns the function that
// takes it away again, which may be called any number of times and never
// removes a successor. It fails with [DuplicateProvider] while another provider
// is registered, and panics where p is nil.
func (s *Service) RegisterProvider(p Provider) (release func(), err error) {
	if p == nil {
		panic("seam: RegisterProvider with a nil provider")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.active != nil {
		return nil, Errorf(DuplicateProvider, "a provider is registered already")
	}
	r := &registration{p}
	s.active = r
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.active == r {
			s.active = nil
		}
	}, nil
}

// Ask checks req, puts it to the provider and checks the answer.
//
// The checks come in this order, and the first that fails is the error, before
// any provider is reached: [AskAborted] or [AskTimeout] where ctx is already
// done, [EmptyQuestions], [CallerNotLive], [DelegatedCaller], [BadRequest],
// [BadIntent], [NoProvider]. When ctx ends before the provider has answered,
// Ask returns [AskAborted] or [AskTimeout] at once and drops a late answer. The
// error is always an [*Error].
func (s *Service) Ask(ctx context.Context, req Request) (Answer, error) {
	checked, err := s.Check(ctx, req)
	if err != nil {
		return Answer{}, err
	}
	return checked.Ask(ctx)
}

// Checked is a request that has passed the checks and may be asked once.
type Checked struct {
	service  *Service
	provider Provider
	req      Request
}

// Check applies the checks of [Service.Ask] that come before the provider, for
// a caller that asks later than it reads.
func (s *Service) Check(ctx context.Context, req Request) (Checked, error) {
	if err := ended(ctx); err != nil {
		return Checked{}, err
	}
	if len(req.Questions) == 0 {
		return Checked{}, CheckQuestions(nil)
	}
	if req.Agent != nil {
		if err := s.agents.mayAsk(req.Agent); err != nil {
			return Checked{}, err
		}
	}
	if err := CheckQuestions(req.Questions); err != nil {
		return Checked{}, err
	}
	s.mu.Lock()
	r := s.active
	s.mu.Unlock()
	if r == nil {
		return Checked{}, &Error{Code: NoProvider, Message: "no provider is registered that could answer", Open: OpenAll(req.Questions, Unanswered, "")}
	}
	return Checked{s, r.provider, req}, nil
}

// OpenAll lists questions as open, all for the same reason.
func OpenAll(questions []Question, code Code, reason string) []Open {
	open := make([]Open, len(questions))
	for i, q := range questions {
		open[i] = Open{Question: q, Code: code, Reason: reason}
	}
	return open
}

type outcome struct {
	answer Answer
	err    error
}

// Ask puts the request to the provider that was active when it was checked, and
// returns what [Service.Ask] does.
func (c Checked) Ask(ctx context.Context) (answer Answer, err error) {
	settled := &settlement{Context: ctx}
	defer func() { settled.settle(err) }()
	if err := ended(ctx); err != nil {
		return Answer{}, err
	}
	c.service.calls.Add(1)
	if ctx.Done() == nil {
		defer c.service.calls.Done()
		return c.judge(ctx, c.call(settled))
	}
	result := make(chan outcome, 1)
	go func() {
		defer c.service.calls.Done()
		o := outcome{err: Errorf(ProviderFailed, "the provider ended its goroutine")}
		defer func() { result <- o }() // also where the provider calls runtime.Goexit
		o = c.call(settled)
	}()
	select {
	case o := <-result:
		return c.judge(ctx, o)
	case <-ctx.Done():
		return Answer{}, ended(ctx)
	}
}

// call runs the provider. A panic in one becomes its error, so that it ends one
// ask and not the program that serves many.
func (c Checked) call(ctx context.Context) (o outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = outcome{err: Errorf(ProviderFailed, "the provider panicked: %v", p)}
		}
	}()
	o.answer, o.err = c.provider.Ask(ctx, c.req)
	return o
}

// judge turns what a provider returned into what the asker gets.
func (c Checked) judge(ctx context.Context, o outcome) (Answer, error) {
	if err := ended(ctx); err != nil {
		return Answer{}, err
	}
	if o.err == nil {
		return CheckAnswer(c.req.Questions, o.answer)
	}
	e := AsError(o.err)
	if e.Code == Unanswered && len(e.Open) == 0 {
		listed := *e
		listed.Open = OpenAll(c.req.Questions, Unanswered, "")
		return Answer{}, &listed
	}
	return Answer{}, e
}

// Drain waits until no provider is at work any more, those included whose ask
// has ended before them, or until ctx is done, whose error it then returns.
// Nothing may be asked meanwhile.
func (s *Service) Drain(ctx context.Context) error {
	idle := make(chan struct{})
	go func() {
		s.calls.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("a provider is still at work: %w", ctx.Err())
	}
}

// ended returns the error of a context that is done, nil for one that is not.
func ended(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{Code: AskTimeout, Message: "nobody answered in time", Err: cause(ctx)}
	default:
		return &Error{Code: AskAborted, Message: "the ask was aborted", Err: cause(ctx)}
	}
}

// cause returns why ctx is done where that says more than its error does.
func cause(ctx context.Context) error {
	if c := context.Cause(ctx); !errors.Is(c, ctx.Err()) {
		return c
	}
	return nil
}
