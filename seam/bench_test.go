package seam_test

import (
	"context"
	"testing"

	"standin/seam"
)

// BenchmarkAsk measures what the service adds to a provider that has its answer
// at hand: with a context that cannot end, and with one that can, which takes a
// goroutine for each ask.
func BenchmarkAsk(b *testing.B) {
	answer := yes()
	ends, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
	}{{"context=endless", context.Background()}, {"context=cancellable", ends}} {
		b.Run(c.name, func(b *testing.B) {
			service := seam.NewService(nil)
			if _, err := service.RegisterProvider(provide(func(context.Context, seam.Request) (seam.Answer, error) { return answer, nil })); err != nil {
				b.Fatal(err)
			}
			req := request()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := service.Ask(c.ctx, req); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCheckItem(b *testing.B) {
	labels := make([]string, 100)
	for i := range labels {
		labels[i] = string(rune('a'+i%26)) + string(rune('a'+i/26))
	}
	q := seam.Question{ID: "q", Question: "?", Options: options(labels...), MultiSelect: true}
	reversed := make([]string, len(labels))
	for i, l := range labels {
		reversed[len(labels)-1-i] = l
	}
	for _, c := range []struct {
		name     string
		selected []string
	}{{"order=kept", labels}, {"order=reversed", reversed}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := seam.CheckItem(&q, seam.Item{ID: "q", Selected: c.selected}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
