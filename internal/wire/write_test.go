package wire

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"standin/seam"
)

func TestAppendErrorMember_writesWhatTheErrorItselfDoes(t *testing.T) {
	for _, e := range []*seam.Error{
		{Code: seam.NoProvider, Message: "nobody <here> & \"there\" \u2028 \x1b"},
		{Code: seam.BadAnswer, Message: "wrong", Question: "a", Err: errors.New("cause")},
		{Code: seam.Unanswered, Message: "open", Open: []seam.Open{
			{Question: seam.Question{ID: "a", Question: "which?", Options: []seam.Option{{Label: "A", Description: "d"}, {Label: "B"}}}, Reason: "none"},
			{Question: seam.Question{ID: "b", Question: "what?"}},
		}},
		{Code: seam.BadRequest, Message: "not UTF-8: \xff"},
	} {
		var got, want any
		text := AppendErrorMember([]byte("{"), e, 0)
		if err := json.Unmarshal(append(text, '}'), &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		own, err := json.Marshal(map[string]any{"error": e})
		if err != nil {
			t.Fatal(err)
		}
		_ = json.Unmarshal(own, &want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-MarshalJSON +AppendErrorMember):\n%s", diff)
		}
	}
}
