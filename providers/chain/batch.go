package chain

import (
	"fmt"
	"slices"

	"standin/seam"
)

// batch is one request on its way through the chain, with the state of each of
// its questions.
type batch struct {
	req   seam.Request
	state []state
}

type state struct {
	answered bool
	item     seam.Item

	// Of the members that have left the question open: how the first one did,
	// whether all said UNANSWERED, and what each of them said.
	first      *seam.Error
	unanswered bool
	reasons    string
}

func newBatch(req seam.Request) *batch {
	b := &batch{req, make([]state, len(req.Questions))}
	for i := range b.state {
		b.state[i].unanswered = true
	}
	return b
}

// rest returns the indexes of the questions that the next member gets.
func (b *batch) rest(policy bool) []int {
	rest := make([]int, 0, len(b.state))
	for i := range b.state {
		if s := &b.state[i]; !s.answered && (s.unanswered || !policy) {
			rest = append(rest, i)
		}
	}
	return rest
}

// request returns the request for the questions at the indexes.
func (b *batch) request(rest []int) seam.Request {
	req := b.req
	if len(rest) < len(req.Questions) {
		req.Prior = slices.Concat(req.Prior, b.answer().Answers)
	}
	req.Questions = make([]seam.Question, len(rest))
	for i, at := range rest {
		q := b.req.Questions[at]
		if reasons := b.state[at].reasons; reasons != "" {
			q.Notice = reasons
		}
		req.Questions[i] = q
	}
	return req
}

// take notes what the member called name returned for the questions at the
// indexes. Its error is the one that ends the batch.
func (b *batch) take(name string, rest []int, answer seam.Answer, err error) error {
	if err == nil {
		return b.takeItems(name, rest, answer.Answers, true)
	}
	e := seam.AsError(err)
	if len(e.Open) == 0 && e.Code != seam.Unanswered {
		// The items beside it are kept as far as they fit.
		_ = b.takeItems(name, rest, answer.Answers, false)
		return err
	}
	if err := b.takeItems(name, rest, answer.Answers, false); err != nil {
		return err
	}
	return b.takeOpen(name, rest, e)
}

// takeItems notes the items that fit their questions, and fails with
// BAD_ANSWER for the first that does not. Where all is true, every question
// needs an item.
func (b *batch) takeItems(name string, rest []int, items []seam.Item, all bool) error {
	var bad error
	find := b.finder(rest)
	for _, it := range items {
		if err := b.takeItem(name, find(it.ID), it); err != nil && bad == nil {
			bad = &seam.Error{Code: seam.BadAnswer, Message: name + " gave a wrong answer", Question: it.ID, Err: err}
		}
	}
	if bad != nil || !all {
		return bad
	}
	for _, at := range rest {
		if !b.state[at].answered {
			id := b.req.Questions[at].ID
			return &seam.Error{Code: seam.BadAnswer, Message: fmt.Sprintf("%s did not answer question %q", name, id), Question: id}
		}
	}
	return nil
}

func (b *batch) takeItem(name string, at int, it seam.Item) error {
	if at < 0 {
		return fmt.Errorf("there is an answer to %q, which it was not asked", it.ID)
	}
	s := &b.state[at]
	if s.answered {
		return fmt.Errorf("question %q is answered twice", it.ID)
	}
	fitted, err := seam.CheckItem(&b.req.Questions[at], it)
	if err != nil {
		return err
	}
	if fitted.Source.Provider == "" {
		fitted.Source.Provider = name
	}
	s.answered, s.item = true, fitted
	return nil
}

// takeOpen notes why a member left questions open. Every question without an
// answer stays open, also one that the error does not list.
func (b *batch) takeOpen(name string, rest []int, e *seam.Error) error {
	find := b.finder(rest)
	for i, o := range e.Open {
		at := find(o.Question.ID)
		switch {
		case at < 0:
			return seam.Errorf(seam.BadAnswer, "%s left question %q open, which it was not asked", name, o.Question.ID)
		case b.state[at].answered:
			return seam.Errorf(seam.BadAnswer, "%s answered question %q and left it open as well", name, o.Question.ID)
		}
		head := &seam.Error{Code: e.Code, Message: e.Message, Question: o.Question.ID, Err: e.Err}
		if i > 0 || o.Code != e.Code {
			head = openError(o)
		}
		b.state[at].leaveOpen(name, o.Reason, head)
	}
	if len(e.Open) > 0 {
		return nil
	}
	for _, at := range rest {
		if s := &b.state[at]; !s.answered {
			s.leaveOpen(name, e.Error(), &seam.Error{Code: e.Code, Message: e.Message, Question: b.req.Questions[at].ID, Err: e.Err})
		}
	}
	return nil
}

// openError returns the error of one open question by itself.
func openError(o seam.Open) *seam.Error {
	message := fmt.Sprintf("question %q is not answered", o.Question.ID)
	if o.Reason != "" {
		message = fmt.Sprintf("question %q: %s", o.Question.ID, o.Reason)
	}
	return &seam.Error{Code: o.Code, Message: message, Question: o.Question.ID}
}

// leaveOpen notes what one member said about a question it did not answer.
func (s *state) leaveOpen(name, reason string, e *seam.Error) {
	if s.first == nil {
		s.first = e
	}
	if e.Code != seam.Unanswered {
		s.unanswered = false
	}
	switch {
	case reason == "":
	case s.reasons == "":
		s.reasons = reason
	default:
		s.reasons += "; " + name + ": " + reason
	}
}

// finder returns a function that finds the index of the question with an id
// among those at the indexes, -1 where it is none of them. Ids that come in
// question order cost one comparison each.
func (b *batch) finder(rest []int) func(id string) int {
	next := 0
	return func(id string) int {
		for i := range rest {
			j := (next + i) % len(rest)
			if b.req.Questions[rest[j]].ID == id {
				next = j + 1
				return rest[j]
			}
		}
		return -1
	}
}

// answer returns the items so far, in question order.
func (b *batch) answer() seam.Answer {
	items := make([]seam.Item, 0, len(b.state))
	for i := range b.state {
		if b.state[i].answered {
			items = append(items, b.state[i].item)
		}
	}
	return seam.Answer{Answers: items}
}

// unanswered returns the error of a batch that has been through the whole
// chain: nil where every question is answered, else the first open question's
// own with all open ones listed.
func (b *batch) unanswered() error {
	var e *seam.Error
	for i := range b.state {
		s := &b.state[i]
		if s.answered {
			continue
		}
		if s.first == nil {
			s.first = &seam.Error{
				Code:     seam.Unanswered,
				Message:  fmt.Sprintf("no provider answered question %q", b.req.Questions[i].ID),
				Question: b.req.Questions[i].ID,
			}
		}
		if e == nil {
			e = s.first
		}
		e.Open = append(e.Open, seam.Open{Question: b.req.Questions[i], Code: s.first.Code, Reason: s.reasons})
	}
	if e == nil {
		return nil // not a nil *seam.Error
	}
	return e
}
