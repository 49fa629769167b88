package jsonl_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"standin/providers/jsonl"
	"standin/seam"
)

var batch = seam.Request{Questions: []seam.Question{
	{ID: "a", Question: "which?", Options: []seam.Option{{Label: "A"}, {Label: "B"}}},
	{ID: "b", Question: "what?"},
}}

func TestAnswers_everyLineIsAnAnswerOrAnItem(t *testing.T) {
	const a, b = `{"id":"a","selected":["A"]}`, `{"id":"b","selected":[],"custom":"x"}`
	for name, c := range map[string]struct {
		in   string
		code seam.Code
		says string
		open string // ids
	}{
		"a whole answer":               {`{"answers":[` + b + `,` + a + `]}`, "", "", ""},
		"items":                        {"\ufeff" + b + "\r\n\n" + a + "\n", "", "", ""},
		"more behind the last item":    {a + "\n" + b + "\nnot read", "", "", ""},
		"nothing":                      {"", seam.Unanswered, `"a"`, "a b"},
		"an end before the last item":  {a + "\n", seam.Unanswered, `"b"`, "b"},
		"a label nobody offered":       {b + "\n" + `{"id":"a","selected":["Z"]}`, seam.BadAnswer, "line 2 of the answers", ""},
		"a question nobody asked":      {`{"id":"z","selected":[]}`, seam.BadAnswer, "line 1", ""},
		"an item twice":                {a + "\n" + a, seam.BadAnswer, "twice", ""},
		"no JSON":                      {"A\n", seam.BadAnswer, "line 1", ""},
		"a truncated line":             {a[:12], seam.BadAnswer, "truncated", ""},
		"a blank text":                 {`{"id":"b","selected":[],"custom":" "}`, seam.BadAnswer, "blank", ""},
		"a null where labels belong":   {`{"id":"a","selected":null}`, seam.BadAnswer, "null", ""},
		"a key in the wrong case":      {`{"ID":"a","selected":[]}`, seam.BadAnswer, "did you mean", ""},
		"a whole answer with one item": {`{"answers":[` + a + `]}` + "\n" + b, "", "", ""},
	} {
		answer, err := jsonl.NewAnswers(strings.NewReader(c.in)).Ask(context.Background(), batch)
		switch {
		case seam.CodeOf(err) != c.code || err != nil && !strings.Contains(err.Error(), c.says):
			t.Errorf("%s: got %s %v, want %s with %s", name, seam.CodeOf(err), err, c.code, c.says)
		case err == nil && (answer.Answers[0].Selected[0] != "A" || *answer.Answers[1].Custom != "x" || answer.Answers[0].Source.Provider != "jsonl"):
			t.Errorf("%s: got %v", name, answer)
		case err != nil:
			var open []string
			for _, o := range seam.AsError(err).Open {
				open = append(open, o.Question.ID)
			}
			if got := strings.Join(open, " "); got != c.open {
				t.Errorf("%s: the open questions are %q, want %q", name, got, c.open)
			}
		}
	}
}

func TestAnswers_nothingIsReadBeforeTheAsk(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	jsonl.NewAnswers(in)
	_ = in.Close()
	if _, err := out.Write([]byte("x")); err == nil {
		t.Error("the stream was read")
	}
}

func TestAnswers_silenceEndsWithTheContext(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.WriteString(out, `{"id":"a","selected":["A"]}`+"\n")
		cancel()
	}()
	answer, err := jsonl.NewAnswers(in).Ask(ctx, batch)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v and %v, want the context's error", answer, err)
	}
}
