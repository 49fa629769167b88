//go:build unix

package prompt

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"standin/internal/ptytest"
	"standin/internal/terminal"
	"standin/internal/terminal/sanitise"
	"standin/seam"
	"standin/seam/seamtest"
)

func TestPrompt_keepsTheContract(t *testing.T) {
	for name, plain := range map[string]bool{"drawn": false, "plain": true} {
		t.Run(name, func(t *testing.T) {
			seamtest.Run(t, func(t *testing.T, script seamtest.Script) seam.Provider {
				c := ptytest.Open(t, 100, 60)
				h := &person{console: c, script: script, plain: plain, stop: make(chan struct{}), done: make(chan struct{})}
				go h.sit()
				t.Cleanup(func() {
					close(h.stop)
					<-h.done
					c.Restored()
				})
				return New(Options{
					Plain:  plain,
					Open:   func() (*terminal.Terminal, error) { return terminal.Open(c.Name()) },
					Getenv: func(name string) string { return map[string]string{"TERM": "xterm"}[name] },
				})
			},
				seamtest.Without(seamtest.RawText, "control characters are keys at a terminal"),
				seamtest.Without(seamtest.Gaps, "a person at the terminal skips or refuses"),
				seamtest.Without(seamtest.Partial, "a person at the terminal skips or refuses"))
		})
	}
}

// person reads the terminal and types what the script says.
type person struct {
	console    *ptytest.Console
	script     seamtest.Script
	plain      bool
	stop, done chan struct{}
}

func (h *person) sit() {
	defer close(h.done)
	answered := make(map[string]bool)
	for {
		screen := h.console.Raw()
		for i := range h.script.Questions {
			q := &h.script.Questions[i]
			if answered[q.ID] || !h.asked(screen, i) {
				continue
			}
			answered[q.ID] = true
			h.reply(q, h.script.Replies[q.ID])
		}
		select {
		case <-h.stop:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// asked reports whether question i stands on the screen, ready for an answer.
func (h *person) asked(screen string, i int) bool {
	text := sanitise.Text(h.script.Questions[i].Question)
	same := 0
	for _, q := range h.script.Questions {
		if q.Question == h.script.Questions[i].Question {
			same++
		}
	}
	if same > 1 {
		text = fmt.Sprintf("%d of %d: %s", i+1, len(h.script.Questions), text)
	}
	at := strings.LastIndex(screen, text)
	return at >= 0 && strings.Contains(screen[at:], h.ready())
}

// ready is what stands on the screen when keys are taken.
func (h *person) ready() string {
	if h.plain {
		return "\r\n> "
	}
	return "Ctrl-D cancels"
}

func (h *person) reply(q *seam.Question, r seamtest.Reply) {
	switch {
	case r.Silent:
	case r.Refuse != "":
		h.send("\x04")
	case h.plain:
		h.plainReply(q, r.Answer)
	case r.Answer.Skipped():
		h.drawnSkip(q)
	default:
		h.drawnReply(q, r.Answer)
	}
}

func (h *person) plainReply(q *seam.Question, it *seam.Item) {
	var words []string
	for _, label := range it.Selected {
		words = append(words, fmt.Sprint(slices.Index(q.Labels(), label)+1))
	}
	switch {
	case it.Skipped():
		h.send("/skip\n")
		return
	case it.Custom == nil:
		h.send(strings.Join(words, " ") + "\n")
		return
	case len(q.Options) > 0:
		h.send(strings.Join(append(words, "/other"), ", ") + "\n")
		h.await("Your own answer:")
	}
	if !strings.Contains(*it.Custom, "\n") {
		h.send(*it.Custom + "\n")
		return
	}
	h.send("/lines\n")
	h.await("Several lines:")
	for line := range strings.Lines(*it.Custom + "\n.\n") {
		h.send(line)
	}
}

func (h *person) drawnSkip(q *seam.Question) {
	switch {
	case len(q.Options) == 0:
		h.send("\x1b")
		h.await("Type an answer")
	case q.MultiSelect:
		h.send("\r")
		h.await("Nothing is ticked")
	}
	h.send("skip\r")
}

func (h *person) drawnReply(q *seam.Question, it *seam.Item) {
	start := declining(q, options(q))
	var keys strings.Builder
	for i, o := range q.Options {
		chosen := slices.Contains(it.Selected, o.Label)
		if q.MultiSelect && chosen {
			keys.WriteByte(' ')
		}
		if !q.MultiSelect && chosen {
			keys.WriteString(strings.Repeat(down, max(0, i-start)) + strings.Repeat(up, max(0, start-i)) + "\r")
			break
		}
		if q.MultiSelect {
			keys.WriteString(down)
		}
	}
	if it.Custom != nil && len(q.Options) > 0 {
		if q.MultiSelect {
			keys.WriteByte(' ')
		} else {
			keys.WriteString("other\r")
		}
	}
	if q.MultiSelect {
		keys.WriteString("\r")
	}
	h.send(keys.String())
	if it.Custom != nil {
		if len(q.Options) > 0 {
			h.await("Your own answer:")
		}
		h.send("\x1b[200~" + *it.Custom + "\x1b[201~\r")
	}
}

// await waits until text was written and keys are taken.
func (h *person) await(text string) {
	for {
		screen := h.console.Raw()
		if at := strings.LastIndex(screen, text); at >= 0 && strings.Contains(screen[at:], h.ready()) ||
			at >= 0 && text == "Several lines:" {
			return
		}
		select {
		case <-h.stop:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (h *person) send(keys string) {
	select {
	case <-h.stop:
	default:
		h.console.Send(keys)
	}
}
