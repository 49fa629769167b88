// Package atonce lets the caller of a provider ask whether it can answer without
// waiting for anybody: an ask with such a context is answered at once, or fails
// with [ErrWouldWait] before anybody is bothered, and may then be asked again in
// a context that can end.
package atonce

import (
	"context"
	"errors"
)

// ErrWouldWait is the error of an ask that cannot be answered at once.
var ErrWouldWait = errors.New("the provider would have to wait")

type key struct{}

// Context returns a context that cannot end, for an ask that must not wait.
func Context() context.Context { return context.WithValue(context.Background(), key{}, true) }

// Wanted reports whether an ask with ctx must not wait.
func Wanted(ctx context.Context) bool { return ctx.Value(key{}) != nil }
