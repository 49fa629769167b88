package replay

import (
	"strconv"

	"standin/answersets"
	"standin/seam"
)

// batch answers the questions of one request.
type batch struct {
	p     *Provider
	taken []use // the uses that are reserved for it
	last  int   // the use that the last take reserved
	open  []seam.Open
}

func (b *batch) ask(questions []seam.Question) (seam.Answer, error) {
	items := make([]seam.Item, 0, len(questions))
	for i := range questions {
		q := &questions[i]
		it, err := b.answer(q)
		if err == nil {
			it.Source.Provider = Name
			items = append(items, it)
			continue
		}
		if err.Code == seam.AskCancelled {
			return seam.Answer{}, err
		}
		b.open = append(b.open, seam.Open{Question: *q, Code: err.Code, Reason: err.Message})
	}
	answer := seam.Answer{Answers: items}
	if len(b.open) > 0 {
		return answer, openError(b.open)
	}
	return answer, nil
}

// openError returns the error for open questions, which speaks of the first.
func openError(open []seam.Open) *seam.Error {
	first := &open[0]
	message := "question " + strconv.Quote(first.Question.ID) + ": " + first.Reason
	return &seam.Error{Code: first.Code, Message: message, Question: first.Question.ID, Open: open}
}

// answer returns the item that answers q, or why there is none.
func (b *batch) answer(q *seam.Question) (seam.Item, *seam.Error) {
	b.last = 0
	before := len(b.taken)
	d := b.p.set.Match(q, b.take)
	e := d.Entry
	if e == nil {
		return seam.Item{}, &seam.Error{Code: seam.Unanswered, Message: b.p.set.Miss(q, d)}
	}
	if drift := b.p.drift(e, q); drift != nil {
		b.release(before)
		return seam.Item{}, drift
	}
	it, err := e.Resolve(q, b.last, b.p.values)
	if err != nil {
		b.release(before)
		return seam.Item{}, seam.AsError(err)
	}
	it.Source.Kind = d.Via
	if e.Uses() == 0 && !b.p.uses.used(e) {
		b.taken = append(b.taken, use{entry: e})
	}
	return it, nil
}

// take reserves a use of an entry that has a limited number of them.
func (b *batch) take(e *answersets.Entry) bool {
	n, ok := b.p.uses.reserve(e)
	if ok {
		b.last = n
		b.taken = append(b.taken, use{e, n})
	}
	return ok
}

// release gives back the uses that were reserved since there were so many.
func (b *batch) release(before int) {
	b.p.uses.settle(b.taken[before:], false)
	b.taken = b.taken[:before]
}

// drift returns the error for an answer that was recorded for another question
// than q, where drift is one.
func (p *Provider) drift(e *answersets.Entry, q *seam.Question) *seam.Error {
	if e.Asked == nil || p.opts.Drift == DriftIgnore {
		return nil
	}
	changes := e.Drift(q)
	switch {
	case changes == "":
		return nil
	case p.opts.Drift == DriftWarn:
		if p.opts.Warn != nil {
			p.opts.Warn("question " + strconv.Quote(q.ID) + ": " + e.Name() + " (" + e.Pos.String() + ") was recorded for another question: " + changes)
		}
		return nil
	}
	return &seam.Error{Code: seam.StaleAnswer, Question: q.ID,
		Message: e.Name() + " (" + e.Pos.String() + ") was recorded for another question: " + changes}
}
