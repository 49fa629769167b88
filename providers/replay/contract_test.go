package replay_test

import (
	"strconv"
	"strings"
	"testing"

	"standin/answersets"
	"standin/providers/replay"
	"standin/seam"
	"standin/seam/seamtest"
)

func TestReplay_keepsTheContract(t *testing.T) {
	seamtest.Run(t, func(t *testing.T, s seamtest.Script) seam.Provider {
		return load(t, answerFile(s), replay.Options{})
	}, seamtest.Without(seamtest.Silence, "an answer file never keeps anybody waiting"))
}

// load returns a provider for one answer file.
func load(t testing.TB, source string, opts replay.Options) *replay.Provider {
	t.Helper()
	set, err := answersets.Parse("ci.yaml", []byte(source), answersets.Options{})
	if err != nil {
		t.Fatalf("the answer file is refused: %v\n%s", err, source)
	}
	p, err := replay.New(set, opts)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answerFile writes the replies of a script as an answer file.
func answerFile(s seamtest.Script) string {
	var b strings.Builder
	b.WriteString("standin: 1\nanswers: {\n")
	for id, reply := range s.Replies {
		b.WriteString(strconv.Quote(id) + ": { ")
		switch a := reply.Answer; {
		case a == nil:
			b.WriteString("refuse: " + strconv.Quote(reply.Refuse))
		case a.Skipped():
			b.WriteString("skip: true")
		default:
			if len(a.Selected) > 0 {
				quoted := make([]string, len(a.Selected))
				for i, label := range a.Selected {
					quoted[i] = strconv.Quote(label)
				}
				b.WriteString("select: [" + strings.Join(quoted, ", ") + "], ")
			}
			if a.Custom != nil {
				b.WriteString("text: " + strconv.Quote(*a.Custom))
			}
		}
		b.WriteString(" },\n")
	}
	return b.String() + "}\n"
}
