package transcript_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"standin/internal/transcript"
	"standin/seam"
)

func clock() time.Time {
	return time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.FixedZone("", 3600))
}

func custom(s string) *string { return &s }

func request() seam.Request {
	return seam.Request{Questions: []seam.Question{
		{ID: "db", Question: "Which?", Options: []seam.Option{{Label: "A"}, {Label: "B", Description: "b"}}},
		{ID: "notes", Question: "Else?"},
		{ID: "skip", Question: "Skip?"},
	}}
}

func answer() seam.Answer {
	return seam.Answer{Answers: []seam.Item{
		{ID: "db", Selected: []string{"B"}, Source: seam.Source{Provider: "replay", Kind: "id", File: "ci.yaml", Line: 4}},
		{ID: "notes", Selected: []string{}, Custom: custom("two\nlines"), Source: seam.Source{Provider: "prompt"}},
		{ID: "skip", Selected: []string{}, Source: seam.Source{Provider: "replay", Kind: "policy"}},
	}}
}

// line returns what one Write appends.
func line(t *testing.T, redact []string, req seam.Request, a seam.Answer, err error) string {
	t.Helper()
	var b bytes.Buffer
	log := transcript.New(&b, clock, redact)
	log.Write(req, a, err)
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestLog_lineSaysWhoAnsweredWhat(t *testing.T) {
	req := request()
	req.Agent = seam.NewAgent("build")
	const asked = `"request":{"questions":[{"id":"db","question":"Which?","options":[{"label":"A"},{"label":"B","description":"b"}]},{"id":"notes","question":"Else?"},{"id":"skip","question":"Skip?"}],"agent":"build"}`
	const want = `{"time":"2026-01-02T02:04:05.678Z",` + asked + `,"answers":[` +
		`{"id":"db","selected":["B"],"source":{"provider":"replay","kind":"id","file":"ci.yaml","line":4}},` +
		`{"id":"notes","selected":[],"custom":"two\nlines","source":{"provider":"prompt"}},` +
		`{"id":"skip","selected":[],"source":{"provider":"replay","kind":"policy"}}]}` + "\n"
	if got := line(t, nil, req, answer(), nil); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	const failed = `{"time":"2026-01-02T02:04:05.678Z",` + asked + `,"error":{"name":"UserInteractionError","code":"ASK_TIMEOUT","message":"nobody answered in time"}}` + "\n"
	if got := line(t, nil, req, seam.Answer{}, seam.Errorf(seam.AskTimeout, "nobody answered in time")); got != failed {
		t.Errorf("got  %swant %s", got, failed)
	}
}

func TestLog_leavesSecretsOut(t *testing.T) {
	const secret = "hunter2-5f3a"
	with := func(change func(*seam.Question, *seam.Item)) (seam.Request, seam.Answer) {
		req, a := request(), answer()
		a.Answers[1].Custom = custom(secret)
		change(&req.Questions[1], &a.Answers[1])
		return req, a
	}
	for _, c := range []struct {
		name   string
		redact []string
		change func(*seam.Question, *seam.Item)
	}{
		{"of a secret question", nil, func(q *seam.Question, _ *seam.Item) { q.Secret = true }},
		{"of an id that was named", []string{"notes"}, func(*seam.Question, *seam.Item) {}},
		{"from the environment or a file", nil, func(_ *seam.Question, it *seam.Item) { it.Source.Redact = true }},
	} {
		req, a := with(c.change)
		got := line(t, c.redact, req, a, nil)
		if strings.Contains(got, secret) || !strings.Contains(got, `{"id":"notes","redacted":true,"source":{"provider":"prompt"}}`) || !strings.Contains(got, `"selected":["B"]`) {
			t.Errorf("a value %s: got %s", c.name, got)
		}
	}
	req, _ := with(func(q *seam.Question, _ *seam.Item) { q.Secret = true })
	got := line(t, nil, req, seam.Answer{}, &seam.Error{Code: seam.BadAnswer, Message: secret, Question: "notes", Err: errors.New(secret),
		Open: []seam.Open{{Question: req.Questions[1], Code: seam.BadAnswer, Reason: secret}}})
	if strings.Contains(got, secret) || !strings.Contains(got, `"code":"BAD_ANSWER"`) || !strings.Contains(got, "left out") {
		t.Errorf("an error that repeats it: got %s", got)
	}
}

func TestRead_givesBackWhatWasWritten(t *testing.T) {
	var b bytes.Buffer
	log := transcript.New(&b, clock, []string{"notes"})
	req := request()
	req.Agent = seam.NewAgent("build")
	log.Write(req, answer(), nil)
	log.Write(seam.Request{Questions: req.Questions[:1]}, seam.Answer{}, seam.Errorf(seam.Busy, "too many"))
	var got []transcript.Entry
	for e, err := range transcript.Read("t", &b) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	if len(got) != 2 {
		t.Fatalf("got %d entries, want 2", len(got))
	}
	e := got[0]
	if !e.Time.Equal(clock().Truncate(time.Millisecond)) || e.Line != 1 || e.Agent != "build" || !reflect.DeepEqual(e.Questions, req.Questions) {
		t.Errorf("got %+v", e)
	}
	want := answer().Answers
	if len(e.Answers) != 3 || !reflect.DeepEqual(e.Answers[0].Item, want[0]) || !reflect.DeepEqual(e.Answers[2].Item, want[2]) {
		t.Errorf("got answers %+v, want %+v", e.Answers, want)
	}
	if a := e.Answers[1]; !a.Redacted || a.Custom != nil || !a.Source.Redact {
		t.Errorf("got %+v for the one that is left out", a)
	}
	if got[1].Code != seam.Busy || got[1].Message != "too many" || got[1].Line != 2 {
		t.Errorf("got %+v, want the error", got[1])
	}
}

func TestRead_reportsBadLinesAndGoesOn(t *testing.T) {
	good := line(t, nil, request(), answer(), nil)
	for name, bad := range map[string]string{
		"a cut line":         good[:len(good)/2] + "\n",
		"no JSON":            "hello\n",
		"no request":         `{"time":"2026-01-02T02:04:05Z","answers":[]}` + "\n",
		"a plain request":    `{"questions":[]}` + "\n",
		"no time":            strings.Replace(good, "2026", "x", 1),
		"neither of the two": `{"time":"2026-01-02T02:04:05Z","request":{"questions":[]}}` + "\n",
		"a duplicate key":    `{"time":"2026-01-02T02:04:05Z","time":"2026-01-02T02:04:05Z"}` + "\n",
		"a line number":      strings.Replace(good, `"line":4`, `"line":"4"`, 1),
		"something behind":   strings.TrimSuffix(good, "\n") + " {}\n",
	} {
		var faults []error
		var entries []int
		for e, err := range transcript.Read("t.jsonl", strings.NewReader(good+"\n"+bad+good)) {
			if err != nil {
				faults = append(faults, err)
			} else {
				entries = append(entries, e.Line)
			}
		}
		if len(faults) != 1 || !strings.HasPrefix(faults[0].Error(), "t.jsonl:3: ") {
			t.Errorf("%s: got faults %q, want one at t.jsonl:3", name, faults)
		}
		if fmt.Sprint(entries) != "[1 4]" {
			t.Errorf("%s: got entries at %v, want 1 and 4", name, entries)
		}
	}
}

func TestRead_takesALastLineWithoutItsEnd(t *testing.T) {
	n := 0
	for _, err := range transcript.Read("t", strings.NewReader(strings.TrimSuffix(line(t, nil, request(), answer(), nil), "\n"))) {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("got %d entries, want 1", n)
	}
}

func TestOpen_appendsToAPrivateFileAndEndsACutLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.jsonl")
	if err := os.WriteFile(path, []byte(`{"time":`), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		log, err := transcript.Open(path, clock, nil)
		if err != nil {
			t.Fatal(err)
		}
		log.Write(request(), answer(), nil)
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
	}
	one := line(t, nil, request(), answer(), nil)
	data, err := os.ReadFile(path)
	if want := "{\"time\":\n" + one + one; err != nil || string(data) != want {
		t.Errorf("got %q (%v), want %q", data, err, want)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got mode %v (%v), want 0600", info.Mode(), err)
	}
	if _, err := transcript.Open(t.TempDir(), clock, nil); err == nil {
		t.Error("a folder: got no error")
	}
}

