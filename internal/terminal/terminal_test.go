//go:build unix

package terminal

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"standin/internal/ptytest"
)

func open(t *testing.T, c *ptytest.Console) *Terminal {
	t.Helper()
	term, err := Open(c.Name())
	if err != nil {
		t.Fatal(err)
	}
	return term
}

func TestOpen_withoutATerminal(t *testing.T) {
	for _, name := range []string{filepath.Join(t.TempDir(), "none"), "/dev/null"} {
		if _, err := Open(name); !errors.Is(err, ErrNone) {
			t.Errorf("Open(%q) gives %v, want ErrNone", name, err)
		}
	}
}

func TestClose_putsBackWhatWasFound(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	for _, mode := range []Mode{Lines, Hidden, Keys} {
		term := open(t, c)
		if err := term.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := term.SetMode(mode); err != nil {
			t.Fatal(err)
		}
		if echo := c.Echoes(); echo != (mode == Lines) {
			t.Errorf("mode %d: echo is %v", mode, echo)
		}
		if err := term.Close(); err != nil {
			t.Fatal(err)
		}
		c.Restored()
	}
}

func TestStart_takesTurns(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	first, second := open(t, c), open(t, c)
	if err := first.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := second.Start(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the second starts beside the first: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := second.Start(t.Context()); err != nil {
		t.Errorf("the second does not start behind the first: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestStart_onTwoTerminalsAtOnce(t *testing.T) {
	first, second := open(t, ptytest.Open(t, 80, 24)), open(t, ptytest.Open(t, 80, 24))
	for _, term := range []*Terminal{first, second} {
		if err := term.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, term := range []*Terminal{first, second} {
		if err := term.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestNext_endsWithItsContext(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	term := open(t, c)
	defer term.Close()
	if err := term.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := term.SetMode(Keys); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := term.Next(ctx, -1); !errors.Is(err, context.Canceled) {
		t.Errorf("Next gives %v", err)
	}
	if e, err := term.Next(t.Context(), 0); err != nil || e.Kind != Nothing {
		t.Errorf("Next gives %v, %v", e, err)
	}
	c.Send("next")
	if e, err := term.Next(t.Context(), -1); err != nil || string(e.Data) != "next" {
		t.Errorf("the next one got %q, %v", e.Data, err)
	}
}

func TestDropInput_dropsWhatWasTyped(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	term := open(t, c)
	defer term.Close()
	if err := term.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.Send("before\n")
	c.See("before") // the echo says that it has come
	if err := term.SetMode(Keys); err != nil {
		t.Fatal(err)
	}
	term.DropInput()
	c.Send("after")
	if e, err := term.Next(t.Context(), -1); err != nil || string(e.Data) != "after" {
		t.Errorf("got %q, %v", e.Data, err)
	}
}

func TestNext_aTerminalThatGoesAway(t *testing.T) {
	c := ptytest.Open(t, 80, 24)
	term := open(t, c)
	defer term.Close()
	if err := term.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := term.SetMode(Keys); err != nil {
		t.Fatal(err)
	}
	c.Hangup()
	if _, err := term.Next(t.Context(), -1); !errors.Is(err, ErrGone) {
		t.Errorf("Next gives %v, want ErrGone", err)
	}
}
