package seam_test

import (
	"context"
	"errors"
	"testing"

	"standin/seam"
)

func TestOnSettled_isCalledOnceWithWhatTheAskerGot(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer seam.Answer
		err    error
		want   seam.Code
	}{
		{"an answer", yes(), nil, ""},
		{"an error", seam.Answer{}, errors.New("broken"), seam.ProviderFailed},
		{"an answer that the check turns down", seam.Answer{}, nil, seam.BadAnswer},
	} {
		service := seam.NewService(nil)
		var heard []error
		register(t, service, provide(func(ctx context.Context, _ seam.Request) (seam.Answer, error) {
			inner, cancel := context.WithCancel(ctx) // as a chain hands it on
			defer cancel()
			if !seam.OnSettled(inner, func(err error) { heard = append(heard, err) }) {
				t.Errorf("%s: OnSettled knows no ask", c.name)
			}
			if len(heard) != 0 {
				t.Errorf("%s: called before the ask has ended", c.name)
			}
			return c.answer, c.err
		}))
		_, err := service.Ask(context.Background(), request())
		if len(heard) != 1 || heard[0] != err || seam.CodeOf(err) != c.want {
			t.Errorf("%s: the asker got %v, the provider heard %v, want once the same with code %q", c.name, err, heard, c.want)
		}
	}
}

func TestOnSettled_afterTheEndCallsAtOnce(t *testing.T) {
	service := seam.NewService(nil)
	var kept context.Context
	register(t, service, provide(func(ctx context.Context, _ seam.Request) (seam.Answer, error) {
		kept = ctx
		return seam.Answer{}, seam.Errorf(seam.AskCancelled, "no")
	}))
	_, want := service.Ask(t.Context(), request())
	calls := 0
	if !seam.OnSettled(kept, func(err error) {
		calls++
		if err != want {
			t.Errorf("got %v, want %v", err, want)
		}
	}) || calls != 1 {
		t.Errorf("got %d calls, want 1", calls)
	}
}

func TestOnSettled_callsInOrderOfRegistration(t *testing.T) {
	service := seam.NewService(nil)
	var order []int
	register(t, service, provide(func(ctx context.Context, _ seam.Request) (seam.Answer, error) {
		for i := range 3 {
			seam.OnSettled(ctx, func(error) { order = append(order, i) })
		}
		return yes(), nil
	}))
	if _, err := service.Ask(t.Context(), request()); err != nil {
		t.Fatal(err)
	}
	if len(order) != 3 || order[0] != 0 || order[2] != 2 {
		t.Errorf("got order %v, want 0 1 2", order)
	}
}

func TestOnSettled_outsideAnAskIsNotCalled(t *testing.T) {
	if seam.OnSettled(t.Context(), func(error) { t.Error("called") }) {
		t.Error("got true, want false: nobody will call")
	}
}

func TestOnSettled_ofAnAskInsideAnAskHearsOfTheInnerOne(t *testing.T) {
	inner, outer := seam.NewService(nil), seam.NewService(nil)
	var heard error
	register(t, inner, provide(func(ctx context.Context, _ seam.Request) (seam.Answer, error) {
		seam.OnSettled(ctx, func(err error) { heard = err })
		return yes(), nil
	}))
	register(t, outer, provide(func(ctx context.Context, req seam.Request) (seam.Answer, error) {
		if _, err := inner.Ask(ctx, req); err != nil {
			t.Error(err)
		}
		return seam.Answer{}, errors.New("broken")
	}))
	if _, err := outer.Ask(t.Context(), request()); err == nil {
		t.Error("got no error from the outer ask")
	}
	if heard != nil {
		t.Errorf("the inner provider heard %v, want nil", heard)
	}
}
