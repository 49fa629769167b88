//go:build unix

package prompt

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"standin/internal/ptytest"
	"standin/internal/terminal"
	"standin/seam"
)

// breaking is a context that panics once it is told to.
type breaking struct {
	context.Context
	broken atomic.Bool
}

func (c *breaking) Err() error {
	if c.broken.Load() {
		panic("broken on purpose")
	}
	return nil
}

func TestEnd_aPanicLeavesTheTerminalAsItWas(t *testing.T) {
	for name, plain := range map[string]bool{"drawn": false, "plain": true} {
		t.Run(name, func(t *testing.T) {
			c := ptytest.Open(t, 80, 24)
			p := New(Options{
				Plain:  plain,
				Open:   func() (*terminal.Terminal, error) { return terminal.Open(c.Name()) },
				Getenv: func(string) string { return "xterm" },
			})
			ctx := &breaking{Context: t.Context()}
			ended := make(chan any)
			go func() {
				defer func() { ended <- recover() }()
				_, err := p.Ask(ctx, seam.Request{Questions: []seam.Question{{ID: "s", Question: "Token?", Secret: true}}})
				t.Errorf("no panic, but %v", err)
			}()
			c.See("not shown")
			if c.Echoes() {
				t.Error("a secret is echoed")
			}
			ctx.broken.Store(true)
			if p := <-ended; p != "broken on purpose" {
				t.Errorf("the panic was %v", p)
			}
			c.Restored()
			// The next one can ask.
			next := make(chan error)
			go func() {
				_, err := p.Ask(t.Context(), seam.Request{Questions: []seam.Question{{ID: "n", Question: "Next?"}}})
				next <- err
			}()
			c.See("Next?")
			c.Send("yes\r")
			if err := <-next; err != nil {
				t.Error(err)
			}
		})
	}
}

func TestSecret_theChoiceOfOneIsNotLeftOnTheScreen(t *testing.T) {
	for _, mode := range []string{"", `,"Plain":true`} {
		for name, shape := range map[string]string{"single": "", "multi": `"multiSelect":true,`} {
			t.Run(name+mode, func(t *testing.T) {
				t.Parallel()
				p := start(t, `{"questions":[{"id":"q","question":"Which key?","secret":true,`+shape+`
					"options":[{"label":"red"},{"label":"green"}]},{"id":"n","question":"Next?"}]`+mode+`}`)
				p.See("Which key?")
				switch {
				case mode != "":
					p.Send("2\n")
				case shape != "":
					p.Send(down + " \r")
				default:
					p.Send(down + "\r")
				}
				p.See("2 of 2: Next?")
				if mode == "" {
					p.See("Which key? (not shown)")
					p.Gone("green")
				} else if strings.Contains(p.Raw(), "Answer:") {
					t.Errorf("the choice is repeated:\n%s", p.Visible())
				}
				p.Send("\x04")
				p.wantCode(8, "q: (not shown)")
			})
		}
	}
}
