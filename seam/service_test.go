package seam_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"standin/seam"
)

func request() seam.Request {
	return seam.Request{Questions: []seam.Question{{ID: "go", Question: "Go on?", Options: options("Yes", "No")}}}
}

func yes() seam.Answer {
	return seam.Answer{Answers: []seam.Item{{ID: "go", Selected: []string{"Yes"}}}}
}

// TestAsk_reportsTheFirstFaultInOrder gives an ask every combination of the
// faults that are looked for before the provider.
func TestAsk_reportsTheFirstFaultInOrder(t *testing.T) {
	faults := []struct {
		code  seam.Code
		apply func(s *situation)
	}{
		{seam.AskAborted, func(s *situation) { s.cancel() }},
		{seam.EmptyQuestions, func(s *situation) { s.req.Questions = nil }},
		{seam.CallerNotLive, func(s *situation) { s.req.Agent = seam.NewAgent("child") }},
		{seam.DelegatedCaller, func(s *situation) {
			if s.req.Agent == nil {
				s.req.Agent = s.child
			}
		}},
		{seam.BadRequest, func(s *situation) {
			if len(s.req.Questions) > 0 {
				s.req.Questions = append(s.req.Questions, seam.Question{ID: "blank"})
			}
		}},
		{seam.BadIntent, func(s *situation) {
			if len(s.req.Questions) > 0 {
				s.req.Questions[0].Intent = &seam.Intent{Kind: "k", Approve: "Maybe"}
			}
		}},
		{seam.NoProvider, func(s *situation) { s.release() }},
	}
	for set := range 1 << len(faults) {
		s := newSituation(t)
		var want seam.Code
		for i, f := range faults {
			if set&(1<<i) != 0 {
				f.apply(s)
				if want == "" {
					want = f.code
				}
			}
		}
		_, err := s.service.Ask(s.ctx, s.req)
		if got := seam.CodeOf(err); got != want {
			t.Errorf("faults %07b: got %q (%v), want %q", set, got, err, want)
		}
		if s.reached != (set == 0) {
			t.Errorf("faults %07b: provider reached is %v", set, s.reached)
		}
	}
}

// situation is an ask in which nothing is wrong yet.
type situation struct {
	service *seam.Service
	release func()
	child   *seam.Agent
	ctx     context.Context
	cancel  context.CancelFunc
	req     seam.Request
	reached bool
}

func newSituation(t *testing.T) *situation {
	s := &situation{req: request(), child: seam.NewAgent("child")}
	agents := &seam.Agents{}
	if err := agents.Enter(s.child, seam.NewAgent("owner")); err != nil {
		t.Fatal(err)
	}
	s.service = seam.NewService(agents)
	s.release = register(t, s.service, provide(func(context.Context, seam.Request) (seam.Answer, error) {
		s.reached = true
		return yes(), nil
	}))
	s.ctx, s.cancel = context.WithCancel(t.Context())
	t.Cleanup(s.cancel)
	return s
}

func TestAsk_noProviderListsTheQuestions(t *testing.T) {
	_, err := seam.NewService(nil).Ask(t.Context(), request())
	e := seam.AsError(err)
	if len(e.Open) != 1 || e.Open[0].Question.ID != "go" || len(e.Open[0].Question.Options) != 2 {
		t.Errorf("got open questions %+v, want that of the request", e.Open)
	}
}

func TestAsk_codesOfAContextThatIsDone(t *testing.T) {
	service := seam.NewService(nil)
	register(t, service, provide(first))
	why := errors.New("the client hung up")
	cancelled, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	expired, cancelExpired := context.WithTimeout(t.Context(), -1)
	defer cancelExpired()
	if _, err := service.Ask(cancelled, request()); seam.CodeOf(err) != seam.AskAborted || !errors.Is(err, why) {
		t.Errorf("cancelled: got %v, want ASK_ABORTED with its cause", err)
	}
	if _, err := service.Ask(expired, request()); seam.CodeOf(err) != seam.AskTimeout {
		t.Errorf("deadline: got %v, want ASK_TIMEOUT", err)
	}
}

// TestAsk_returnsWhenItsContextEndsWhileTheProviderStillWaits uses a provider
// that ignores its context: Ask returns, what the provider says later is
// dropped, and Drain waits for it.
func TestAsk_returnsWhenItsContextEndsWhileTheProviderStillWaits(t *testing.T) {
	for _, c := range []struct {
		end  error
		want seam.Code
	}{
		{context.Canceled, seam.AskAborted},
		{context.DeadlineExceeded, seam.AskTimeout},
	} {
		t.Run(string(c.want), func(t *testing.T) {
			service := seam.NewService(nil)
			ctx := &endable{Context: t.Context(), done: make(chan struct{})}
			reply, settled := make(chan struct{}), make(chan error, 1)
			register(t, service, provide(func(inner context.Context, _ seam.Request) (seam.Answer, error) {
				seam.OnSettled(inner, func(err error) { settled <- err })
				ctx.end(c.end)
				<-reply
				return yes(), nil
			}))
			got, err := service.Ask(ctx, request())
			if seam.CodeOf(err) != c.want || got.Answers != nil {
				t.Fatalf("got %+v and %v, want %s", got, err, c.want)
			}
			if err := <-settled; seam.CodeOf(err) != c.want {
				t.Errorf("the provider heard %v, want %s", err, c.want)
			}
			now, cancel := context.WithCancel(t.Context())
			cancel()
			if err := service.Drain(now); !errors.Is(err, context.Canceled) {
				t.Errorf("Drain while the provider is at work: got %v, want the context's error", err)
			}
			close(reply)
			if err := service.Drain(t.Context()); err != nil {
				t.Errorf("Drain after it has returned: got %v", err)
			}
		})
	}
}