func TestOpen_severalLogsShareAFile(t *testing.T) {
	const logs, each = 4, 50
	path := filepath.Join(t.TempDir(), "t.jsonl")
	var wg sync.WaitGroup
	for range logs {
		log, err := transcript.Open(path, clock, nil)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			for range each {
				log.Write(request(), answer(), nil)
			}
			if err := log.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for _, err := range transcript.Read(path, f) {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != logs*each {
		t.Errorf("got %d lines, want %d", n, logs*each)
	}
}

// half is a writer that takes half of the first line and fails.
type half struct {
	bytes.Buffer
	failed bool
}

func (h *half) Write(p []byte) (int, error) {
	if h.failed {
		return h.Buffer.Write(p)
	}
	h.failed = true
	n, _ := h.Buffer.Write(p[:len(p)/2])
	return n, errors.New("the disk is full")
}

func TestLog_reportsAFaultAtTheEndAndStartsTheNextLineAnew(t *testing.T) {
	var h half
	log := transcript.New(&h, clock, nil)
	log.Write(request(), answer(), nil)
	log.Write(request(), answer(), nil)
	one := line(t, nil, request(), answer(), nil)
	if got, want := h.String(), one[:len(one)/2]+"\n"+one; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := log.Close(); err == nil {
		t.Error("close: got no error, want that of the first write")
	}
}

func FuzzReadLine(f *testing.F) {
	var b bytes.Buffer
	transcript.New(&b, clock, []string{"notes"}).Write(request(), answer(), nil)
	f.Add(b.Bytes())
	f.Add([]byte(`{"time":"2026-01-02T02:04:05Z","request":{"questions":[]},"error":{"code":"X","message":""}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := transcript.ReadLine(data)
		if err != nil {
			return
		}
		if e.Time.IsZero() || (e.Code == "") == (e.Answers == nil) {
			t.Errorf("%q: got %+v", data, e)
		}
	})
}
