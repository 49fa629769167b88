package chain_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"standin/internal/atonce"
	"standin/providers/chain"
	"standin/seam"
)

// fake answers the questions that it has an entry for and leaves the others
// open; it remembers the requests it got.
type fake struct {
	answers map[string]string // id to label
	open    map[string]seam.Open
	err     error // instead of leaving questions open
	got     []seam.Request
}

func (f *fake) Ask(_ context.Context, req seam.Request) (seam.Answer, error) {
	f.got = append(f.got, req)
	var a seam.Answer
	var open []seam.Open
	for _, q := range req.Questions {
		if label, ok := f.answers[q.ID]; ok {
			a.Answers = append(a.Answers, seam.Item{ID: q.ID, Selected: []string{label}})
			continue
		}
		o, ok := f.open[q.ID]
		if !ok {
			o = seam.Open{Code: seam.Unanswered, Reason: "nothing is known about " + q.ID}
		}
		o.Question = q
		open = append(open, o)
	}
	switch {
	case f.err != nil:
		return a, f.err
	case len(open) > 0:
		return a, &seam.Error{Code: open[0].Code, Message: "question " + open[0].Question.ID + " is open", Open: open}
	}
	return a, nil
}

// ask puts questions with the ids, each with the options A and B, to a chain.
func ask(ids []string, members ...chain.Member) (seam.Answer, error) {
	var req seam.Request
	for _, id := range ids {
		req.Questions = append(req.Questions, seam.Question{ID: id, Question: "which?", Options: []seam.Option{{Label: "A"}, {Label: "B"}}})
	}
	return chain.New(members...).Ask(context.Background(), req)
}

// told writes an answer as "id=label@provider".
func told(a seam.Answer) string {
	var out []string
	for _, it := range a.Answers {
		out = append(out, it.ID+"="+strings.Join(it.Selected, "+")+"@"+it.Source.Provider)
	}
	return strings.Join(out, " ")
}

func TestChain_eachMemberAnswersWhatItCanAndOrderIsKept(t *testing.T) {
	files := &fake{answers: map[string]string{"b": "B"}, open: map[string]seam.Open{"c": {Code: seam.StaleAnswer, Reason: "ci.yaml:4 says Z"}}}
	program := &fake{answers: map[string]string{"a": "A", "c": "A"}}
	last := &fake{answers: map[string]string{"a": "B", "b": "A", "c": "B"}}

	answer, err := ask([]string{"a", "b", "c"},
		chain.Member{Name: "replay", Provider: files}, chain.Member{Name: "exec", Provider: program}, chain.Member{Name: "prompt", Provider: last})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(answer), "a=A@exec b=B@replay c=A@exec"; got != want {
		t.Errorf("answer\n got %s\nwant %s", got, want)
	}
	if len(last.got) > 0 {
		t.Errorf("the third member was asked %v although nothing was open", last.got)
	}
	got := program.got[0]
	type passed struct{ ID, Notice string }
	var notices []passed
	for _, q := range got.Questions {
		notices = append(notices, passed{q.ID, q.Notice})
	}
	if diff := cmp.Diff([]passed{{"a", "nothing is known about a"}, {"c", "ci.yaml:4 says Z"}}, notices); diff != "" {
		t.Errorf("the second member got other questions or notices (-want +got):\n%s", diff)
	}
	if got, want := told(seam.Answer{Answers: got.Prior}), "b=B@replay"; got != want {
		t.Errorf("the second member was told of the answers %q, want %q", got, want)
	}
}

func TestChain_firstReasonIsTheErrorIfNobodyCanAnswer(t *testing.T) {
	files := &fake{answers: map[string]string{"a": "A"}, open: map[string]seam.Open{"c": {Code: seam.StaleAnswer, Reason: "ci.yaml:4 says Z"}}}
	prompt := &fake{
		answers: map[string]string{"b": "B"},
		open:    map[string]seam.Open{"c": {Code: seam.Unanswered, Reason: "there is no terminal"}},
	}
	answer, err := ask([]string{"a", "b", "c", "d"}, chain.Member{Name: "replay", Provider: files}, chain.Member{Name: "prompt", Provider: prompt})

	e := seam.AsError(err)
	if e.Code != seam.StaleAnswer || e.Question != "c" || !strings.Contains(e.Message, "ci.yaml:4 says Z") {
		t.Errorf("got error %s for question %q: %s; want STALE_ANSWER for c with the reason of replay", e.Code, e.Question, e.Message)
	}
	type open struct {
		ID      string
		Code    seam.Code
		Reason  string
		Options int
	}
	var got []open
	for _, o := range e.Open {
		got = append(got, open{o.Question.ID, o.Code, o.Reason, len(o.Question.Options)})
		if o.Question.Notice != "" {
			t.Errorf("question %q is handed back with the notice %q", o.Question.ID, o.Question.Notice)
		}
	}
	want := []open{
		{"c", seam.StaleAnswer, "ci.yaml:4 says Z; prompt: there is no terminal", 2},
		{"d", seam.Unanswered, "nothing is known about d; prompt: nothing is known about d", 2},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("open questions (-want +got):\n%s", diff)
	}
	if got, want := told(answer), "a=A@replay b=B@prompt"; got != want {
		t.Errorf("items beside the error\n got %s\nwant %s", got, want)
	}
}

