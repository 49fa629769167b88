//go:build unix

package prompt

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"standin/internal/ptytest"
	"standin/internal/terminal"
	"standin/seam"
)

// TestMonkey_randomKeysNeverBreakAPrompt types keys at random, many of them the
// ones that survey has faults with. Whatever comes of it is an answer that fits
// or an error with a name, and the terminal is as it was.
func TestMonkey_randomKeysNeverBreakAPrompt(t *testing.T) {
	keys := []string{
		up, down, left, right, " ", "\r", "\n", "\t", "a", "1", "?", "o", "skip", "zzz", "\x7f", "\x17", "\x18", "\x1b",
		"\x1b\r", "\x01", "\x05", "\x15", "\x0e", "\x10", "\x1b[3~", "\x1b[1;5C", "\x1b[200~pa\nste\x1b[201~",
		"東", "é", "👩\u200d💻", "\xff", "\x0f", "q\r", "\x1b[5;7R", "\x1bx", "\x00", "\x1b[200~",
	}
	questions := []seam.Question{
		{ID: "one", Question: "One?", Options: []seam.Option{{Label: "a"}, {Label: "b"}, {Label: "ab"}}, Detail: strings.Repeat("detail\n", 100)},
		{ID: "many", Question: "Many?", MultiSelect: true, Options: []seam.Option{{Label: "a"}, {Label: "b"}, {Label: "ab"}}},
		{ID: "text", Question: "Text?"},
		{ID: "secret", Question: "Secret?", Secret: true},
	}
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 1))
			q := questions[seed%uint64(len(questions))]
			c := ptytest.Open(t, 10+r.IntN(70), 3+r.IntN(20))
			p := New(Options{
				Plain:  seed%6 == 5,
				Open:   func() (*terminal.Terminal, error) { return terminal.Open(c.Name()) },
				Getenv: func(string) string { return "xterm" },
			})
			ctx, cancel := context.WithTimeout(t.Context(), 800*time.Millisecond)
			defer cancel()
			typed := make(chan struct{})
			go func() {
				defer close(typed)
				for ctx.Err() == nil {
					c.Send(keys[r.IntN(len(keys))])
					if r.IntN(20) == 0 {
						c.Resize(1+r.IntN(90), 1+r.IntN(30))
					}
					time.Sleep(time.Duration(r.IntN(8)) * time.Millisecond)
				}
			}()
			req := seam.Request{Questions: []seam.Question{q}}
			for ctx.Err() == nil {
				answer, err := p.Ask(ctx, req)
				switch {
				case err == nil:
					if _, err := seam.CheckAnswer(req.Questions, answer); err != nil {
						t.Errorf("the answer does not fit: %v", err)
					}
				case errors.Is(err, &seam.Error{Code: seam.AskTimeout}), errors.Is(err, &seam.Error{Code: seam.AskCancelled}):
				default:
					t.Errorf("unforeseen: %v", err)
				}
			}
			<-typed
			c.Restored()
		})
	}
}
