package answersets

import (
	"fmt"
	"path/filepath"
	"testing"

	"standin/seam"
)

// BenchmarkRecord measures one save of one answer into a file of a size: each
// reads the file again and writes it whole.
func BenchmarkRecord(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprintf("entries=%d", size), func(b *testing.B) {
			r, err := OpenRecorder(filepath.Join(b.TempDir(), "answers.yaml"), RecordNew, nil)
			if err != nil {
				b.Fatal(err)
			}
			add := func(id string) {
				q := question(id, "Which database?", "PostgreSQL", "SQLite")
				if err := r.Add(&q, seam.Item{ID: id, Selected: []string{"SQLite"}}); err != nil {
					b.Fatal(err)
				}
			}
			for i := range size {
				add(fmt.Sprint("q", i))
			}
			if err := r.Save(); err != nil {
				b.Fatal(err)
			}
			n := 0
			for b.Loop() {
				n++
				add(fmt.Sprint("new", n))
				if err := r.Save(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
