package seamtest

import (
	"fmt"

	"standin/seam"
)

// Script is what the source behind a provider does in one case.
type Script struct {
	// Questions holds every question that the case asks, over all its requests,
	// with ids that differ. A source that is asked one request at a time sees
	// them in this order, except in a case that asks several times at once.
	Questions []seam.Question
	// Replies says what the source does with a question, by the question's id.
	// To a question that is not in it the source has no answer.
	Replies map[string]Reply
}

// Reply is what the source does when a question is put to it. Exactly one of
// the three is set.
type Reply struct {
	// Answer is what the source answers: labels, text, or, with neither, that
	// the question is skipped. Its labels may stand in another order than the
	// options.
	Answer *seam.Item
	// Silent has the source take in the question and never reply.
	Silent bool
	// Refuse has the source refuse the whole request, for this reason.
	Refuse string
}

// Ability is something that the source behind a provider may be unable to do.
type Ability string

// The abilities that a case may need. Everything else is expected of every provider.
const (
	// Custom is text of one's own to a question that offers options.
	Custom Ability = "custom text beside options"
	// RawText is text that no keyboard types: control characters, line ends at
	// either end, a byte order mark.
	RawText Ability = "text with control characters"
	// Silence is a source that can keep the provider waiting.
	Silence Ability = "silence"
	// Refusal is a source that can refuse a whole request.
	Refusal Ability = "refusal"
	// Gaps is a source that can have no answer to a question.
	Gaps Ability = "no answer"
	// Partial is a source that has answers to some questions of a request and
	// none to others.
	Partial Ability = "partial answers"
)

// Option changes what [Run] expects.
type Option func(*settings)

type settings struct{ without map[Ability]string }

// Without leaves out the cases that need an ability which the source behind the
// provider does not have. They show up as skipped, with the reason.
func Without(a Ability, reason string) Option {
	return func(s *settings) { s.without[a] = reason }
}

// leavesOut returns why a case does not apply, "" where it does.
func (s *settings) leavesOut(c *testCase) string {
	for _, a := range c.needs {
		if reason, ok := s.without[a]; ok {
			return fmt.Sprintf("does not apply, needs %s: %s", a, reason)
		}
	}
	return ""
}
