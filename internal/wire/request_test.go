package wire_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"standin/internal/wire"
	"standin/seam"
)

func TestReadRequest_readsEveryMember(t *testing.T) {
	got, err := wire.ReadRequest([]byte("\xEF\xBB\xBF" + `{
		"id": 12345678901234567890, "agent": "h1", "timeoutMs": 1500, "later": {"id": [1]},
		"questions": [
			{"id": "db", "question": "Which?", "header": "H", "detail": "D", "multi_select": true, "secret": false,
			 "options": [{"label": "A (Recommended)", "description": "d"}, {"label": "\u6279\ud83d\ude00", "description": null}],
			 "intent": {"kind": "k", "approve": "A", "more": 1}},
			{"id": "free", "question": "Name?", "options": [], "notice": "not from outside"}
		]}` + "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	handle := "h1"
	want := wire.Request{
		ID: []byte("12345678901234567890"), Agent: &handle, Timeout: 1500 * time.Millisecond,
		Questions: []seam.Question{
			{ID: "db", Question: "Which?", Header: "H", Detail: "D", MultiSelect: true,
				Options: []seam.Option{{Label: "A (Recommended)", Description: "d"}, {Label: "批😀"}},
				Intent:  &seam.Intent{Kind: "k", Approve: "A"}},
			{ID: "free", Question: "Name?"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestReadRequest_refusesAndNamesThePlace(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"empty":              {"", "the input is empty"},
		"white space":        {" \n", "the input is empty"},
		"truncated":          {`{"questions":[{"id":"a"`, "column 24: the JSON is truncated: the input ends in the middle of a value"},
		"not an object":      {`[1]`, "column 1: the request has to be an object, not an array"},
		"no questions":       {`{"id":1}`, `the request has no "questions"`},
		"duplicate key":      {"{\"questions\":[\n{\"id\":\"a\",\"id\":\"b\"}]}", `line 2, column 11: duplicate key "id"`},
		"duplicate unknown":  {`{"x":1,"x":2,"questions":[]}`, `column 8: duplicate key "x"`},
		"near miss, case":    {`{"questions":[{"ID":"a"}]}`, `column 16: unknown key "ID" in a question, did you mean "id"?`},
		"near miss, _":       {`{"questions":[],"timeout_ms":1}`, `column 17: unknown key "timeout_ms" in the request, did you mean "timeoutMs"?`},
		"both spellings":     {`{"questions":[{"multiSelect":true,"multi_select":true}]}`, `column 35: multiSelect is given twice, also as multi_select`},
		"wrong type":         {`{"questions":[{"id":1}]}`, `column 21: a question's id has to be a string, not a number`},
		"null text":          {`{"questions":[{"question":null}]}`, `column 27: a question's text has to be a string, not null`},
		"questions null":     {`{"questions":null}`, `column 14: questions has to be an array, not null`},
		"id of another type": {`{"id":[1],"questions":[]}`, `column 7: the request's id has to be a string or a number, not an array`},
		"timeout 0":          {`{"timeoutMs":0,"questions":[]}`, `column 14: timeoutMs has to be a whole number of milliseconds above 0, not 0`},
		"timeout 1.5":        {`{"timeoutMs":1.5,"questions":[]}`, `column 14: timeoutMs has to be a whole number of milliseconds above 0, not 1.5`},
		"second value":       {`{"questions":[]} {}`, "column 18: another value stands behind the first; a stream of requests is read by standin serve"},
		"bad UTF-8":          {"{\"questions\":[{\"id\":\"\xff\"}]}", "column 22: invalid UTF-8 (byte 0xFF)"},
		"lone surrogate":     {`{"questions":[{"id":"\ud800"}]}`, "column 22: invalid JSON: invalid surrogate pair `\\ud800\"}]}` in string"},
		"UTF-16LE":           {"\xff\xfe{\x00}\x00", "the input is UTF-16, not UTF-8: convert it first"},
		"UTF-16BE, no BOM":   {"\x00{\x00}", "the input is UTF-16, not UTF-8: convert it first"},
		"garbage":            {`hello`, "column 1: invalid JSON: invalid character 'h' at start of value"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := wire.ReadRequest([]byte(c.in))
			if seam.CodeOf(err) != seam.BadRequest {
				t.Fatalf("got error %v, want one with %s", err, seam.BadRequest)
			}
			if err.Error() != c.want {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
		})
	}
}

func TestReadRequest_errorKeepsTheIDThatCouldBeRead(t *testing.T) {
	for in, want := range map[string]string{
		`{"id":7,"questions":{}}`:           `7`,
		`{"questions":{},"id":"x"}`:         `"x"`,
		`{"id":7,"questions":[`:             `7`,
		`{"id":7,"id":8,"questions":[]}`:    ``,
		`{"id":{"id":1},"questions":[]}`:    ``,
		`{"questions":[{"id":1}],"x":{}}`:   ``,
		`{"id":1.50,"Questions":[]}`:        `1.50`,
		`{"questions":[{"id":"q"}],"id":""`: `""`,
	} {
		req, err := wire.ReadRequest([]byte(in))
		if err == nil {
			t.Errorf("%s: got no error", in)
		}
		if string(req.ID) != want {
			t.Errorf("%s: got id %s, want %s", in, req.ID, want)
		}
	}
}

func TestFault_namesTheFile(t *testing.T) {
	_, err := wire.ReadRequest([]byte("{\n \"questions\": [\n  {\"id\": 1}]}"))
	f, ok := errors.AsType[*wire.Fault](err)
	if !ok {
		t.Fatalf("got %v, want a fault as the cause", err)
	}
	if got, want := f.In("a.json"), "a.json:3:10: a question's id has to be a string, not a number"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func FuzzReadRequest(f *testing.F) {
	f.Add([]byte(`{"id":1,"questions":[{"id":"a","question":"b","options":[{"label":"c"}],"intent":{"kind":"k","approve":"c"}}]}`))
	f.Add([]byte("\xff\xfe{\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		req, err := wire.ReadRequest(data)
		if err != nil {
			if seam.CodeOf(err) != seam.BadRequest || err.Error() == "" {
				t.Errorf("error %v has the code %s", err, seam.CodeOf(err))
			}
			return
		}
		again, err := wire.ReadRequest(wire.AppendRequest(nil, req.Questions))
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if diff := cmp.Diff(req.Questions, again.Questions, cmp.Comparer(func(a, b []seam.Option) bool {
			return len(a) == 0 && len(b) == 0 || cmp.Equal(a, b)
		})); diff != "" {
			t.Errorf("questions changed on the way (-first +second):\n%s", diff)
		}
	})
}

func TestReadAnswer_refusesWhatCouldBeTakenForAnAnswer(t *testing.T) {
	for in, want := range map[string]string{
		`{"answers":[{"id":"s"}]}`:                             `no "selected"`,
		`{"answers":[{"id":"s","selected":null}]}`:             "has to be an array, not null",
		`{"answers":[{"id":"s","selected":[null]}]}`:           "has to be a string, not null",
		`{"answers":[{"id":"s","selected":[],"custom":3}]}`:    "has to be a string, not a number",
		`{"answers":[{"id":"s","selected":[],"custom":null}]}`: "has to be a string, not null",
		`{"answers":[{"selected":[]}]}`:                        "has no id",
		`{"answers":[{"id":"s","selected":[],"Custom":"x"}]}`:  `did you mean "custom"?`,
		`{"answer":[]}`: `has no "answers"`,
		`{"answers":[{"id":"s","selected":["A"],"id":"t"}]}`: `duplicate key "id"`,
		``: "the input is empty",
	} {
		_, err := wire.ReadAnswer([]byte(in))
		if seam.CodeOf(err) != seam.BadAnswer || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s with %q", in, err, seam.BadAnswer, want)
		}
	}
}

func TestAppend_writesCompactNativeJSON(t *testing.T) {
	text := "<&>\u2028\"\n"
	answer := seam.Answer{Answers: []seam.Item{{ID: "a", Selected: []string{"x", "批"}}, {ID: "b", Custom: &text}}}
	got := string(wire.AppendAnswer(nil, []byte(`"7"`), answer))
	want := `{"id":"7","answers":[{"id":"a","selected":["x","批"]},{"id":"b","selected":[],"custom":"<&>` + "\u2028" + `\"\n"}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	e := &seam.Error{Code: seam.Unanswered, Message: "a <b>", Open: []seam.Open{{Question: seam.Question{ID: "q", Question: "Q?"}}}}
	got = string(wire.AppendError(nil, nil, e, 3))
	want = `{"error":{"name":"UserInteractionError","code":"UNANSWERED","message":"a <b>","questions":[{"id":"q","question":"Q?"}],"line":3}}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	got = string(wire.AppendRequest(nil, []seam.Question{{ID: "q", Question: "Q?", Options: []seam.Option{{Label: "A"}}, Notice: "n"}}))
	want = `{"questions":[{"id":"q","question":"Q?","options":[{"label":"A"}],"notice":"n"}]}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
