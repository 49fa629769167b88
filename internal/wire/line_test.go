package wire

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"standin/seam"
)

func TestLineReader_readsEveryKind(t *testing.T) {
	for in, want := range map[string]Line{
		`{"id":"a","questions":[{"id":"q","question":"?"}]}`: {Kind: RequestLine, ID: `"a"`, Questions: []seam.Question{{ID: "q", Question: "?"}}},
		`{"id":12345678901234567890,"questions":[]}`:         {Kind: RequestLine, ID: `12345678901234567890`, Questions: []seam.Question{}},
		`{"id":1.50,"questions":[]}`:                         {Kind: RequestLine, ID: `1.50`, Questions: []seam.Question{}},
		`{"id":"\u0061","questions":[]}`:                     {Kind: RequestLine, ID: `"\u0061"`, Questions: []seam.Question{}},
		"\xef\xbb\xbf" + `{"questions":[]}`:                  {Kind: RequestLine, Questions: []seam.Question{}},
		`{"questions":[],"agent":"h","timeoutMs":1500}`:      {Kind: RequestLine, Questions: []seam.Question{}, Agent: "h", HasAgent: true, Timeout: 1500 * time.Millisecond},
		`{"questions":[],"answers":"ignored","cancel":{}}`:   {Kind: RequestLine, Questions: []seam.Question{}},
		`{"enter":{"agent":"build"}}`:                        {Kind: EnterLine, Control: &Control{Agent: "build"}},
		`{"enter":{"agent":"child","owner":"h"}}`:            {Kind: EnterLine, Control: &Control{Agent: "child", Owner: "h", HasOwner: true}},
		`{"leave":"h"}`: {Kind: LeaveLine, Control: &Control{Handle: "h"}},
		`{"abort":7}`:   {Kind: AbortLine, Control: &Control{Abort: "7"}},
		`{"reply":"1","answers":[{"id":"q","selected":["A"]}]}`: {Kind: ReplyLine, Control: &Control{Ask: "1", Items: []seam.Item{{ID: "q", Selected: []string{"A"}}}}},
		`{"answers":[],"reply":"1"}`:                            {Kind: ReplyLine, Control: &Control{Ask: "1", Items: []seam.Item{}}},
		`{"reply":"1","cancel":true}`:                           {Kind: ReplyLine, Control: &Control{Ask: "1", Refused: true}},
		`{"reply":"1","cancel":"not today"}`:                    {Kind: ReplyLine, Control: &Control{Ask: "1", Refused: true, Reason: "not today"}},
	} {
		var r LineReader
		var got Line
		err := r.Read(in, &got)
		if err != nil {
			t.Errorf("%s: %v", in, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", in, diff)
		}
	}
}

func TestLineReader_saysWhatIsWrongAndReadsTheIDWhereItCan(t *testing.T) {
	for in, want := range map[string]struct {
		code seam.Code
		id   string
		ask  string
		says string
	}{
		`{"id":1,"type":"x"}`: {seam.BadRequest, "1", "", "none of the known ones"},
		`[]`:                  {seam.BadRequest, "", "", "has to be an object"},
		`{"id":"a","questions":[],"questions":[]}`:                        {seam.BadRequest, `"a"`, "", "duplicate key"},
		`{"id":"a","id":"b","questions":[]}`:                              {seam.BadRequest, "", "", "duplicate key"},
		`{"id":7,"Questions":[]}`:                                         {seam.BadRequest, "7", "", `did you mean "questions"`},
		`{"id":7,"questions":[{"id":"q","Multi_Select":true}]}`:           {seam.BadRequest, "7", "", "did you mean"},
		`{"questions":[{"multiSelect":true,"multi_select":true}],"id":7}`: {seam.BadRequest, "7", "", "twice"},
		`{"id":null,"questions":[{]}`:                                     {seam.BadRequest, "", "", "invalid JSON"},
		`{"id":{},"questions":[]}`:                                        {seam.BadRequest, "", "", "string or a number"},
		`{"id":7,"questions":[`:                                           {seam.BadRequest, "7", "", "truncated"},
		`{"id":7`:                                                         {seam.BadRequest, "", "", "truncated"}, // of 71, it may be
		"{\"id\":\"\xff\",\"questions\":[]}":                              {seam.BadRequest, "", "", "UTF-8"},
		`{"id":"\ud800","questions":[]}`:                                  {seam.BadRequest, "", "", "surrogate"},
		`{"id":"a"`:                                                       {seam.BadRequest, `"a"`, "", "truncated"},
		"\ufeff" + `{"id":7,"type":"x"}`:                                  {seam.BadRequest, "7", "", "none of the known ones"},
		`{"id":7,"questions":[]} x`:                                       {seam.BadRequest, "7", "", "invalid JSON"},
		"{\"id\":7,\"questions\":[],\"x\":\"\xff\"}":                      {seam.BadRequest, "7", "", "UTF-8"},
		"\xff\xfe{\x00":                                                   {seam.BadRequest, "", "", "UTF-16"},
		"\x00{\x00\"":                                                     {seam.BadRequest, "", "", "UTF-16"},
		`{"id":7,"questions":[],"timeoutMs":0}`:                           {seam.BadRequest, "7", "", "above 0"},
		`{"id":7,"questions":[],"timeoutMs":1.5}`:                         {seam.BadRequest, "7", "", "whole number"},
		`{"id":7,"questions":[],"agent":3}`:                               {seam.BadRequest, "7", "", "agent has to be a string"},
		`{"questions":[],"abort":7}`:                                      {seam.BadRequest, "", "", "several at once"},
		`{"enter":{}}`:                                                    {seam.BadRequest, "", "", `no "agent"`},
		`{"enter":{"agent":"a","Owner":"h"}}`:                             {seam.BadRequest, "", "", `did you mean "owner"`},
		`{"enter":{"agent":"a","owner":3}}`:                               {seam.BadRequest, "", "", "owner's handle has to be a string"},
		`{"abort":null}`:                                                  {seam.BadRequest, "", "", "abort has to be"},
		`{"reply":"1"}`:                                                   {seam.BadAnswer, "", "1", "neither"},
		`{"reply":"1","answers":[],"cancel":true}`:                        {seam.BadAnswer, "", "1", "answers and cancel"},
		`{"reply":"1","cancel":false}`:                                    {seam.BadAnswer, "", "1", "a string or true"},
		`{"reply":"1","answers":null}`:                                    {seam.BadAnswer, "", "1", "an array"},
		`{"reply":"1","answers":[{"id":"q","custom":3}]}`:                 {seam.BadAnswer, "", "1", "column 44: custom has to be a string"},
		`{"answers":[{"id":"q"}],"reply":"1"}`:                            {seam.BadAnswer, "", "1", "selected"},
		`{"reply":"1","answers":[],"answers":[]}`:                         {seam.BadRequest, "", "", "duplicate"},
		`{"reply":1,"answers":[]}`:                                        {seam.BadRequest, "", "", "reply has to be a string"},
		`{"id":7,"questions":[],"x":` + deep(20000) + `}`:                 {seam.BadRequest, "7", "", "invalid JSON"},
	} {
		var r LineReader
		var got Line
		err := r.Read(in, &got)
		ask := ""
		if got.Control != nil {
			ask = got.Control.Ask
		}
		if seam.CodeOf(err) != want.code || got.ID != want.id || ask != want.ask || !strings.Contains(err.Error(), want.says) {
			t.Errorf("%.100s\n got %s id %q ask %q: %v\nwant %s id %q ask %q: …%s…", in, seam.CodeOf(err), got.ID, ask, err, want.code, want.id, want.ask, want.says)
		}
	}
}

func deep(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

// FuzzLineReader holds the short cut to what the strict reader says.
func FuzzLineReader(f *testing.F) {
	for _, s := range []string{
		`{"id":"req-1","questions":[{"id":"db","question":"Which \"one\"?","header":"H","detail":"a\nb\u00e9\ud83d\ude00","options":[{"label":"A","description":null},{"label":"日本"}],"multiSelect":false,"secret":true,"intent":{"kind":"plan-review","approve":"A"}}],"agent":"h","timeoutMs":100}`,
		` { "id" : 1 , "questions" : [ ] , "other" : { "a" : [ 1 , 2.5e3 , "}" , null ] } , "x_y" : true } `,
		`{"questions":[{"id":"q","question":"?","options":[],"multi_select":true}],"ti_meoutms":1}`,
		`{"reply":"1","answers":[{"id":"q","selected":["A"],"custom":"x"}]}`,
		`{"id":-1.5e3,"questions":null}`, `{"id":"\ud800","questions":[]}`, "{\"id\":\"\xff\",\"questions\":[]}", `{"id":01,"questions":[]}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var r LineReader
		var got Line
		gotErr := r.Read(text, &got)
		want, wantErr := readLine([]byte(text))
		if (gotErr == nil) != (wantErr == nil) {
			t.Fatalf("%q\n got error %v\nwant error %v", text, gotErr, wantErr)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-strict +short cut):\n%s", text, diff)
		}
	})
}

func TestLineReader_linesDoNotShareTheirArrays(t *testing.T) {
	var r LineReader
	r.Reset(1000)
	var first, second Line
	for text, l := range map[string]*Line{
		`{"questions":[{"id":"a","question":"?","options":[{"label":"A"}]}]}`: &first,
		`{"questions":[{"id":"b","question":"?","options":[{"label":"B"}]}]}`: &second,
	} {
		if err := r.Read(text, l); err != nil {
			t.Fatal(err)
		}
	}
	_ = append(first.Questions, seam.Question{ID: "x"})
	_ = append(second.Questions, seam.Question{ID: "x"})
	_ = append(first.Questions[0].Options, seam.Option{Label: "X"})
	_ = append(second.Questions[0].Options, seam.Option{Label: "X"})
	if first.Questions[0].ID != "a" || first.Questions[0].Options[0].Label != "A" || second.Questions[0].ID != "b" || second.Questions[0].Options[0].Label != "B" {
		t.Errorf("got %v and %v: one line changed the other", first, second)
	}
}

func BenchmarkLineReader(b *testing.B) {
	const text = `{"id":1,"questions":[{"id":"q1","question":"Continue?","options":[{"label":"Yes"},{"label":"No"}]}]}`
	var r LineReader
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%500 == 0 {
			r.Reset(500 * len(text))
		}
		var l Line
		if err := r.Read(text, &l); err != nil {
			b.Fatal(err)
		}
	}
}
