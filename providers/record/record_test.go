package record_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"standin/answersets"
	"standin/providers/record"
	"standin/seam"
	"standin/seam/seamtest"
)

func TestRecord_keepsTheContract(t *testing.T) {
	seamtest.Run(t, func(t *testing.T, script seamtest.Script) seam.Provider {
		path := filepath.Join(t.TempDir(), "answers.yaml")
		r, err := answersets.OpenRecorder(path, answersets.RecordNew, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := record.New(seamtest.NewProvider("script", script), r)
		t.Cleanup(func() {
			if _, err := p.Close(); err != nil {
				t.Error(err)
			}
			checkReplay(t, path, script)
		})
		return p
	})
}

// checkReplay holds the recording to what the script answered: every entry in
// the file gives the same answer to its question again.
func checkReplay(t *testing.T, path string, script seamtest.Script) {
	t.Helper()
	set, err := answersets.Load([]string{path}, answersets.Options{})
	if errors.Is(err, os.ErrNotExist) {
		return // nothing was answered
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range script.Questions {
		d := set.Match(&q, nil)
		if d.Entry == nil || d.Via != answersets.ByID {
			continue
		}
		got, err := d.Entry.Resolve(&q, 0, answersets.Values{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := seam.CheckItem(&q, *script.Replies[q.ID].Answer)
		if err != nil {
			t.Fatal(err)
		}
		if show(got) != show(want) {
			t.Errorf("replayed: got %s, want %s", show(got), show(want))
		}
		if drift := d.Entry.Drift(&q); drift != "" {
			t.Errorf("%q has drifted at once: %s", q.ID, drift)
		}
	}
}

func show(it seam.Item) string {
	text := "none"
	if it.Custom != nil {
		text = fmt.Sprintf("%q", *it.Custom)
	}
	return fmt.Sprintf("%q: %q, text %s", it.ID, it.Selected, text)
}

// sink takes down what it is given.
type sink struct {
	mu             sync.Mutex
	added, asked   []string
	saves, unsaved int
	complete       bool
	slow           time.Duration
	fail           error
}

func (s *sink) Add(q *seam.Question, it seam.Item) error {
	if strings.HasPrefix(it.ID, "impossible") {
		return errors.New("cannot be written")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.added = append(s.added, show(it))
	s.unsaved++
	return nil
}
func (s *sink) Asked(id string) { s.asked = append(s.asked, id) }
func (s *sink) Save() error {
	time.Sleep(s.slow)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saves++
	if s.fail == nil {
		s.unsaved = 0
	}
	return s.fail
}
func (s *sink) Close(complete bool) (answersets.Recorded, error) {
	s.complete = complete
	return answersets.Recorded{}, s.Save()
}

// counts returns how often the sink saved, and how much is not saved.
func (s *sink) counts() (saves, unsaved int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saves, s.unsaved
}

type provide func(ctx context.Context, req seam.Request) (seam.Answer, error)

func (f provide) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) { return f(ctx, req) }

func item(id, provider string, labels ...string) seam.Item {
	return seam.Item{ID: id, Selected: labels, Source: seam.Source{Provider: provider}}
}

func batch(ids ...string) seam.Request {
	var req seam.Request
	for _, id := range ids {
		req.Questions = append(req.Questions, seam.Question{ID: id, Question: "?", MultiSelect: true, Options: []seam.Option{{Label: "A"}, {Label: "B"}}})
	}
	return req
}

func TestRecord_recordsPeopleAndProgramsAndNotFilesAndPolicies(t *testing.T) {
	var s sink
	policy := item("p", "policy")
	policy.Source.Kind = "policy"
	p := record.New(provide(func(context.Context, seam.Request) (seam.Answer, error) {
		return seam.Answer{Answers: []seam.Item{item("a", "prompt", "B", "A"), item("b", "replay", "A"), item("c", "exec"), policy}}, nil
	}), &s)
	if _, err := p.Ask(t.Context(), batch("a", "b", "c", "p")); err != nil {
		t.Fatal(err)
	}
	if want := []string{`"a": ["A" "B"], text none`, `"c": [], text none`}; !slices.Equal(s.added, want) {
		t.Errorf("got %q recorded, want %q", s.added, want)
	}
	if want := []string{"b", "p"}; !slices.Equal(s.asked, want) {
		t.Errorf("got %q as asked, want %q", s.asked, want)
	}
	if s.unsaved != 0 {
		t.Error("the answer was handed on before it was saved")
	}
	if _, err := p.Close(); err != nil || !s.complete {
		t.Errorf("close: got %v, complete %v, want a run that ended well", err, s.complete)
	}
}

func TestRecord_savesWhatWasAnsweredBeforeAFailure(t *testing.T) {
	var s sink
	refused := seam.Errorf(seam.AskCancelled, "no")
	p := record.New(provide(func(context.Context, seam.Request) (seam.Answer, error) {
		return seam.Answer{Answers: []seam.Item{item("a", "prompt", "A"), item("b", "prompt", "Z"), item("a", "prompt", "B"), item("other", "prompt")}}, refused
	}), &s)
	if _, err := p.Ask(t.Context(), batch("a", "b")); err != refused {
		t.Errorf("got %v, want the error of the inner provider", err)
	}
	if want := []string{`"a": ["A"], text none`}; !slices.Equal(s.added, want) || s.unsaved != 0 {
		t.Errorf("got %q recorded, %d unsaved, want %q saved", s.added, s.unsaved, want)
	}
	if _, err := p.Close(); err != nil || s.complete {
		t.Errorf("close: got %v, complete %v, want a run that did not end well", err, s.complete)
	}
}

func TestRecord_reportsWhatCouldNotBeRecorded(t *testing.T) {
	var s sink
	p := record.New(provide(func(_ context.Context, req seam.Request) (seam.Answer, error) {
		return seam.Answer{Answers: []seam.Item{item(req.Questions[0].ID, "prompt", "A")}}, nil
	}), &s)
	if _, err := p.Ask(t.Context(), batch("impossible")); err != nil {
		t.Errorf("the ask: got %v, want its answer", err)
	}
	if _, err := p.Close(); err == nil || s.complete {
		t.Errorf("close: got %v, complete %v, want an error", err, s.complete)
	}
	full := sink{fail: errors.New("the disk is full")}
	p = record.New(provide(func(_ context.Context, req seam.Request) (seam.Answer, error) {
		return seam.Answer{Answers: []seam.Item{item(req.Questions[0].ID, "prompt", "A")}}, nil
	}), &full)
	if _, err := p.Ask(t.Context(), batch("a")); err != nil {
		t.Errorf("the ask: got %v, want its answer", err)
	}
	if _, err := p.Close(); !errors.Is(err, full.fail) {
		t.Errorf("close: got %v, want %v", err, full.fail)
	}
}

// TestRecord_putsSavesTogether lets a program answer every millisecond, by a
// clock of the test's own.
func TestRecord_putsSavesTogether(t *testing.T) {
	for _, c := range []struct {
		slow     time.Duration
		min, max int
	}{
		{0, 10, 12},         // one a second
		{time.Second, 1, 1}, // ten times what a save takes
	} {
		synctest.Test(t, func(t *testing.T) {
			s := sink{slow: c.slow}
			p := record.New(provide(func(_ context.Context, req seam.Request) (seam.Answer, error) {
				time.Sleep(time.Millisecond)
				return seam.Answer{Answers: []seam.Item{item(req.Questions[0].ID, "exec", "A")}}, nil
			}), &s)
			start := time.Now()
			for i := 0; time.Since(start) < 10*time.Second; i++ {
				if _, err := p.Ask(t.Context(), batch(fmt.Sprint("q", i))); err != nil {
					t.Fatal(err)
				}
				if saves, _ := s.counts(); i == 0 && saves != 1 {
					t.Error("the first answer was not saved at once")
				}
			}
			saves, unsaved := s.counts()
			if saves < c.min || saves > c.max {
				t.Errorf("saves that take %v: got %d in ten seconds, want %d to %d", c.slow, saves, c.min, c.max)
			}
			if unsaved == 0 {
				t.Error("nothing waits to be saved, so the next check checks nothing")
			}
			time.Sleep(20 * time.Second)
			synctest.Wait()
			if _, unsaved := s.counts(); unsaved != 0 {
				t.Errorf("%d answers are not saved although time has passed", unsaved)
			}
			if _, err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRecord_closeSavesWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sink
		p := record.New(provide(func(_ context.Context, req seam.Request) (seam.Answer, error) {
			return seam.Answer{Answers: []seam.Item{item(req.Questions[0].ID, "exec", "A")}}, nil
		}), &s)
		for i := range 3 {
			if _, err := p.Ask(t.Context(), batch(fmt.Sprint("q", i))); err != nil {
				t.Fatal(err)
			}
		}
		if s.saves != 1 || s.unsaved != 2 {
			t.Errorf("got %d saves and %d unsaved, want 1 and 2", s.saves, s.unsaved)
		}
		if _, err := p.Close(); err != nil || s.unsaved != 0 {
			t.Errorf("close: got %v and %d unsaved", err, s.unsaved)
		}
	})
}

type immediate struct{ provide }

func (immediate) Immediate() bool { return true }

func TestRecord_isImmediateWhereItsProviderIs(t *testing.T) {
	if record.New(provide(nil), nil).Immediate() {
		t.Error("a provider that does not say so is immediate")
	}
	if !record.New(immediate{}, nil).Immediate() {
		t.Error("a provider that says so is not immediate")
	}
}
