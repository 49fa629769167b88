package serve_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"standin/internal/atonce"
	"standin/internal/serve"
	"standin/providers/jsonl"
	"standin/seam"
)

// first answers each question with its first option, or skips it.
type first struct{ immediate bool }

func (first) Ask(_ context.Context, req seam.Request) (seam.Answer, error) {
	var a seam.Answer
	for _, q := range req.Questions {
		it := seam.Item{ID: q.ID, Selected: []string{}}
		if len(q.Options) > 0 {
			it.Selected = []string{q.Options[0].Label}
		}
		a.Answers = append(a.Answers, it)
	}
	return a, nil
}

func (f first) Immediate() bool { return f.immediate }

// gate holds every ask until its first question's id is let through.
type gate struct{ open map[string]chan struct{} }

func newGate(ids ...string) gate {
	g := gate{map[string]chan struct{}{}}
	for _, id := range ids {
		g.open[id] = make(chan struct{})
	}
	return g
}

func (g gate) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	if c := g.open[req.Questions[0].ID]; c != nil {
		select {
		case <-c:
		case <-ctx.Done():
			return seam.Answer{}, ctx.Err()
		}
	}
	return first{}.Ask(ctx, req)
}

// stream is a client of a served stream.
type stream struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Scanner
	done chan outcome
}

type outcome struct {
	summary serve.Summary
	err     error
}

