package serve_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"standin/answersets"
	"standin/internal/serve"
	"standin/providers/replay"
	"standin/seam"
)

// requests returns lines that each ask one question out of a hundred.
func requests(lines int) []byte {
	var b bytes.Buffer
	for i := range lines {
		fmt.Fprintf(&b, `{"id":%d,"questions":[{"id":"q%d","question":"Which database should the service use?","header":"Database",`+
			`"options":[{"label":"PostgreSQL","description":"Relational"},{"label":"SQLite","description":"One file"}]}]}`+"\n", i, i%100)
	}
	return b.Bytes()
}

// BenchmarkServe replays a stream, and reports beside lines a second how that
// rate compares to one core validating the same bytes in the same run.
func BenchmarkServe(b *testing.B) {
	set := loadAnswers(b)
	p, err := replay.New(set, replay.Options{})
	if err != nil {
		b.Fatal(err)
	}
	service := seam.NewService(nil)
	if _, err := service.RegisterProvider(p); err != nil {
		b.Fatal(err)
	}
	const lines = 200_000
	input := requests(lines)
	b.SetBytes(int64(len(input)))
	b.ReportAllocs()
	var serving, validating time.Duration
	for b.Loop() {
		started := time.Now()
		summary, err := serve.Run(context.Background(), bytes.NewReader(input), io.Discard, serve.Options{Service: service, AtOnce: context.Background()})
		serving += time.Since(started)
		if err != nil || len(summary.Codes) > 0 {
			b.Fatal(err, summary)
		}
		b.StopTimer()
		validating += validate(b, input)
		b.StartTimer()
	}
	b.ReportMetric(lines*float64(b.N)/serving.Seconds(), "lines/s")
	b.ReportMetric(validating.Seconds()/serving.Seconds(), "of-IsValid")
}

// validate is the yardstick: it checks each line and returns how long that took.
func validate(b *testing.B, input []byte) time.Duration {
	started := time.Now()
	for line := range bytes.Lines(input) {
		if !jsontext.Value(line).IsValid() {
			b.Fatalf("not valid: %s", line)
		}
	}
	return time.Since(started)
}

func loadAnswers(b testing.TB) *answersets.Set {
	b.Helper()
	var text bytes.Buffer
	text.WriteString("standin: 1\nanswers:\n")
	for i := range 100 {
		fmt.Fprintf(&text, "  q%d: SQLite\n", i)
	}
	file := filepath.Join(b.TempDir(), "answers.yaml")
	if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	set, err := answersets.Load([]string{file}, answersets.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return set
}
