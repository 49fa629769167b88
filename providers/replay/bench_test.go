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
	for _, n := range []int{10, 1_000, 100_000} {
		var file strings.Builder
		file.WriteString("standin: 1\nanswers:\n")
		for i := range n {
			fmt.Fprintf(&file, "  question-%d: \"Yes\"\n", i)
		}
		s := seam.NewService(nil)
		if _, err := s.RegisterProvider(load(b, file.String(), replay.Options{})); err != nil {
			b.Fatal(err)
		}
		req := seam.Request{Questions: []seam.Question{yesNo(fmt.Sprintf("question-%d", n/2), "Run it again?")}}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Ask(context.Background(), req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
