package seam_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"standin/seam"
)

func TestError_JSON(t *testing.T) {
	q := seam.Question{ID: "db", Question: "Which?", Detail: "long", Notice: "why", Options: []seam.Option{{Label: "A", Description: "a"}, {Label: "B"}}}
	for _, c := range []struct {
		err  *seam.Error
		want string
	}{
		{seam.Errorf(seam.EmptyQuestions, "no %s", "questions"), `{"name":"UserInteractionError","code":"EMPTY_QUESTIONS","message":"no questions"}`},
		{&seam.Error{Code: seam.BadAnswer, Message: "m", Question: "db"}, `{"name":"UserInteractionError","code":"BAD_ANSWER","message":"m","question":"db"}`},
		{&seam.Error{Code: seam.ProviderFailed, Message: "m", Err: fs.ErrNotExist}, `{"name":"UserInteractionError","code":"PROVIDER_FAILED","message":"m: file does not exist"}`},
		{&seam.Error{Code: seam.Unanswered, Message: "m", Open: []seam.Open{{Question: q, Code: seam.Unanswered, Reason: "r"}, {Question: seam.Question{ID: "f", Question: "?"}}}},
			`{"name":"UserInteractionError","code":"UNANSWERED","message":"m","questions":[{"id":"db","question":"Which?","options":[{"label":"A","description":"a"},{"label":"B"}],"reason":"r"},{"id":"f","question":"?"}]}`},
	} {
		if got := toJSON(t, c.err); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestItem_JSON(t *testing.T) {
	for _, c := range []struct {
		item seam.Item
		want string
	}{
		{seam.Item{ID: "q"}, `{"id":"q","selected":[]}`},
		{seam.Item{ID: "q", Selected: []string{"A"}, Source: seam.Source{Provider: "p", Redact: true}}, `{"id":"q","selected":["A"]}`},
		{seam.Item{ID: "q", Custom: custom("x")}, `{"id":"q","selected":[],"custom":"x"}`},
	} {
		if got := toJSON(t, c.item); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		if got := toJSON(t, &c.item); got != c.want {
			t.Errorf("by pointer: got %s, want %s", got, c.want)
		}
	}
}

func TestQuestion_JSONKeepsOnlyWhatIsThere(t *testing.T) {
	const small = `{"id":"q","question":"?"}`
	const full = `{"id":"q","question":"?","detail":"d","header":"h","options":[{"label":"A","description":"a"}],"multiSelect":true,"intent":{"kind":"plan-review","approve":"A"},"secret":true}`
	for _, want := range []string{small, full} {
		var q seam.Question
		if err := json.Unmarshal([]byte(want), &q); err != nil {
			t.Fatal(err)
		}
		if got := toJSON(t, q); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestError_isItsCodeAndItsCause(t *testing.T) {
	err := fmt.Errorf("while asking: %w", &seam.Error{Code: seam.ProviderFailed, Message: "m", Err: fs.ErrNotExist})
	if !errors.Is(err, &seam.Error{Code: seam.ProviderFailed}) {
		t.Error("is not an error with its own code")
	}
	if errors.Is(err, &seam.Error{Code: seam.Unanswered}) {
		t.Error("is an error with another code")
	}
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("is not its cause")
	}
	if e, ok := errors.AsType[*seam.Error](err); !ok || e.Message != "m" {
		t.Errorf("got %v as an *Error", e)
	}
}

func TestError_text(t *testing.T) {
	for _, c := range []struct {
		err  *seam.Error
		want string
	}{
		{&seam.Error{Message: "m"}, "m"},
		{&seam.Error{Message: "m", Err: fs.ErrClosed}, "m: file already closed"},
		{&seam.Error{Err: fs.ErrClosed}, "file already closed"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestCodeOf(t *testing.T) {
	for _, c := range []struct {
		err  error
		want seam.Code
	}{
		{nil, ""},
		{errors.New("x"), seam.ProviderFailed},
		{seam.Errorf(seam.Busy, "x"), seam.Busy},
		{fmt.Errorf("x: %w", seam.Errorf(seam.Busy, "x")), seam.Busy},
		{&seam.Error{}, seam.ProviderFailed},
		{(*seam.Error)(nil), seam.ProviderFailed},
	} {
		if got := seam.CodeOf(c.err); got != c.want {
			t.Errorf("%#v: got %q, want %q", c.err, got, c.want)
		}
	}
	if seam.AsError(nil) != nil {
		t.Error("AsError of nil is not nil")
	}
}
