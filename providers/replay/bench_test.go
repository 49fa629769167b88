package replay_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"standin/providers/replay"
	"standin/seam"
)

// One question after the other through the whole service, against the size of
// the answer file.
func BenchmarkAsk(b *testing.B) {
	for name, answer := range map[string]string{
		"label":    `"Yes"`,
		"recorded": `{ select: "Yes", asked: { question: "Run it again?", options: ["Yes", "No"] } }`,
	} {
		for _, n := range []int{10, 1_000, 100_000} {
			var file strings.Builder
			file.WriteString("standin: 1\nanswers:\n")
			for i := range n {
				fmt.Fprintf(&file, "  question-%d: %s\n", i, answer)
			}
			s := seam.NewService(nil)
			if _, err := s.RegisterProvider(load(b, file.String(), replay.Options{})); err != nil {
				b.Fatal(err)
			}
			req := seam.Request{Questions: []seam.Question{yesNo(fmt.Sprintf("question-%d", n/2), "Run it again?")}}
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := s.Ask(context.Background(), req); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
