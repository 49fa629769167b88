package answersets

// ruleIndex finds the rules that may hold for a question.
type ruleIndex struct{ rules []*Entry }

func newRuleIndex(rules []*Entry) ruleIndex { return ruleIndex{rules} }

// candidates returns the rules that may hold for v, in order.
func (x *ruleIndex) candidates(v *view) *cursor { return &cursor{rest: x.rules} }

type cursor struct{ rest []*Entry }

// next returns the next candidate, nil after the last.
func (c *cursor) next() *Entry {
	if len(c.rest) == 0 {
		return nil
	}
	e := c.rest[0]
	c.rest = c.rest[1:]
	return e
}
