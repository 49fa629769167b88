// Bench times the built program replaying a long stream, beside the yardstick:
// one core validating the same bytes with jsontext. Both run in turn, several
// times, and the best of each counts.
//
//	go run ./internal/serve/bench -lines 1000000
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func main() {
	lines := flag.Int("lines", 1_000_000, "length of the stream")
	rounds := flag.Int("rounds", 5, "how often each is timed")
	flag.Parse()
	if err := run(*lines, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(lines, rounds int) error {
	dir, err := os.MkdirTemp("", "standin-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "standin")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building the program, from the root of the repository: %w", err)
	}
	requests, answers := filepath.Join(dir, "requests.jsonl"), filepath.Join(dir, "answers.yaml")
	size, err := generate(requests, answers, lines)
	if err != nil {
		return err
	}
	best, yardstick := served{}, time.Duration(0)
	for range rounds {
		v, err := validate(requests)
		if err != nil {
			return err
		}
		if yardstick == 0 || v < yardstick {
			yardstick = v
		}
		s, err := serve(program, requests, answers, lines)
		if err != nil {
			return err
		}
		s.rss = max(s.rss, best.rss)
		if best.wall == 0 || s.wall < best.wall {
			best = s
		}
	}
	rate := func(d time.Duration) string {
		return fmt.Sprintf("%6.3f s  %9.0f lines/s  %6.0f MB/s", d.Seconds(), float64(lines)/d.Seconds(), float64(size)/1e6/d.Seconds())
	}
	fmt.Printf("%d lines, %d MB\n", lines, size/1e6)
	fmt.Println("IsValid, one core ", rate(yardstick))
	fmt.Println("standin serve     ", rate(best.wall))
	fmt.Printf("                    %6.3f s of processor time, %d MB resident at most\n", best.cpu.Seconds(), best.rss>>20)
	fmt.Printf("ratio              %.2f\n", yardstick.Seconds()/best.wall.Seconds())
	return nil
}

// generate writes a stream of requests, and answers to all of them.
func generate(requests, answers string, lines int) (size int64, err error) {
	var set bytes.Buffer
	set.WriteString("standin: 1\nanswers:\n")
	for i := range 100 {
		fmt.Fprintf(&set, "  q%d: SQLite\n", i)
	}
	if err := os.WriteFile(answers, set.Bytes(), 0o600); err != nil {
		return 0, err
	}
	f, err := os.Create(requests)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	for i := range lines {
		n, err := fmt.Fprintf(w, `{"id":%d,"questions":[{"id":"q%d","question":"Which database should the service use?","header":"Database",`+
			`"options":[{"label":"PostgreSQL","description":"Relational"},{"label":"SQLite","description":"One file"}]}]}`+"\n", i, i%100)
		if err != nil {
			return 0, err
		}
		size += int64(n)
	}
	return size, w.Flush()
}

// validate returns how long validating takes, reading not counted.
func validate(requests string) (spent time.Duration, err error) {
	f, err := os.Open(requests)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	buf := make([]byte, 4<<20)
	rest := 0
	for {
		n, err := f.Read(buf[rest:])
		chunk := buf[:rest+n]
		whole := bytes.LastIndexByte(chunk, '\n') + 1
		started := time.Now()
		for line := range bytes.Lines(chunk[:whole]) {
			if !jsontext.Value(line).IsValid() {
				return 0, fmt.Errorf("not valid: %s", line)
			}
		}
		spent += time.Since(started)
		rest = copy(buf, chunk[whole:])
		if err == io.EOF {
			return spent, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// served is what one run of the program took.
type served struct {
	wall, cpu time.Duration
	rss       int64 // bytes
}

func serve(program, requests, answers string, lines int) (s served, err error) {
	in, err := os.Open(requests)
	if err != nil {
		return s, err
	}
	defer in.Close()
	out, err := os.Create(requests + ".out")
	if err != nil {
		return s, err
	}
	defer out.Close()
	cmd := exec.Command(program, "serve", "--answers", answers)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, os.Stderr
	started := time.Now()
	if err := cmd.Run(); err != nil {
		return s, err
	}
	s.wall = time.Since(started)
	replies, err := countLines(out.Name())
	if err != nil {
		return s, err
	}
	if replies != lines {
		return s, fmt.Errorf("%d lines got %d replies", lines, replies)
	}
	s.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	s.rss = maxResident(cmd.ProcessState)
	return s, nil
}

func countLines(name string) (n int, err error) {
	f, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	buf := make([]byte, 1<<20)
	for {
		got, err := f.Read(buf)
		n += bytes.Count(buf[:got], []byte("\n"))
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}
