package seamtest

import "standin/seam"

// testCase is one story of the contract: requests to one provider, and what the
// source behind it does. What has to come back follows from that.
type testCase struct {
	name   string
	needs  []Ability
	asks   []ask // one after another
	atOnce bool  // all of them at the same time instead
}

// ask is one request with the end of its context.
type ask struct {
	ending  ending
	entries []entry
}

type ending int

const (
	never     ending = iota
	before           // done before the provider is asked
	cancelled        // while it waits
	deadline         // likewise, by a deadline
)

// entry is a question with what the source does about it; no reply at all where
// the source has no answer.
type entry struct {
	question seam.Question
	reply    Reply
}

func (c *testCase) script() Script {
	s := Script{Replies: map[string]Reply{}}
	for _, a := range c.asks {
		for _, e := range a.entries {
			s.Questions = append(s.Questions, clone(e.question))
			if e.reply != (Reply{}) {
				s.Replies[e.question.ID] = e.reply
			}
		}
	}
	return s
}

func (a *ask) questions() []seam.Question {
	questions := make([]seam.Question, len(a.entries))
	for i, e := range a.entries {
		questions[i] = clone(e.question)
	}
	return questions
}

// request returns the request of the ask, new each time, so that a provider
// which changes its own is found out.
func (a *ask) request() seam.Request { return seam.Request{Questions: a.questions()} }

// gaps returns the ids of the questions that the source has no answer to, and
// whether it refuses the request.
func (a *ask) gaps() (ids []string, refused bool) {
	for _, e := range a.entries {
		if e.reply == (Reply{}) {
			ids = append(ids, e.question.ID)
		}
		refused = refused || e.reply.Refuse != ""
	}
	return ids, refused
}

func clone(q seam.Question) seam.Question {
	q.Options = append([]seam.Option(nil), q.Options...)
	if q.Intent != nil {
		intent := *q.Intent
		q.Intent = &intent
	}
	return q
}
