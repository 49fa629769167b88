package jsonl

import "standin/seam"

// Pending fails with [seam.NotPending] where no ask of that name is open.
func (p *Provider) Pending(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, err := p.waiting(name)
	return err
}

// Reply answers the ask of that name and returns the id of the request that it
// was about. It fails with [seam.NotPending] where no such ask is open, and with
// [seam.BadAnswer] where the items do not fit, which leaves it open.
func (p *Provider) Reply(name string, items []seam.Item) (request string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.waiting(name)
	if err != nil {
		return "", err
	}
	answer, err := seam.CheckAnswer(a.questions, seam.Answer{Answers: items})
	if err != nil {
		return "", err
	}
	for i := range answer.Answers {
		answer.Answers[i].Source.Provider = "jsonl"
	}
	return p.settle(name, a, result{answer: answer}), nil
}

// Refuse ends the ask of that name with [seam.AskCancelled], like Reply.
func (p *Provider) Refuse(name, reason string) (request string, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, err := p.waiting(name)
	if err != nil {
		return "", err
	}
	refusal := seam.Errorf(seam.AskCancelled, "the program refused to answer")
	if !seam.Blank(reason) {
		refusal.Message += ": " + reason
	}
	return p.settle(name, a, result{err: refusal}), nil
}

func (p *Provider) settle(name string, a *ask, r result) (request string) {
	delete(p.asks, name)
	a.result <- r
	return a.request
}

// waiting returns the open ask of that name. One whose context has ended is open
// no more, although its Ask may not have noticed yet.
func (p *Provider) waiting(name string) (*ask, error) {
	a := p.asks[name]
	if a == nil || a.ctx.Err() != nil {
		return nil, seam.Errorf(seam.NotPending, "no ask %q is waiting for a reply", name)
	}
	return a, nil
}
