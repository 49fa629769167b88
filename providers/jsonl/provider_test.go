package jsonl_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"standin/providers/jsonl"
	"standin/seam"
	"standin/seam/seamtest"
)

// connect has a program answer by the script.
func connect(p *jsonl.Provider, s seamtest.Script) {
	p.Connect(func(line []byte) {
		var asked struct {
			Ask       string
			Closed    string
			Questions []seam.Question
		}
		if err := json.Unmarshal(line, &asked); err != nil || asked.Closed != "" {
			return
		}
		go reply(p, asked.Ask, asked.Questions, s)
	})
}

func reply(p *jsonl.Provider, ask string, questions []seam.Question, s seamtest.Script) {
	items := []seam.Item{}
	for _, q := range questions {
		switch r := s.Replies[q.ID]; {
		case r.Refuse != "":
			_, _ = p.Refuse(ask, r.Refuse)
			return
		case r.Answer == nil: // silent
			return
		default:
			items = append(items, *r.Answer)
		}
	}
	if _, err := p.Reply(ask, items); err != nil {
		panic(err)
	}
}

func TestProvider_keepsTheContract(t *testing.T) {
	seamtest.Run(t, func(_ *testing.T, s seamtest.Script) seam.Provider {
		p := jsonl.New()
		connect(p, s)
		return p
	}, seamtest.Without(seamtest.Gaps, "a program that has no answer does not reply, until its stream ends"),
		seamtest.Without(seamtest.Partial, "a reply answers a whole request"))
}

// asked starts an ask of one question, a, with the options A and B, and returns
// the name of the ask, its outcome when it has one, and the lines written.
func asked(ctx context.Context, p *jsonl.Provider) (name string, outcome chan error, lines chan string) {
	lines = make(chan string, 10)
	p.Connect(func(line []byte) { lines <- string(line) })
	outcome = make(chan error, 1)
	go func() {
		_, err := p.Ask(p.For(ctx, "7"), seam.Request{Questions: []seam.Question{{ID: "a", Question: "which?", Notice: "ci.yaml:4 says Z", Options: []seam.Option{{Label: "A"}, {Label: "B"}}}}})
		outcome <- err
	}()
	first := <-lines
	lines <- first
	_, rest, _ := strings.Cut(first, `"ask":"`)
	name, _, _ = strings.Cut(rest, `"`)
	return name, outcome, lines
}

func TestProvider_askSaysForWhomAndWhy(t *testing.T) {
	p := jsonl.New()
	_, _, lines := asked(context.Background(), p)
	want := `{"ask":"1","request":7,"questions":[{"id":"a","question":"which?","options":[{"label":"A"},{"label":"B"}],"notice":"ci.yaml:4 says Z"}]}` + "\n"
	if got := <-lines; got != want {
		t.Errorf("got %swant %s", got, want)
	}
}

func TestProvider_firstReplyThatFitsWins(t *testing.T) {
	p := jsonl.New()
	name, outcome, _ := asked(context.Background(), p)
	item := func(label string) []seam.Item { return []seam.Item{{ID: "a", Selected: []string{label}}} }
	if _, err := p.Reply(name, item("Z")); seam.CodeOf(err) != seam.BadAnswer {
		t.Errorf("a label nobody offered: got %v, want BAD_ANSWER", err)
	}
	if request, err := p.Reply(name, item("B")); err != nil || request != "7" {
		t.Errorf("got request %q and %v, want 7", request, err)
	}
	if _, err := p.Reply(name, item("A")); seam.CodeOf(err) != seam.NotPending {
		t.Errorf("a second reply: got %v, want NOT_PENDING", err)
	}
	if err := <-outcome; err != nil {
		t.Errorf("the ask ended with %v", err)
	}
}

func TestProvider_endsAreTold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := jsonl.New()
	name, outcome, lines := asked(ctx, p)
	cancel()
	if _, err := p.Refuse(name, ""); seam.CodeOf(err) != seam.NotPending {
		t.Errorf("a reply after the abort: got %v, want NOT_PENDING", err)
	}
	if err := <-outcome; err == nil {
		t.Error("the aborted ask has an answer")
	}
	<-lines
	if got, want := <-lines, `{"ask":"1","closed":"ASK_ABORTED"}`+"\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}

	name, outcome, lines = asked(context.Background(), p)
	p.Close()
	if err := <-outcome; seam.CodeOf(err) != seam.Unanswered || len(seam.AsError(err).Open) != 1 {
		t.Errorf("end of the stream: got %v, want UNANSWERED with the open question", err)
	}
	<-lines
	if got, want := <-lines, `{"ask":"`+name+`","closed":"UNANSWERED"}`+"\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
	_, err := p.Ask(context.Background(), seam.Request{Questions: []seam.Question{{ID: "a", Question: "?"}}})
	if seam.CodeOf(err) != seam.Unanswered {
		t.Errorf("an ask after the end: got %v, want UNANSWERED", err)
	}
}