// start serves a stream with the provider. The options need no service.
func start(t *testing.T, ctx context.Context, p seam.Provider, o serve.Options) *stream {
	t.Helper()
	o.Agents = &seam.Agents{}
	o.Service = seam.NewService(o.Agents)
	if p != nil {
		if _, err := o.Service.RegisterProvider(p); err != nil {
			t.Fatal(err)
		}
		i, ok := p.(seam.Immediate)
		if ok && i.Immediate() {
			o.AtOnce = context.Background()
		}
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s := &stream{t: t, in: inW, out: bufio.NewScanner(outR), done: make(chan outcome, 1)}
	s.out.Buffer(nil, 32<<20)
	go func() {
		summary, err := serve.Run(ctx, inR, outW, o)
		_ = outW.Close()
		_ = inR.Close()
		s.done <- outcome{summary, err}
	}()
	t.Cleanup(func() { _ = inW.Close(); _ = outR.Close() })
	return s
}

// send writes lines.
func (s *stream) send(lines ...string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, strings.Join(lines, "\n")+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

// next reads a line of output.
func (s *stream) next() string {
	s.t.Helper()
	if !s.out.Scan() {
		s.t.Fatalf("the output ended: %v", s.out.Err())
	}
	return s.out.Text()
}

// expect reads lines of output, each of which has to hold all the parts.
func (s *stream) expect(lines ...[]string) {
	s.t.Helper()
	for _, parts := range lines {
		got := s.next()
		for _, part := range parts {
			if !strings.Contains(got, part) {
				s.t.Fatalf("got %s\nwant a line with %s", got, part)
			}
		}
	}
}

// end closes the input and returns the rest of the output and how it ended.
func (s *stream) end() ([]string, outcome) {
	s.t.Helper()
	_ = s.in.Close()
	return s.wait()
}

// wait reads the output until it ends.
func (s *stream) wait() ([]string, outcome) {
	s.t.Helper()
	var rest []string
	for s.out.Scan() {
		rest = append(rest, s.out.Text())
	}
	select {
	case o := <-s.done:
		return rest, o
	case <-time.After(20 * time.Second):
		s.t.Fatal("the stream has not ended")
		return nil, outcome{}
	}
}

// request is a line that asks one question with the options A and B.
func request(id, question string) string {
	if id != "" {
		id = `"id":` + id + `,`
	}
	return fmt.Sprintf(`{%s"questions":[{"id":%q,"question":"which?","options":[{"label":"A"},{"label":"B"}]}]}`, id, question)
}

func answer(id, question string) string {
	if id != "" {
		id = `"id":` + id + `,`
	}
	return fmt.Sprintf(`{%s"answers":[{"id":%q,"selected":["A"]}]}`, id, question)
}

func TestServe_everyLineGetsItsReplyInOrder(t *testing.T) {
	for _, immediate := range []bool{true, false} {
		s := start(t, context.Background(), first{immediate}, serve.Options{MaxLine: 200})
		in := []string{
			"\xef\xbb\xbf" + request("1", "a"), "", request("12345678901234567890", "b") + "\r", request(`"\u0061"`, "c"), request("", "d"),
			`{"id":2,`, `{"id":3,"questions":[],"questions":[]}`, `{"id":4,"Questions":[]}`, "{\"id\":5,\"x\":\"\xff\"}",
			`{"id":6,"x":"` + strings.Repeat("y", 200) + `"}`, `{"id":7,"type":"x"}`, "\xff\xfe{\x00", `{"id":8,"questions":[]}`,
			request("9", " "), request("10", "e"),
		}
		go func() {
			_, _ = io.WriteString(s.in, strings.Join(in, "\n")+"\n"+`{"id":11,"questions":[{`)
			_ = s.in.Close()
		}()
		got, end := s.wait()
		want := []string{
			answer("1", "a"), answer("12345678901234567890", "b"), answer(`"\u0061"`, "c"), answer("", "d"),
			`2 BAD_REQUEST 6`, `3 BAD_REQUEST 7`, `4 BAD_REQUEST 8`, `5 BAD_REQUEST 9`, `6 BAD_REQUEST 10`, `7 BAD_REQUEST 11`, ` BAD_REQUEST 12`,
			`8 EMPTY_QUESTIONS 13`, `9 BAD_REQUEST 14`, answer("10", "e"), `11 BAD_REQUEST 16`,
		}
		for i, line := range got {
			if short, ok := shorten(line); ok {
				got[i] = short
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("immediate %v (-want +got):\n%s", immediate, diff)
		}
		if end.err != nil {
			t.Error(end.err)
		}
		if diff := cmp.Diff(map[seam.Code]int{seam.BadRequest: 9, seam.EmptyQuestions: 1}, end.summary.Codes); diff != "" {
			t.Errorf("codes (-want +got):\n%s", diff)
		}
	}
}

// shorten writes an error line as "ID CODE LINE".
func shorten(line string) (string, bool) {
	at := strings.Index(line, `"error":{"name":"UserInteractionError","code":"`)
	if at < 0 {
		return "", false
	}
	code, rest, _ := strings.Cut(line[at+len(`"error":{"name":"UserInteractionError","code":"`):], `"`)
	id := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(line[:at], "{"), `"id":`), ",")
	number := rest[strings.LastIndex(rest, `"line":`)+len(`"line":`):]
	return id + " " + code + " " + strings.TrimRight(number, "}"), true
}

func TestServe_answersALineWhileTheClientWaits(t *testing.T) {
	for _, immediate := range []bool{true, false} {
		s := start(t, context.Background(), first{immediate}, serve.Options{})
		for i := range 100 {
			s.send(request(fmt.Sprint(i), "a"))
			s.expect([]string{answer(fmt.Sprint(i), "a")})
		}
		if rest, end := s.end(); len(rest) > 0 || end.err != nil {
			t.Errorf("got %v and %v at the end, want nothing", rest, end.err)
		}
	}
}

func TestServe_repliesComeInRequestOrder(t *testing.T) {
	g := newGate("a", "b")
	s := start(t, context.Background(), g, serve.Options{Concurrency: 4})
	s.send(request("", "a"), `{"x":1}`, request("", "b"), request("7", "c"))
	s.expect([]string{answer("7", "c")}) // has an id, and may overtake
	close(g.open["b"])
	close(g.open["a"])
	s.expect([]string{answer("", "a")}, []string{"BAD_REQUEST"}, []string{answer("", "b")})
	s.end()
}

func TestServe_concurrencyOneKeepsTheOrderOfIDs(t *testing.T) {
	g := newGate("a")
	s := start(t, context.Background(), g, serve.Options{})
	s.send(request("1", "a"), `{"id":2,"x":1}`, request("3", "c"))
	close(g.open["a"])
	s.expect([]string{answer("1", "a")}, []string{`"id":2`, "BAD_REQUEST"}, []string{answer("3", "c")})
	s.end()
}

func TestServe_abortWithdrawsAPendingRequest(t *testing.T) {
	g := newGate("a", "b")
	s := start(t, context.Background(), g, serve.Options{})
	s.send(request("1", "a"), request("2", "b"), request(`"1"`, "c"), `{"abort":2}`)
	s.expect([]string{`"id":2,`, "ASK_ABORTED"}) // waiting in the queue
	s.send(`{"abort":1}`)
	s.expect([]string{`"id":1,`, "ASK_ABORTED"}) // being asked
	s.expect([]string{answer(`"1"`, "c")})       // another token
	s.send(`{"abort":1}`, `{"abort":"never"}`)
	s.expect([]string{`"abort":1,`, "NOT_PENDING", `"line":6`}, []string{`"abort":"never"`, "NOT_PENDING"})
	rest, end := s.end()
	if len(rest) > 0 || len(end.summary.Codes) > 0 {
		t.Errorf("got %v and the codes %v at the end, want nothing: the client asked for all of it", rest, end.summary.Codes)
	}
}

func TestServe_tellsHowEachRequestEnded(t *testing.T) {
	g := newGate("a")
	var told []string
	ctx, cancel := context.WithCancel(context.Background())
	s := start(t, ctx, g, serve.Options{Settled: func(req seam.Request, a seam.Answer, err error) {
		ended := fmt.Sprint(len(req.Questions), " ", len(a.Answers), " ", seam.CodeOf(err))
		if req.Agent != nil {
			ended += " " + req.Agent.ID()
		}
		told = append(told, ended)
	}})
	s.send(request("1", "a"), request("2", "b"), `{"abort":2}`, `{"id":3,"questions":[]}`, request("1", "a"), `{"bad":1}`, strings.Replace(request("4", "a"), "{", `{"agent":"x",`, 1))
	s.expect([]string{`"id":2,`, "ASK_ABORTED"})
	g.open["a"] <- struct{}{}
	s.expect([]string{`"answers"`}, []string{"EMPTY"}, []string{"pending"}, []string{"BAD_REQUEST"}, []string{"CALLER"})
	s.send(request("5", "a"), request("6", "b"), `{"leave":"x"}`)
	s.expect([]string{`"leave"`})
	cancel() // one is being asked, the other waits for its turn
	s.end()
	want := []string{"1 0 ASK_ABORTED", "0 0 EMPTY_QUESTIONS", "1 0 BAD_REQUEST", "1 0 CALLER_NOT_LIVE x", "1 1 ", "1 0 ASK_ABORTED", "1 0 ASK_ABORTED"}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestServe_pendingIDCannotBeUsedAgain(t *testing.T) {
	g := newGate("a")
	s := start(t, context.Background(), g, serve.Options{Concurrency: 2})
	s.send(request("1", "a"), request("1", "b"))
	s.expect([]string{`"id":1`, "BAD_REQUEST", "pending already"})
	close(g.open["a"])
	s.expect([]string{answer("1", "a")})
	s.send(request("1", "b"))
	s.expect([]string{answer("1", "b")})
	s.end()
}

func TestServe_timeoutIsPerRequestAndOvertakes(t *testing.T) {
	g := newGate("a", "b")
	s := start(t, context.Background(), g, serve.Options{Concurrency: 2, Timeout: time.Hour})
	s.send(strings.Replace(request("", "a"), "{", `{"timeoutMs":20,`, 1), strings.Replace(request("2", "b"), "{", `{"timeoutMs":20,`, 1))
	got := []string{s.next(), s.next()}
	if all := strings.Join(got, "\n"); strings.Count(all, "ASK_TIMEOUT") != 2 || strings.Count(all, `"id":2`) != 1 {
		t.Errorf("got %s, want two timeouts", all)
	}
	_, end := s.end()
	if end.summary.Codes[seam.AskTimeout] != 2 {
		t.Errorf("codes %v, want two timeouts", end.summary.Codes)
	}
}

func TestServe_fullWindowStopsTheReading(t *testing.T) {
	g := newGate("a")
	s := start(t, context.Background(), g, serve.Options{Window: 2})
	written := make(chan struct{})
	go func() {
		defer close(written)
		for i, q := range []string{"a", "b", "c"} {
			_, _ = io.WriteString(s.in, request(fmt.Sprint(i), q)+"\n")
		}
		_, _ = io.WriteString(s.in, `{"abort":0}`+"\n")
	}()
	<-written // into the pipeline; the abort stands behind the full window
	close(g.open["a"])
	s.expect([]string{answer("0", "a")}, []string{answer("1", "b")})
	got := s.next() + s.next()
	if !strings.Contains(got, answer("2", "c")) || !strings.Contains(got, "NOT_PENDING") {
		t.Errorf("got %s, want the third answer and NOT_PENDING for an abort that was read too late", got)
	}
	s.end()
}

func TestServe_agentsAskByTheirHandles(t *testing.T) {
	s := start(t, context.Background(), first{true}, serve.Options{})
	handle := func() string {
		line := s.next()
		_, rest, ok := strings.Cut(line, `"handle":"`)
		if !ok {
			t.Fatalf("got %s, want a handle", line)
		}
		return strings.TrimSuffix(rest, `"}}`)
	}
	by := func(agent string) string {
		return strings.Replace(request("1", "q"), "{", `{"agent":"`+agent+`",`, 1)
	}
	s.send(`{"enter":{"agent":"build"}}`)
	build := handle()
	s.send(by(build), by("build"), `{"enter":{"agent":"build"}}`)
	s.expect([]string{answer("1", "q")}, []string{"CALLER_NOT_LIVE"}, []string{"BAD_REQUEST", "live already"})

	s.send(`{"enter":{"agent":"child","owner":"` + build + `"}}`)
	child := handle()
	s.send(`{"enter":{"agent":"orphan","owner":"nobody"}}`)
	orphan := handle()
	s.send(by(child), by(orphan))
	s.expect([]string{"DELEGATED_CALLER"}, []string{"DELEGATED_CALLER"})

	s.send(`{"leave":"`+build+`"}`, by(build), by(child), `{"leave":"`+build+`"}`, `{"leave":"child"}`)
	s.expect([]string{`{"left":"` + build + `"}`}, []string{"CALLER_NOT_LIVE"}, []string{"DELEGATED_CALLER"}, []string{"NOT_PENDING"}, []string{"NOT_PENDING"})

	s.send(`{"leave":"`+child+`"}`, `{"enter":{"agent":"child"}}`)
	s.expect([]string{"left"})
	again := handle()
	if again == child {
		t.Error("another instance has the same handle")
	}
	s.send(by(again), by(child))
	s.expect([]string{answer("1", "q")}, []string{"CALLER_NOT_LIVE"})
	s.end()
}

func TestServe_signalAnswersWhatIsPending(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	s := start(t, ctx, newGate("a", "b"), serve.Options{})
	s.send(request("1", "a"), request("2", "b"), request("", "c"), `{"abort":"x"}`)
	s.expect([]string{"NOT_PENDING"})
	cancel(errors.New("terminated"))
	s.expect([]string{`"id":1`, "ASK_ABORTED"}, []string{`"id":2`, "ASK_ABORTED"}, []string{`{"error"`, "ASK_ABORTED"})
	if end := <-s.done; end.err != nil {
		t.Errorf("got %v, want no error of our own", end.err)
	}
}

func TestServe_endOfInputWaitsForAnswers(t *testing.T) {
	g := newGate("a")
	s := start(t, context.Background(), g, serve.Options{})
	s.send(request("1", "a"), request("2", "b"))
	_ = s.in.Close()
	close(g.open["a"])
	got, _ := s.end()
	if diff := cmp.Diff([]string{answer("1", "a"), answer("2", "b")}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

type full struct{ after int }

func (f *full) Write(p []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

func TestServe_outputThatCannotBeWrittenIsAnErrorThatCountsWhatIsLost(t *testing.T) {
	service := seam.NewService(nil)
	if _, err := service.RegisterProvider(first{true}); err != nil {
		t.Fatal(err)
	}
	_, err := serve.Run(context.Background(), strings.NewReader(request("1", "a")+"\n"+request("2", "b")+"\n"), &full{}, serve.Options{Service: service, AtOnce: context.Background()})
	if err == nil || !strings.Contains(err.Error(), "no space left on device") || !strings.Contains(err.Error(), "2 replies are lost") {
		t.Errorf("got %v, want the writer's error and two lost replies", err)
	}
}

func TestServe_signalIsObeyedThoughNobodyReads(t *testing.T) {
	for _, ended := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		s := start(t, ctx, first{true}, serve.Options{})
		go func() {
			many := strings.Repeat(request("", "a")+"\n", 40_000) // more than may wait
			_, _ = io.WriteString(s.in, many)
		}()
		s.next()
		if ended {
			_ = s.in.Close()
		}
		cancel()
		select {
		case end := <-s.done:
			if end.err == nil || !strings.Contains(end.err.Error(), "nobody reads the output") {
				t.Errorf("got %v, want an error about the output", end.err)
			}
		case <-time.After(20 * time.Second):
			t.Error("the stream still waits for its reader")
		}
	}
}

func TestServe_noProviderIsAnErrorForEachRequest(t *testing.T) {
	s := start(t, context.Background(), nil, serve.Options{})
	s.send(request("1", "a"))
	s.expect([]string{`"id":1`, "NO_PROVIDER", `"which?"`})
	s.end()
}

func TestServe_program(t *testing.T) {
	p := jsonl.New()
	s := start(t, context.Background(), p, serve.Options{Program: p})
	s.send(request("", "a"), request("1", "a"), request("2", "b"), `{"id":3,"x":1}`)
	got := []string{s.next(), s.next(), s.next()}
	all := strings.Join(got, "\n")
	for _, part := range []string{"needs an id", `{"ask":"1","request":1,"questions":[{"id":"a","question":"which?"`, `"id":3`} {
		if !strings.Contains(all, part) {
			t.Errorf("got %s\nwant a line with %s", all, part)
		}
	}
	s.send(`{"reply":"1","answers":[{"id":"a","selected":["Z"]}]}`, `{"reply":"1","answers":null}`, `{"reply":"2","cancel":true}`)
	s.expect([]string{`{"ask":"1","error"`, "BAD_ANSWER", `"line":5`}, []string{`{"ask":"1","error"`, "BAD_ANSWER"}, []string{`{"ask":"2","error"`, "NOT_PENDING"})
	s.send(`{"reply":"1","answers":[{"id":"a","selected":["A"]}]}`)
	s.expect([]string{answer("1", "a")}, []string{`{"ask":"2","request":2`})
	s.send(`{"reply":"1","answers":[]}`, `{"reply":"2","cancel":"not today"}`, `{"reply":"2","cancel":true}`)
	s.expect([]string{`{"ask":"1"`, "NOT_PENDING"}, []string{`"id":2`, "ASK_CANCELLED", "not today"}, []string{`{"ask":"2"`, "NOT_PENDING"})
	s.send(request("5", "a"))
	s.expect([]string{`"ask":"3"`})
	s.send(`{"abort":5}`, `{"reply":"3","cancel":true}`)
	rest, end := s.end()
	all = strings.Join(rest, "\n")
	for _, part := range []string{`{"ask":"3","closed":"ASK_ABORTED"}`, `{"id":5,"error"`, `{"ask":"3","error":{"name":"UserInteractionError","code":"NOT_PENDING"`} {
		if !strings.Contains(all, part) {
			t.Errorf("got %s\nwant a line with %s", all, part)
		}
	}
	if diff := cmp.Diff(map[seam.Code]int{seam.BadRequest: 2, seam.AskCancelled: 1}, end.summary.Codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

func TestServe_programThatIsGoneLeavesItsRequestsUnanswered(t *testing.T) {
	p := jsonl.New()
	s := start(t, context.Background(), p, serve.Options{Program: p})
	s.send(request("1", "a"), request("2", "b"))
	s.expect([]string{`"ask":"1"`})
	rest, end := s.end()
	got := strings.Join(rest, "\n")
	if !strings.Contains(got, `{"ask":"1","closed":"UNANSWERED"}`) || end.summary.Codes[seam.Unanswered] != 2 || len(rest) != 3 {
		t.Errorf("got %s and codes %v, want both unanswered", got, end.summary.Codes)
	}
}

// knows answers at once what it knows, and would have to wait for the rest.
type knows struct{ gate }

func (k knows) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	if k.open[req.Questions[0].ID] != nil && atonce.Wanted(ctx) {
		return seam.Answer{}, atonce.ErrWouldWait
	}
	return k.gate.Ask(ctx, req)
}

func TestServe_whatCannotBeAnsweredAtOnceKeepsItsPlace(t *testing.T) {
	k := knows{newGate("a")}
	var waiting []bool
	s := start(t, context.Background(), k, serve.Options{AtOnce: atonce.Context(), Waiting: func(on bool) { waiting = append(waiting, on) }})
	s.send(request("1", "x"), request("2", "a"), request("3", "y"))
	s.expect([]string{answer("1", "x")})
	close(k.open["a"])
	s.expect([]string{answer("2", "a")}, []string{answer("3", "y")})
	s.end()
	if diff := cmp.Diff([]bool{true, false}, waiting); diff != "" {
		t.Errorf("told of waiting (-want +got):\n%s", diff)
	}
}

func TestServe_programBeyondTheWindowIsBusy(t *testing.T) {
	p := jsonl.New()
	s := start(t, context.Background(), p, serve.Options{Program: p, Window: 2})
	s.send(request("1", "a"), request("2", "b"), request("3", "c"), `{"abort":3}`)
	got := s.next() + s.next() + s.next()
	for _, part := range []string{`"ask":"1"`, `{"id":3,"error":{"name":"UserInteractionError","code":"BUSY"`, "NOT_PENDING"} {
		if !strings.Contains(got, part) {
			t.Errorf("got %s\nwant %s", got, part)
		}
	}
	s.end()
}
