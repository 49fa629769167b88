package replay_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"standin/answersets"
	"standin/providers/chain"
	"standin/providers/replay"
	"standin/seam"
)

const retries = `standin: 1
answers:
  retry: { sequence: [No, Yes] }
rules:
  - match: { question: "Run it again?" }
    answer: "Yes"
    times: 2
`

func yesNo(id, text string) seam.Question {
	return seam.Question{ID: id, Question: text, Options: []seam.Option{{Label: "Yes"}, {Label: "No"}}}
}

// ask puts questions through a service and returns the labels and the error.
func ask(t *testing.T, p seam.Provider, questions ...seam.Question) (string, error) {
	t.Helper()
	s := seam.NewService(nil)
	release, err := s.RegisterProvider(p)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	a, err := s.Ask(t.Context(), seam.Request{Questions: questions})
	var labels []string
	for _, it := range a.Answers {
		labels = append(labels, it.Selected...)
	}
	return strings.Join(labels, " "), err
}

// wantAnswer asks one question and expects one label.
func wantAnswer(t *testing.T, p seam.Provider, q seam.Question, want string) {
	t.Helper()
	if got, err := ask(t, p, q); err != nil || got != want {
		t.Errorf("%q is answered %q, %v; want %q", q.ID, got, err, want)
	}
}

