package answersets

import (
	"fmt"
	"strings"
	"testing"

	"standin/seam"
)

// The benchmarks show cost against size: of a lookup, which is not to grow with
// the set, and of a load, which is to grow no faster than it.

func manyAnswers(n int) string {
	var b strings.Builder
	b.WriteString("standin: 1\nanswers:\n")
	for i := range n {
		fmt.Fprintf(&b, "  question-%d: Answer %d\n", i, i)
	}
	return b.String()
}

func manyRecorded(n int) string {
	var b strings.Builder
	b.WriteString("standin: 1\nanswers:\n")
	for i := range n {
		fmt.Fprintf(&b, "  question-%d: { select: PostgreSQL, asked: { question: \"Which database for %d?\", header: DB, options: [PostgreSQL, SQLite] } }\n", i, i)
	}
	return b.String()
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		for name, file := range map[string]string{"ids": manyAnswers(n), "recorded": manyRecorded(n)} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(file)))
				for b.Loop() {
					if _, err := Parse("x.yaml", []byte(file), Options{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkMatch_id(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		s := mustParse(b, manyAnswers(n))
		q := seam.Question{ID: fmt.Sprintf("question-%d", n/2), Question: "?"}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if s.Match(&q, nil).Entry == nil {
					b.Fatal("nothing matches")
				}
			}
		})
	}
}

func BenchmarkMatch_asked(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		s := mustParse(b, manyRecorded(n))
		q := seam.Question{ID: "new", Question: fmt.Sprintf("Which database for %d?", n/2)}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if s.Match(&q, nil).Entry == nil {
					b.Fatal("nothing matches")
				}
			}
		})
	}
}

func BenchmarkMatch_rules(b *testing.B) {
	for name, c := range manyRules() {
		for _, n := range []int{10, 10_000} {
			s := mustParse(b, c.file(n))
			q := c.question(n / 2)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if s.Match(&q, nil).Entry == nil {
						b.Fatal("nothing matches")
					}
				}
			})
		}
	}
}
