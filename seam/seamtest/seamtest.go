package seamtest

import (
	"testing"
	"time"

	"standin/seam"
)

// patience is how long the kit waits for a provider that owes it something. It
// is long, for slow machines: only a broken provider takes it.
const patience = 20 * time.Second

// Run takes the provider that newProvider builds through every case of the
// contract, each as a subtest with a provider of its own. What newProvider
// starts it ends with t.Cleanup. It may call t.Fatal, but only before it returns.
func Run(t *testing.T, newProvider func(t *testing.T, script Script) seam.Provider, options ...Option) {
	t.Helper()
	s := settings{without: map[Ability]string{}}
	for _, o := range options {
		o(&s)
	}
	for a, reason := range s.without {
		if seam.Blank(reason) {
			t.Errorf("seamtest.Without(%q) needs a reason", a)
		}
	}
	for _, c := range cases() {
		t.Run(c.name, func(t *testing.T) {
			if reason := s.leavesOut(&c); reason != "" {
				t.Skip(reason)
			}
			for _, f := range c.check(newProvider(t, c.script()), patience) {
				t.Errorf("broken rule: %s\n%s", f.rule, f.detail)
			}
		})
	}
}
