package chain_test

import (
	"testing"

	"standin/providers/chain"
	"standin/seam"
	"standin/seam/seamtest"
)

func TestChain_keepsTheContract(t *testing.T) {
	seamtest.Run(t, func(_ *testing.T, s seamtest.Script) seam.Provider {
		// Every other question is left to the second member.
		first := seamtest.Script{Questions: s.Questions, Replies: map[string]seamtest.Reply{}}
		for i, q := range s.Questions {
			if reply, ok := s.Replies[q.ID]; ok && i%2 == 0 {
				first.Replies[q.ID] = reply
			}
		}
		return chain.New(
			chain.Member{Name: "first", Provider: seamtest.NewProvider("first", first)},
			chain.Member{Name: "second", Provider: seamtest.NewProvider("second", s)},
		)
	})
}
