package jsonl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"standin/internal/jsonl"
	"standin/internal/wire"
	"standin/seam"
)

// Answers is a provider that reads the answers to its asks from a stream: on
// each line a whole answer, {"answers":[…]}, or a single item of one, until every
// question has its item. One ask at a time reads; what an ask that was given up
// has not read is left for the next one.
type Answers struct {
	turn  chan struct{} // holds an element while an ask reads
	start sync.Once
	in    io.Reader
	lines chan answerLine
}

type answerLine struct {
	number int
	items  []seam.Item
	err    error
}

// NewAnswers returns a provider that reads from in, which it does not touch
// before it is asked.
func NewAnswers(in io.Reader) *Answers {
	return &Answers{turn: make(chan struct{}, 1), in: in, lines: make(chan answerLine)}
}

// Ask implements [seam.Provider]. A line that does not fit ends the ask with
// [seam.BadAnswer], since nobody can be told to try again. Where the stream ends
// first, the questions without an item are [seam.Unanswered].
func (p *Answers) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	select {
	case <-ctx.Done():
		return seam.Answer{}, context.Cause(ctx)
	case p.turn <- struct{}{}:
	}
	defer func() { <-p.turn }()
	p.start.Do(func() { go p.read() })
	c := newCollector(req.Questions)
	for c.missing > 0 {
		select {
		case <-ctx.Done():
			return c.answer(), context.Cause(ctx)
		case l, ok := <-p.lines:
			if !ok {
				return c.answer(), c.unanswered()
			}
			if err := c.take(l); err != nil {
				return c.answer(), err
			}
		}
	}
	return c.answer(), nil
}

// read reads lines for as long as somebody wants them. It ends with the stream.
func (p *Answers) read() {
	defer close(p.lines)
	r := jsonl.NewReader(p.in, jsonl.DefaultMaxLine)
	var chunk jsonl.Chunk
	for {
		if err := r.Next(&chunk); err != nil {
			if !errors.Is(err, io.EOF) {
				p.lines <- answerLine{err: &seam.Error{Code: seam.ProviderFailed, Message: "the answers cannot be read", Err: err}}
			}
			return
		}
		for at := range chunk.Lines {
			l := answerLine{number: at.Number}
			if at.TooLong {
				l.err = seam.Errorf(seam.BadAnswer, "the line is longer than %d bytes", jsonl.DefaultMaxLine)
			} else {
				l.items, l.err = wire.ReadReply(chunk.Data()[at.Start:at.End])
			}
			p.lines <- l
		}
	}
}

// collector puts items together until every question has one.
type collector struct {
	questions []seam.Question
	at        map[string]int // of each question, by id
	items     map[string]seam.Item
	missing   int
}

func newCollector(questions []seam.Question) *collector {
	n := len(questions)
	c := &collector{questions, make(map[string]int, n), make(map[string]seam.Item, n), n}
	for i := range questions {
		c.at[questions[i].ID] = i
	}
	return c
}

func (c *collector) take(l answerLine) error {
	if l.err != nil {
		return inLine(l.number, l.err)
	}
	for _, it := range l.items {
		if err := c.takeItem(it); err != nil {
			return inLine(l.number, err)
		}
	}
	return nil
}

func (c *collector) takeItem(it seam.Item) error {
	if _, ok := c.items[it.ID]; ok {
		return seam.Errorf(seam.BadAnswer, "question %q is answered twice", it.ID)
	}
	i, ok := c.at[it.ID]
	if !ok {
		return seam.Errorf(seam.BadAnswer, "there is an answer to %q, which was not asked", it.ID)
	}
	fitted, err := seam.CheckItem(&c.questions[i], it)
	if err != nil {
		return err
	}
	fitted.Source.Provider = "jsonl"
	c.items[it.ID] = fitted
	c.missing--
	return nil
}

func inLine(number int, err error) error {
	e := *seam.AsError(err)
	if number > 0 {
		e.Message, e.Err = fmt.Sprintf("line %d of the answers", number), err
	}
	return &e
}

// answer returns the items so far, in question order.
func (c *collector) answer() seam.Answer {
	a := seam.Answer{Answers: []seam.Item{}}
	for i := range c.questions {
		if it, ok := c.items[c.questions[i].ID]; ok {
			a.Answers = append(a.Answers, it)
		}
	}
	return a
}

func (c *collector) unanswered() error {
	const reason = "the answers ended before there was one to this question"
	var open []seam.Open
	for _, q := range c.questions {
		if _, ok := c.items[q.ID]; !ok {
			open = append(open, seam.Open{Question: q, Code: seam.Unanswered, Reason: reason})
		}
	}
	return &seam.Error{
		Code:     seam.Unanswered,
		Message:  fmt.Sprintf("the answers ended before there was one to question %q", open[0].Question.ID),
		Question: open[0].Question.ID,
		Open:     open,
	}
}
