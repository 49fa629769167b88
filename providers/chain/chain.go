// Package chain asks several providers in order, question by question: the
// first that can answer a question does, and what is left of the batch goes on
// to the next one.
//
// What goes on is what a provider lists in [seam.Error.Open]: a question it
// cannot answer, or one that its answer file answers wrongly. The next provider
// gets just those questions, each with the reason in its Notice, and what was
// answered before in the request's Prior. Any other error ends the batch, a
// refusal above all. If nobody can answer, the first provider's reason for each
// question is the error, and what later ones had to say is added to it.
//
// A chain holds its members to the rules of an answer while it still knows
// whose answer it is, so a wrong one names the member that gave it.
package chain

import (
	"cmp"
	"context"
	"slices"

	"standin/internal/atonce"
	"standin/seam"
)

// Member is one provider of a chain.
type Member struct {
	// Name is for messages, and the source of answers that name none.
	Name     string
	Provider seam.Provider
	// Policy marks a provider that decides without knowing the question ("skip
	// whatever is left"). It only gets questions that every member before it
	// left with UNANSWERED: one that was answered wrongly is for a person.
	Policy bool

	immediate bool // says it never waits; set by New
}

// Provider is a chain. Concurrent asks reach the members concurrently, and one
// ask reaches one member at a time.
type Provider struct {
	members []Member
}

// New returns a chain of the members, which are asked in this order.
func New(members ...Member) *Provider {
	members = slices.Clone(members)
	for i := range members {
		m, ok := members[i].Provider.(seam.Immediate)
		members[i].immediate = ok && m.Immediate()
	}
	return &Provider{members}
}

// Immediate implements [seam.Immediate]: a chain waits where any member does.
func (p *Provider) Immediate() bool {
	for i := range p.members {
		if !p.members[i].immediate {
			return false
		}
	}
	return true
}

// mayAsk reports whether ctx allows for the wait that the member may need.
func (m *Member) mayAsk(ctx context.Context) bool { return m.immediate || !atonce.Wanted(ctx) }

// sign names the member as the source of items that name none.
func (m *Member) sign(a seam.Answer) seam.Answer {
	for i := range a.Answers {
		if a.Answers[i].Source.Provider == "" {
			a.Answers = slices.Clone(a.Answers)
			for ; i < len(a.Answers); i++ {
				a.Answers[i].Source.Provider = cmp.Or(a.Answers[i].Source.Provider, m.Name)
			}
			break
		}
	}
	return a
}

// Ask implements [seam.Provider]. Beside an error it returns the items that the
// members had answered until then, for a recorder to keep. Where [atonce.Wanted]
// says so, it fails rather than ask a member that may wait.
func (p *Provider) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	if len(p.members) == 0 || !p.members[0].mayAsk(ctx) {
		return p.ask(ctx, newBatch(req), p.members)
	}
	// Mostly the first member answers everything.
	first := &p.members[0]
	answer, err := first.Provider.Ask(ctx, req)
	if err == nil {
		if fitted, err := seam.CheckAnswer(req.Questions, answer); err == nil {
			return first.sign(fitted), nil
		}
	}
	b := newBatch(req)
	if err := b.take(first.Name, b.rest(false), answer, err); err != nil {
		return b.answer(), err
	}
	return p.ask(ctx, b, p.members[1:])
}

// ask has the members answer what is left of the batch.
func (p *Provider) ask(ctx context.Context, b *batch, members []Member) (seam.Answer, error) {
	for i := range members {
		m := &members[i]
		rest := b.rest(m.Policy)
		if len(rest) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return b.answer(), err
		}
		if !m.mayAsk(ctx) {
			return seam.Answer{}, atonce.ErrWouldWait
		}
		answer, err := m.Provider.Ask(ctx, b.request(rest))
		if err := b.take(m.Name, rest, answer, err); err != nil {
			return b.answer(), err
		}
	}
	return b.answer(), b.unanswered()
}