// wantCode asks and expects an error with a code and words in its message.
func wantCode(t *testing.T, p seam.Provider, code seam.Code, words string, questions ...seam.Question) {
	t.Helper()
	got, err := ask(t, p, questions...)
	if seam.CodeOf(err) != code || !strings.Contains(errorText(err), words) {
		t.Errorf("got %q, %s %v; want %s with %q", got, seam.CodeOf(err), err, code, words)
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestReplay_aSequenceAnswersOnceForEachElementThenSaysItIsUsedUp(t *testing.T) {
	p := load(t, retries, replay.Options{})
	q := yesNo("retry", "Run it again?")
	wantAnswer(t, p, q, "No")
	wantAnswer(t, p, q, "Yes")
	wantCode(t, p, seam.Unanswered, `"retry" (ci.yaml:3) is used up: used 2 of 2`, q)
}

func TestReplay_aRuleThatIsUsedUpGivesWayToTheNext(t *testing.T) {
	p := load(t, `standin: 1
rules:
  - match: { question: "Go on?" }
    answer: "Yes"
    times: 1
  - match: { contains: "Go" }
    answer: "No"
`, replay.Options{})
	wantAnswer(t, p, yesNo("a", "Go on?"), "Yes")
	wantAnswer(t, p, yesNo("b", "Go on?"), "No")
}

func TestReplay_aBatchThatFailsGivesItsUsesBack(t *testing.T) {
	p := load(t, retries, replay.Options{})
	q := yesNo("retry", "Run it again?")
	wantCode(t, p, seam.Unanswered, "nobody knows", q, yesNo("other", "nobody knows"))
	wantAnswer(t, p, q, "No")
	if n := len(p.Unused()); n != 1 {
		t.Errorf("%d entries are unused, want the rule alone", n)
	}
}

func TestReplay_inAChainTheOutcomeOfTheWholeAskCounts(t *testing.T) {
	p := load(t, retries, replay.Options{})
	person := answerer(func(q seam.Question) (seam.Item, error) {
		if q.ID == "refused" {
			return seam.Item{}, seam.Errorf(seam.AskCancelled, "no")
		}
		return seam.Item{ID: q.ID, Selected: []string{"Yes"}}, nil
	})
	c := chain.New(chain.Member{Name: "replay", Provider: p}, chain.Member{Name: "person", Provider: person})
	wantCode(t, c, seam.AskCancelled, "no", yesNo("retry", "?"), yesNo("refused", "?"))
	if got, err := ask(t, c, yesNo("retry", "?"), yesNo("other", "?")); err != nil || got != "No Yes" {
		t.Errorf("got %q, %v; want the first element of the sequence again", got, err)
	}
	if got, err := ask(t, c, yesNo("retry", "?"), yesNo("other", "?")); err != nil || got != "Yes Yes" {
		t.Errorf("got %q, %v; want the second element of the sequence", got, err)
	}
}

type answerer func(seam.Question) (seam.Item, error)

func (f answerer) Ask(_ context.Context, req seam.Request) (seam.Answer, error) {
	var a seam.Answer
	for _, q := range req.Questions {
		it, err := f(q)
		if err != nil {
			return a, err
		}
		a.Answers = append(a.Answers, it)
	}
	return a, nil
}

func TestReplay_noTwoAsksShareAUse(t *testing.T) {
	p := load(t, "standin: 1\nrules:\n  - match: { contains: again }\n    answer: \"Yes\"\n    times: 50\n", replay.Options{})
	var wg sync.WaitGroup
	var mu sync.Mutex
	answered := 0
	for range 100 {
		wg.Go(func() {
			if _, err := p.Ask(t.Context(), seam.Request{Questions: []seam.Question{yesNo("q", "again?")}}); err == nil {
				mu.Lock()
				answered++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if answered != 50 {
		t.Errorf("a rule with times: 50 answered %d of 100 asks", answered)
	}
}

func TestReplay_unusedEntriesAreListedWithTheirPlace(t *testing.T) {
	p := load(t, "standin: 1\nanswers:\n  a: \"Yes\"\n  b: \"Yes\"\n  wrong: Maybe\nrules:\n  - match: { id: c }\n    answer: \"No\"\n", replay.Options{})
	wantAnswer(t, p, yesNo("a", "?"), "Yes")
	wantCode(t, p, seam.BadAnswer, `"Maybe", which is not offered`, yesNo("wrong", "?"))
	var got []string
	for _, e := range p.Unused() {
		got = append(got, e.Pos.String())
	}
	if want := "ci.yaml:4 ci.yaml:5 ci.yaml:7"; strings.Join(got, " ") != want {
		t.Errorf("unused are %v, want %s", got, want)
	}
}

func TestReplay_refusalEndsTheBatchWithoutOpenQuestions(t *testing.T) {
	p := load(t, "standin: 1\nanswers:\n  wipe: { refuse: a person must decide }\n  a: \"Yes\"\n", replay.Options{})
	_, err := ask(t, p, yesNo("a", "?"), yesNo("wipe", "?"))
	e, _ := errors.AsType[*seam.Error](err)
	if e == nil || e.Code != seam.AskCancelled || len(e.Open) != 0 || e.Question != "wipe" {
		t.Errorf("got %#v, want ASK_CANCELLED for wipe without open questions", err)
	}
}

func TestReplay_eachOpenQuestionHasItsOwnCodeAndReason(t *testing.T) {
	p := load(t, `standin: 1
answers:
  good: "Yes"
  wrong: Maybe
  stale: { select: "Yes", asked: { question: "Sure?", options: ["Yes", "No"] } }
`, replay.Options{})
	a, err := p.Ask(t.Context(), seam.Request{Questions: []seam.Question{
		yesNo("stale", "Really sure?"), yesNo("good", "?"), yesNo("wrong", "?"), yesNo("none", "?")}})
	if len(a.Answers) != 1 || a.Answers[0].ID != "good" {
		t.Errorf("items are %v, want the one for good", a.Answers)
	}
	e := seam.AsError(err)
	var got []string
	for _, o := range e.Open {
		got = append(got, o.Question.ID+" "+string(o.Code))
	}
	if want := "stale STALE_ANSWER, wrong BAD_ANSWER, none UNANSWERED"; strings.Join(got, ", ") != want {
		t.Errorf("open are %v, want %s", got, want)
	}
	if e.Code != seam.StaleAnswer || e.Question != "stale" || !strings.Contains(e.Message, `was "Sure?" and is "Really sure?"`) {
		t.Errorf("the error is %s for %q: %s; want that of the first open question", e.Code, e.Question, e.Message)
	}
}

func TestReplay_driftWarnsOrIsIgnoredAsLongAsTheLabelIsOffered(t *testing.T) {
	const file = `standin: 1
answers:
  a: { select: "Yes", asked: { question: "Sure?", options: ["Yes", "No"] } }
  b: { select: Maybe, asked: { question: "Sure?", options: [Maybe, "No"] } }
`
	for _, drift := range []replay.Drift{replay.DriftWarn, replay.DriftIgnore} {
		var warnings []string
		p := load(t, file, replay.Options{Drift: drift, Warn: func(m string) { warnings = append(warnings, m) }})
		wantAnswer(t, p, yesNo("a", "Really?"), "Yes")
		if want := drift == replay.DriftWarn; want != (len(warnings) == 1) {
			t.Errorf("drift %s gives the warnings %q", drift, warnings)
		}
		wantCode(t, p, seam.BadAnswer, `"Maybe", which is not offered`, yesNo("b", "Really?"))
	}
}

func TestReplay_sourceNamesFileLineAndKind(t *testing.T) {
	p := load(t, `standin: 1
answers:
  a: "Yes"
  b: { select: "Yes", asked: { question: "What else?" } }
  c: { env: TOKEN }
rules:
  - match: { id: r }
    answer: "No"
`, replay.Options{Values: answersets.Values{Env: func(string) (string, bool) { return "Yes", true }}})
	for _, c := range []struct {
		q    seam.Question
		want seam.Source
	}{
		{yesNo("a", "?"), seam.Source{Provider: "replay", Kind: "id", File: "ci.yaml", Line: 3}},
		{yesNo("new", "What  else?"), seam.Source{Provider: "replay", Kind: "asked", File: "ci.yaml", Line: 4}},
		{yesNo("c", "?"), seam.Source{Provider: "replay", Kind: "id", File: "ci.yaml", Line: 5, Redact: true}},
		{yesNo("r", "?"), seam.Source{Provider: "replay", Kind: "rule", File: "ci.yaml", Line: 7}},
	} {
		a, err := p.Ask(t.Context(), seam.Request{Questions: []seam.Question{c.q}})
		if err != nil || len(a.Answers) != 1 || a.Answers[0].Source != c.want {
			t.Errorf("%q: got %+v, %v; want the source %+v", c.q.ID, a.Answers, err, c.want)
		}
	}
}
