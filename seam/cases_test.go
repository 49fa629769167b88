package seam_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"standin/seam"
)

// The cases in testdata/*.jsonl: requests with what an independent
// implementation of the seam made of them; where a case has "differs", the rules
// of this package are other ones on purpose, and the case wants what they say.

// readCases calls run with each line of a file, as a subtest with its name.
func readCases[T any](t *testing.T, file string, run func(t *testing.T, c T)) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		var name struct{ Name string }
		var c T
		if err := errors.Join(json.Unmarshal(lines.Bytes(), &name), json.Unmarshal(lines.Bytes(), &c)); err != nil {
			t.Fatalf("%s: case %d: %v", file, n+1, err)
		}
		t.Run(name.Name, func(t *testing.T) { run(t, c) })
		n++
	}
	if err := lines.Err(); err != nil || n == 0 {
		t.Fatalf("%s: read %d cases: %v", file, n, err)
	}
}

// wanted is the outcome of an ask: the answers, or the code of an error.
type wanted struct {
	Answers []seam.Item
	Code    seam.Code
}

func (w wanted) check(t *testing.T, got seam.Answer, err error) {
	t.Helper()
	if w.Code != "" {
		if seam.CodeOf(err) != w.Code {
			t.Errorf("got %s and error %v, want %s", toJSON(t, got), err, w.Code)
		}
		return
	}
	if want := (seam.Answer{Answers: w.Answers}); err != nil || toJSON(t, got) != toJSON(t, want) {
		t.Errorf("got %s and error %v\nwant %s", toJSON(t, got), err, toJSON(t, want))
	}
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// provide is a provider made of a function.
type provide func(ctx context.Context, req seam.Request) (seam.Answer, error)

func (f provide) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) { return f(ctx, req) }

// first answers each question with the label of its first option, and with
// nothing where it has none.
func first(_ context.Context, req seam.Request) (seam.Answer, error) {
	var a seam.Answer
	for _, q := range req.Questions {
		it := seam.Item{ID: q.ID}
		if len(q.Options) > 0 {
			it.Selected = []string{q.Options[0].Label}
		}
		a.Answers = append(a.Answers, it)
	}
	return a, nil
}