func TestChain_errorWithoutOpenQuestionsEndsTheBatch(t *testing.T) {
	for _, code := range []seam.Code{seam.AskCancelled, seam.ProviderFailed, seam.BadAnswer, seam.StaleAnswer} {
		t.Run(string(code), func(t *testing.T) {
			files := &fake{answers: map[string]string{"a": "A"}}
			refuser := &fake{answers: map[string]string{"b": "B"}, err: seam.Errorf(code, "no")}
			last := &fake{}
			answer, err := ask([]string{"a", "b", "c"},
				chain.Member{Name: "replay", Provider: files}, chain.Member{Name: "prompt", Provider: refuser}, chain.Member{Name: "exec", Provider: last})
			if seam.CodeOf(err) != code {
				t.Errorf("got error %v, want %s", err, code)
			}
			if len(last.got) > 0 {
				t.Error("the next member was asked after an error that ends the batch")
			}
			if got, want := told(answer), "a=A@replay b=B@prompt"; got != want {
				t.Errorf("items beside the error\n got %s\nwant %s", got, want)
			}
		})
	}
}

func TestChain_plainErrorEndsTheBatchUnchanged(t *testing.T) {
	broken := errors.New("broken")
	if _, err := ask([]string{"a"}, chain.Member{Name: "x", Provider: &fake{err: broken}}, chain.Member{Name: "y", Provider: &fake{}}); !errors.Is(err, broken) {
		t.Errorf("got %v, want the member's own error", err)
	}
}

func TestChain_unansweredWithoutListLeavesEverythingOpen(t *testing.T) {
	first := &fake{answers: map[string]string{"a": "A"}, err: seam.Errorf(seam.Unanswered, "the program has gone")}
	second := &fake{answers: map[string]string{"a": "B", "b": "B"}}
	answer, err := ask([]string{"a", "b"}, chain.Member{Name: "jsonl", Provider: first}, chain.Member{Name: "prompt", Provider: second})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(answer), "a=A@jsonl b=B@prompt"; got != want {
		t.Errorf("answer\n got %s\nwant %s", got, want)
	}
	if got, want := second.got[0].Questions[0].Notice, "the program has gone"; got != want {
		t.Errorf("notice %q, want %q", got, want)
	}
}

func TestChain_policyGetsOnlyWhatNobodyKnew(t *testing.T) {
	files := &fake{open: map[string]seam.Open{"wrong": {Code: seam.BadAnswer, Reason: "Z is not offered"}}}
	prompt := &fake{}
	policy := &fake{answers: map[string]string{"new": "A", "wrong": "A"}}
	answer, err := ask([]string{"wrong", "new"},
		chain.Member{Name: "replay", Provider: files}, chain.Member{Name: "prompt", Provider: prompt}, chain.Member{Name: "policy", Provider: policy, Policy: true})
	if code := seam.CodeOf(err); code != seam.BadAnswer {
		t.Errorf("got code %q, want BAD_ANSWER for the question that the file answers wrongly", code)
	}
	if got, want := told(answer), "new=A@policy"; got != want {
		t.Errorf("items beside the error\n got %s\nwant %s", got, want)
	}
	if n := len(policy.got[0].Questions); n != 1 {
		t.Errorf("the policy got %d questions, want the new one alone", n)
	}
}

func TestChain_policyIsNotAskedAboutNothing(t *testing.T) {
	files := &fake{open: map[string]seam.Open{"wrong": {Code: seam.StaleAnswer}}}
	policy := &fake{}
	_, err := ask([]string{"wrong"}, chain.Member{Name: "replay", Provider: files}, chain.Member{Name: "policy", Provider: policy, Policy: true})
	if seam.CodeOf(err) != seam.StaleAnswer || len(policy.got) > 0 {
		t.Errorf("got error %v and %d asks of the policy, want STALE_ANSWER and none", err, len(policy.got))
	}
}

// scripted returns what it is made of.
type scripted struct {
	answer seam.Answer
	err    error
}

func (s scripted) Ask(context.Context, seam.Request) (seam.Answer, error) { return s.answer, s.err }