// endable is a context that ends when the test says so, with the error it says.
type endable struct {
	context.Context
	done chan struct{}
	mu   sync.Mutex
	err  error
}

func (c *endable) end(err error) {
	c.mu.Lock()
	c.err = err
	c.mu.Unlock()
	close(c.done)
}

func (c *endable) Done() <-chan struct{} { return c.done }

func (c *endable) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func TestAsk_dropsAnAnswerThatComesWithTheEndOfItsContext(t *testing.T) {
	service := seam.NewService(nil)
	ctx, cancel := context.WithCancel(t.Context())
	register(t, service, provide(func(context.Context, seam.Request) (seam.Answer, error) {
		cancel()
		return yes(), nil
	}))
	if got, err := service.Ask(ctx, request()); seam.CodeOf(err) != seam.AskAborted || got.Answers != nil {
		t.Errorf("got %+v and %v, want ASK_ABORTED", got, err)
	}
}

// TestAsk_errorsOfAProvider holds also where the context cannot end, for which
// the service takes a shorter way.
func TestAsk_errorsOfAProvider(t *testing.T) {
	var nilError *seam.Error
	refused := seam.Errorf(seam.AskCancelled, "no")
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		ask  func() (seam.Answer, error)
		want seam.Code
		text string
	}{
		{"a coded one keeps its code", func() (seam.Answer, error) { return yes(), refused }, seam.AskCancelled, "no"},
		{"a wrapped one too", func() (seam.Answer, error) { return yes(), fmt.Errorf("in the chain: %w", refused) }, seam.AskCancelled, "no"},
		{"any other is the provider's failure", func() (seam.Answer, error) { return yes(), broken }, seam.ProviderFailed, "the provider failed: broken"},
		{"a context's error of its own is none of the ask's", func() (seam.Answer, error) { return yes(), context.DeadlineExceeded }, seam.ProviderFailed, "deadline exceeded"},
		{"a nil pointer in an error", func() (seam.Answer, error) { return yes(), nilError }, seam.ProviderFailed, "nil pointer"},
		{"no code", func() (seam.Answer, error) { return yes(), &seam.Error{Message: "what"} }, seam.ProviderFailed, "what"},
		{"a panic", func() (seam.Answer, error) { panic("the disk is gone") }, seam.ProviderFailed, "the disk is gone"},
		{"an answer that does not fit", func() (seam.Answer, error) { return seam.Answer{}, nil }, seam.BadAnswer, `"go" is not answered`},
	} {
		for _, ctx := range []context.Context{t.Context(), context.Background()} {
			service := seam.NewService(nil)
			release := register(t, service, provide(func(context.Context, seam.Request) (seam.Answer, error) { return c.ask() }))
			got, err := service.Ask(ctx, request())
			if seam.CodeOf(err) != c.want || !strings.Contains(err.Error(), c.text) || got.Answers != nil {
				t.Errorf("%s: got %+v and %v, want %s with %q", c.name, got, err, c.want, c.text)
			}
			release()
			if err := service.Drain(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAsk_providerThatEndsItsGoroutineFails(t *testing.T) {
	service := seam.NewService(nil)
	register(t, service, provide(func(context.Context, seam.Request) (seam.Answer, error) {
		runtime.Goexit()
		return yes(), nil
	}))
	if _, err := service.Ask(t.Context(), request()); seam.CodeOf(err) != seam.ProviderFailed {
		t.Errorf("got %v, want PROVIDER_FAILED", err)
	}
}

func TestAsk_unansweredListsTheWholeBatchWhereTheProviderListsNothing(t *testing.T) {
	service := seam.NewService(nil)
	shared := &seam.Error{Code: seam.Unanswered, Message: "cannot answer"}
	register(t, service, provide(func(context.Context, seam.Request) (seam.Answer, error) { return seam.Answer{}, shared }))
	_, err := service.Ask(t.Context(), request())
	if e := seam.AsError(err); e.Code != seam.Unanswered || len(e.Open) != 1 || e.Open[0].Question.ID != "go" {
		t.Errorf("got %+v, want UNANSWERED with the question open", e)
	}
	if shared.Open != nil {
		t.Error("the provider's own error has changed")
	}
}

func TestAsk_neverHandsOutAPartialAnswer(t *testing.T) {
	service := seam.NewService(nil)
	req := request()
	req.Questions = append(req.Questions, seam.Question{ID: "more", Question: "More?"})
	register(t, service, provide(func(_ context.Context, r seam.Request) (seam.Answer, error) {
		return yes(), &seam.Error{Code: seam.Unanswered, Open: seam.OpenAll(r.Questions[1:], seam.Unanswered, "")}
	}))
	got, err := service.Ask(t.Context(), req)
	if e := seam.AsError(err); e == nil || len(e.Open) != 1 || e.Open[0].Question.ID != "more" {
		t.Errorf("got error %v, want one question open", err)
	}
	if got.Answers != nil {
		t.Errorf("got %+v, want no items", got)
	}
}

func TestAsk_passesTheWholeRequestOn(t *testing.T) {
	agents := &seam.Agents{}
	root := seam.NewAgent("root")
	if err := agents.Enter(root, nil); err != nil {
		t.Fatal(err)
	}
	service := seam.NewService(agents)
	req := request()
	req.Agent, req.Prior = root, []seam.Item{{ID: "before"}}
	type key struct{}
	register(t, service, provide(func(ctx context.Context, got seam.Request) (seam.Answer, error) {
		if got.Agent != root || len(got.Prior) != 1 || len(got.Questions) != 1 {
			t.Errorf("got request %+v, want %+v", got, req)
		}
		if ctx.Value(key{}) != "value" {
			t.Error("the context has lost its value")
		}
		return yes(), nil
	}))
	if _, err := service.Ask(context.WithValue(t.Context(), key{}, "value"), req); err != nil {
		t.Error(err)
	}
}

func TestCheck_asksTheProviderThatWasActiveThen(t *testing.T) {
	service := seam.NewService(nil)
	release := register(t, service, provide(first))
	checked, err := service.Check(t.Context(), request())
	if err != nil {
		t.Fatal(err)
	}
	release()
	if _, err := service.Ask(t.Context(), request()); seam.CodeOf(err) != seam.NoProvider {
		t.Errorf("a new ask: got %v, want NO_PROVIDER", err)
	}
	if _, err := checked.Ask(t.Context()); err != nil {
		t.Errorf("the ask that was checked before: got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := checked.Ask(ctx); seam.CodeOf(err) != seam.AskAborted {
		t.Errorf("with a context that is done meanwhile: got %v, want ASK_ABORTED", err)
	}
}

func TestRegisterProvider_panicsOnNil(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("got no panic")
		}
	}()
	_, _ = seam.NewService(nil).RegisterProvider(nil)
}

// TestService_underConcurrentUse lets everything happen at once. The race
// detector looks on; what can be said besides is that only one provider is ever
// registered, and that each ask gets its own answer or a code that fits.
func TestService_underConcurrentUse(t *testing.T) {
	const workers, rounds = 8, 200
	agents := &seam.Agents{}
	service := seam.NewService(agents)
	var registered atomic.Int32
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for range rounds {
				if release, err := service.RegisterProvider(provide(echo)); err == nil {
					if n := registered.Add(1); n != 1 {
						t.Errorf("%d providers are registered", n)
					}
					runtime.Gosched()
					registered.Add(-1)
					release()
					release()
				} else if seam.CodeOf(err) != seam.DuplicateProvider {
					t.Errorf("register: got %v", err)
				}
			}
		})
		wg.Go(func() {
			agent := seam.NewAgent(fmt.Sprint("agent ", w))
			for i := range rounds {
				var owner *seam.Agent
				if i%2 == 1 {
					owner = seam.NewAgent("owner")
				}
				if err := agents.Enter(agent, owner); err != nil {
					t.Errorf("enter: got %v", err)
				}
				text := fmt.Sprintf("text %d of %d", i, w)
				ctx, cancel := context.WithCancel(t.Context())
				if i%5 == 0 {
					go cancel()
				}
				got, err := service.Ask(ctx, seam.Request{Questions: []seam.Question{{ID: "q", Question: text}}, Agent: agent})
				cancel()
				switch code := seam.CodeOf(err); {
				case code == "":
					if *got.Answers[0].Custom != text {
						t.Errorf("got %q, want %q", *got.Answers[0].Custom, text)
					}
				case code == seam.NoProvider, code == seam.AskAborted, code == seam.DelegatedCaller && owner != nil:
				default:
					t.Errorf("ask: got %v", err)
				}
				if !agents.Leave(agent) {
					t.Error("the agent was not live")
				}
			}
		})
	}
	wg.Wait()
	if err := service.Drain(t.Context()); err != nil {
		t.Error(err)
	}
}

// echo answers each question with its own text.
func echo(_ context.Context, req seam.Request) (seam.Answer, error) {
	var a seam.Answer
	for _, q := range req.Questions {
		a.Answers = append(a.Answers, seam.Item{ID: q.ID, Custom: &q.Question})
	}
	return a, nil
}