func TestAsk_cases(t *testing.T) {
	type testCase struct {
		Agents         []struct{ ID, Owner string }
		Registry       *bool
		Caller         json.RawMessage
		Aborted        bool
		Provider       string
		ProviderAnswer seam.Answer `json:"provider_answer"`
		Request        seam.Request
		Want           wanted
	}
	readCases(t, "seam.jsonl", func(t *testing.T, c testCase) {
		agents, live := &seam.Agents{}, map[string]*seam.Agent{}
		for _, a := range c.Agents {
			var owner *seam.Agent
			if a.Owner != "" {
				if owner = live[a.Owner]; owner == nil {
					owner = seam.NewAgent(a.Owner)
				}
			}
			live[a.ID] = seam.NewAgent(a.ID)
			if err := agents.Enter(live[a.ID], owner); err != nil {
				t.Fatal(err)
			}
		}
		req := c.Request
		req.Agent = caller(t, c.Caller, agents, live)
		if c.Registry != nil && !*c.Registry {
			agents = nil
		}

		service, reached := seam.NewService(agents), false
		if c.Provider != "none" {
			register(t, service, provide(func(ctx context.Context, req seam.Request) (seam.Answer, error) {
				reached = true
				if c.Provider == "scripted" {
					return c.ProviderAnswer, nil
				}
				return first(ctx, req)
			}))
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if c.Aborted {
			cancel()
		}
		got, err := service.Ask(ctx, req)
		c.Want.check(t, got, err)
		if want := c.Want.Code == "" || c.Want.Code == seam.BadAnswer; reached != want {
			t.Errorf("provider reached: got %v, want %v", reached, want)
		}
	})
}

// caller returns the agent that a case names: by its id, as {"stale": id} or
// {"unregistered": id}, which are other instances, or as {"detached": id}.
func caller(t *testing.T, raw json.RawMessage, agents *seam.Agents, live map[string]*seam.Agent) *seam.Agent {
	t.Helper()
	if len(raw) == 0 {
		return nil
	}
	var id string
	if json.Unmarshal(raw, &id) == nil {
		if live[id] == nil {
			t.Fatalf("the case names no agent %q", id)
		}
		return live[id]
	}
	var how struct{ Stale, Unregistered, Detached string }
	if err := json.Unmarshal(raw, &how); err != nil {
		t.Fatal(err)
	}
	if how.Detached != "" {
		if !agents.Leave(live[how.Detached]) {
			t.Fatalf("agent %q was not live", how.Detached)
		}
		return live[how.Detached]
	}
	return seam.NewAgent(how.Stale + how.Unregistered)
}

func register(t *testing.T, s *seam.Service, p seam.Provider) (release func()) {
	t.Helper()
	release, err := s.RegisterProvider(p)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func TestService_lifecycleCases(t *testing.T) {
	type testCase struct {
		Steps []struct {
			Do, As  string
			Request seam.Request
			Want    struct {
				Code     seam.Code
				Provider string
			}
		}
	}
	readCases(t, "lifecycle.jsonl", func(t *testing.T, c testCase) {
		service, releases, reached := seam.NewService(nil), map[string]func(){}, ""
		for i, step := range c.Steps {
			var err error
			switch step.Do {
			case "register":
				var release func()
				release, err = service.RegisterProvider(provide(func(ctx context.Context, req seam.Request) (seam.Answer, error) {
					reached = step.As
					return first(ctx, req)
				}))
				if err == nil {
					releases[step.As] = release
				}
			case "release":
				releases[step.As]()
			case "ask":
				reached = ""
				_, err = service.Ask(t.Context(), step.Request)
				if reached != step.Want.Provider {
					t.Errorf("step %d: asked provider %q, want %q", i+1, reached, step.Want.Provider)
				}
			default:
				t.Fatalf("step %d: unknown %q", i+1, step.Do)
			}
			if got := seam.CodeOf(err); got != step.Want.Code {
				t.Errorf("step %d, %s %s: got code %q, want %q", i+1, step.Do, step.As, got, step.Want.Code)
			}
		}
	})
}

// TestCheckAnswer_replyCases takes the replies of each case as far as the answer
// check goes: a reply that is rejected for its content fails it, and the one
// that is accepted comes back as the asker gets it. What JSON shapes are turned
// down before that is not this package's affair.
func TestCheckAnswer_replyCases(t *testing.T) {
	type testCase struct {
		Questions []seam.Question
		Replies   []struct {
			Reply json.RawMessage
			Want  string
		}
		Settled json.RawMessage
	}
	checked := 0
	readCases(t, "replies.jsonl", func(t *testing.T, c testCase) {
		if err := seam.CheckQuestions(c.Questions); err != nil {
			t.Fatal(err)
		}
		for i, r := range c.Replies {
			var reply struct{ Answers []map[string]any }
			var answer seam.Answer
			if json.Unmarshal(r.Reply, &reply) != nil || json.Unmarshal(r.Reply, &answer) != nil || !hasShape(reply.Answers) {
				continue
			}
			got, err := seam.CheckAnswer(c.Questions, answer)
			switch r.Want {
			case "accepted":
				var want wanted
				if err := json.Unmarshal(c.Settled, &want); err != nil {
					t.Fatal(err)
				}
				want.check(t, got, err)
				checked++
			case "rejected":
				wanted{Code: seam.BadAnswer}.check(t, got, err)
				checked++
			}
			if t.Failed() {
				t.Fatalf("reply %d: %s", i+1, r.Reply)
			}
		}
	})
	if checked < 40 {
		t.Errorf("got only %d replies that reach the answer check", checked)
	}
}

// hasShape reports whether items have the fields of an item and no others of a
// wrong type.
func hasShape(items []map[string]any) bool {
	for _, it := range items {
		if _, ok := it["selected"].([]any); !ok {
			return false
		}
	}
	return items != nil
}

func TestRecommended_cases(t *testing.T) {
	type testCase struct {
		Label string
		Want  struct {
			Label       string
			Recommended bool
		}
	}
	readCases(t, "recommended.jsonl", func(t *testing.T, c testCase) {
		plain, marked := seam.Recommended(c.Label)
		if plain != c.Want.Label || marked != c.Want.Recommended {
			t.Errorf("Recommended(%q): got %q, %v, want %q, %v", c.Label, plain, marked, c.Want.Label, c.Want.Recommended)
		}
	})
}