func TestChain_wrongAnswerNamesTheMember(t *testing.T) {
	items := func(it ...seam.Item) seam.Answer { return seam.Answer{Answers: it} }
	a := seam.Item{ID: "a", Selected: []string{"A"}}
	open := func(id string) error {
		return &seam.Error{Code: seam.Unanswered, Open: []seam.Open{{Question: seam.Question{ID: id}, Code: seam.Unanswered}}}
	}
	for name, wrong := range map[string]scripted{
		"label nobody offered":       {items(seam.Item{ID: "a", Selected: []string{"Z"}}), nil},
		"question nobody asked":      {items(a, seam.Item{ID: "z"}), nil},
		"item twice":                 {items(a, a), nil},
		"item missing":               {items(), nil},
		"wrong item beside open":     {items(seam.Item{ID: "z"}), open("a")},
		"open question nobody asked": {items(a), open("z")},
		"both answered and open":     {items(a), open("a")},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ask([]string{"a"}, chain.Member{Name: "broken-one", Provider: wrong}, chain.Member{Name: "y", Provider: &fake{answers: map[string]string{"a": "A"}}})
			if seam.CodeOf(err) != seam.BadAnswer || !strings.Contains(err.Error(), "broken-one") {
				t.Errorf("got %s %v, want BAD_ANSWER naming broken-one", seam.CodeOf(err), err)
			}
		})
	}
}

func TestChain_nobodyIsAskedAfterTheContextHasEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stop := member(func(context.Context, seam.Request) (seam.Answer, error) {
		cancel()
		return seam.Answer{}, seam.Errorf(seam.Unanswered, "nothing")
	})
	last := &fake{}
	_, err := chain.New(chain.Member{Name: "x", Provider: stop}, chain.Member{Name: "y", Provider: last}).
		Ask(ctx, seam.Request{Questions: []seam.Question{{ID: "a", Question: "which?"}}})
	if !errors.Is(err, context.Canceled) || len(last.got) > 0 {
		t.Errorf("got error %v and %d asks of the second member, want the context's error and none", err, len(last.got))
	}
}

type member func(context.Context, seam.Request) (seam.Answer, error)

func (f member) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) { return f(ctx, req) }

type immediate bool

func (immediate) Ask(context.Context, seam.Request) (seam.Answer, error) { return seam.Answer{}, nil }
func (i immediate) Immediate() bool                                      { return bool(i) }

func TestChain_isImmediateWhenAllMembersAre(t *testing.T) {
	for _, c := range []struct {
		name    string
		members []chain.Member
		want    bool
	}{
		{"all", []chain.Member{{Provider: immediate(true)}, {Provider: immediate(true)}}, true},
		{"one says it waits", []chain.Member{{Provider: immediate(true)}, {Provider: immediate(false)}}, false},
		{"one does not say", []chain.Member{{Provider: immediate(true)}, {Provider: &fake{}}}, false},
	} {
		if got := chain.New(c.members...).Immediate(); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func TestChain_servesItsErrorThroughTheService(t *testing.T) {
	s := seam.NewService(nil)
	release, err := s.RegisterProvider(chain.New(chain.Member{Name: "replay", Provider: &fake{}}))
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	_, err = s.Ask(context.Background(), seam.Request{Questions: []seam.Question{{ID: "a", Question: "which?"}}})
	if e := seam.AsError(err); e.Code != seam.Unanswered || len(e.Open) != 1 || e.Message != "question a is open" {
		t.Errorf("got %s %q with %d open questions, want UNANSWERED in the member's own words with one", e.Code, e.Message, len(e.Open))
	}
}

func TestChain_failsRatherThanWaitWhereThatIsWanted(t *testing.T) {
	waits := &fake{answers: map[string]string{"a": "A"}}
	p := chain.New(chain.Member{Name: "x", Provider: immediate(true)}, chain.Member{Name: "y", Provider: waits})
	for ids, want := range map[string]error{"": nil, "a": atonce.ErrWouldWait} {
		var req seam.Request
		if ids != "" {
			req.Questions = []seam.Question{{ID: ids, Question: "which?"}}
		}
		_, err := chain.New(chain.Member{Name: "x", Provider: leavesOpen{}}, chain.Member{Name: "y", Provider: waits}).Ask(atonce.Context(), req)
		if !errors.Is(err, want) || len(waits.got) > 0 {
			t.Errorf("%q: got %v and %d asks of the member that may wait, want %v and none", ids, err, len(waits.got), want)
		}
	}
	if p.Immediate() {
		t.Error("a chain with a member that may wait says it never does")
	}
}

// leavesOpen is an immediate provider that knows nothing.
type leavesOpen struct{}

func (leavesOpen) Immediate() bool { return true }
func (leavesOpen) Ask(_ context.Context, req seam.Request) (seam.Answer, error) {
	if len(req.Questions) == 0 {
		return seam.Answer{}, nil
	}
	return seam.Answer{}, seam.Errorf(seam.Unanswered, "nothing is known")
}
