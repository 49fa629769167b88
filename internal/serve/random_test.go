package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"standin/internal/serve"
	"standin/providers/jsonl"
	"standin/seam"
)

// slow answers after a random while, which is often none.
type slow struct{}

func (slow) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	if rand.IntN(2) == 0 {
		select {
		case <-time.After(time.Duration(rand.IntN(300)) * time.Microsecond):
		case <-ctx.Done():
			return seam.Answer{}, ctx.Err()
		}
	}
	return first{}.Ask(ctx, req)
}

// output is what a random client looks at in a line.
type output struct {
	ID     *int             `json:"id"`
	Ask    string           `json:"ask"`
	Closed string           `json:"closed"`
	Abort  *json.RawMessage `json:"abort"`
	Error  *struct {
		Code string `json:"code"`
	} `json:"error"`
}

// TestServe_noOrderOfLinesDeadlocks plays many random orders of requests, bad
// lines, aborts and replies, at windows and concurrencies of a few, by clients
// that read slowly. Each stream has to end by itself, with one reply for each
// request.
func TestServe_noOrderOfLinesDeadlocks(t *testing.T) {
	for seed := range uint64(25) {
		for _, program := range []bool{false, true} {
			t.Run(fmt.Sprintf("seed %d, program %v", seed, program), func(t *testing.T) {
				t.Parallel()
				playRandomly(t, rand.New(rand.NewPCG(seed, 1)), program)
			})
		}
	}
}

func playRandomly(t *testing.T, r *rand.Rand, program bool) {
	o := serve.Options{Window: 1 + r.IntN(4), Concurrency: 1 + r.IntN(4), Timeout: time.Duration(r.IntN(2)) * time.Hour}
	var provider seam.Provider = slow{}
	if program {
		p := jsonl.New()
		provider, o.Program = p, p
	}
	s := start(t, context.Background(), provider, o)

	// The client's two sides share what is to be sent, so that neither waits for
	// the other.
	var mu sync.Mutex
	var replies []string
	takeReplies := func() []string {
		mu.Lock()
		defer mu.Unlock()
		taken := replies
		replies = nil
		return taken
	}
	const n = 60
	slowReader := r.IntN(3) == 0
	writer := rand.New(rand.NewPCG(r.Uint64(), 2))
	go func() {
		defer s.in.Close()
		for id := range n {
			lines := takeReplies()
			lines = append(lines, request(fmt.Sprint(id), "q"))
			switch writer.IntN(6) {
			case 0:
				lines = append(lines, fmt.Sprintf(`{"abort":%d}`, writer.IntN(id+1)))
			case 1:
				lines = append(lines, `{"bad":`, `{"reply":"77","cancel":true}`)
			case 2:
				lines = append(lines, request(fmt.Sprint(id), "q")) // perhaps still pending
			case 3:
				lines = append(lines, `{"reply":"1","answers":[]}`)
			}
			if _, err := s.in.Write([]byte(strings.Join(lines, "\n") + "\n")); err != nil {
				return
			}
		}
	}()

	got := map[int]int{}
	replier := rand.New(rand.NewPCG(r.Uint64(), 3))
	for s.out.Scan() {
		if slowReader {
			time.Sleep(50 * time.Microsecond)
		}
		var l output
		if err := json.Unmarshal(s.out.Bytes(), &l); err != nil {
			t.Fatalf("the output has the line %s", s.out.Text())
		}
		switch {
		case l.Ask != "" && l.Error == nil && l.Closed == "":
			line := fmt.Sprintf(`{"reply":%q,"answers":[{"id":"q","selected":[%q]}]}`, l.Ask, []string{"A", "A", "Z"}[replier.IntN(3)])
			mu.Lock()
			replies = append(replies, line)
			mu.Unlock()
		case l.ID != nil:
			got[*l.ID]++
		}
	}
	select {
	case end := <-s.done:
		if end.err != nil {
			t.Error(end.err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the stream has not ended")
	}
	for id := range n {
		if got[id] < 1 || got[id] > 2 {
			t.Errorf("request %d got %d replies", id, got[id])
		}
	}
}
