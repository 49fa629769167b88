package wire

import (
	"errors"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// Kind is what a line of a stream is about.
type Kind int

// The kinds of lines. A line that cannot be read may be of no kind.
const (
	NoKind Kind = iota
	RequestLine
	EnterLine
	LeaveLine
	AbortLine
	ReplyLine
)

// Line is one line that a client sends. Which fields count follows from its kind.
type Line struct {
	Kind Kind
	// ID is the line's own id as it was written, "" for none.
	ID string

	// Of a request: the questions, to which the seam's rules have not been
	// applied, the handle of the agent that asks, and the bound of the wait, 0
	// for none.
	Questions []seam.Question
	Agent     string
	HasAgent  bool
	Timeout   time.Duration

	// Control is set for every other kind.
	Control *Control
}

// Control holds the fields of lines that are no requests.
type Control struct {
	// Of an enter: the agent's id and its owner's handle, where it has an owner.
	Agent, Owner string
	HasOwner     bool
	// Handle is whom a leave is about.
	Handle string
	// Abort is the id of the request to withdraw, as it was written.
	Abort string
	// Of a reply: the ask, and either the items or the reason of a refusal.
	Ask     string
	Items   []seam.Item
	Refused bool
	Reason  string
}

// lineKeys are the keys that a line may have.
func lineKeys() []string {
	return append(requestKeys(), "enter", "leave", "abort", "reply", "answers", "cancel")
}

// readLine reads one line strictly. With an error, the line still holds the id
// where one could be read. The error is a [*seam.Error] with [seam.BadRequest];
// a reply whose ask could be read but not its answer has its kind and ask set,
// and the error has [seam.BadAnswer].
func readLine(data []byte) (Line, error) {
	p := linePass{line: Line{Control: &Control{}}}
	err := document(data, func(r *Reader) error {
		if err := r.Object("the line", lineKeys(), func(key string) error { return p.member(r, key) }); err != nil {
			return err
		}
		return p.finish(r)
	})
	if err == nil {
		if p.line.Kind == RequestLine {
			p.line.Control = nil
		}
		return p.line, nil
	}
	l := Line{ID: string(FindID(data))}
	if ask, ok := findReply(data); ok {
		l.Kind, l.Control = ReplyLine, &Control{Ask: ask}
		return l, bad(seam.BadAnswer, err)
	}
	return l, bad(seam.BadRequest, err)
}

// linePass is a line while it is read. What a reply answers is kept as text
// until it is known that the line is a reply: elsewhere these keys mean nothing.
type linePass struct {
	line            Line
	kinds           []string
	answers, cancel *part
}

// part is a value that is read later.
type part struct {
	text jsontext.Value
	at   int
}

func (p *linePass) member(r *Reader, key string) (err error) {
	c := p.line.Control
	switch key {
	case "id", "agent", "timeoutMs":
		return p.requestMember(r, key)
	case "answers":
		p.answers, err = r.part()
		return err
	case "cancel":
		p.cancel, err = r.part()
		return err
	}
	p.kinds = append(p.kinds, key)
	switch key {
	case "questions":
		p.line.Kind = RequestLine
		p.line.Questions, err = r.Questions()
	case "enter":
		p.line.Kind = EnterLine
		err = r.enter(c)
	case "leave":
		p.line.Kind = LeaveLine
		c.Handle, err = r.String("leave")
	case "abort":
		p.line.Kind = AbortLine
		var id jsontext.Value
		id, err = r.id("abort")
		c.Abort = string(id)
	case "reply":
		p.line.Kind = ReplyLine
		c.Ask, err = r.String("reply")
	}
	return err
}

// requestMember reads what belongs to a request and is not its questions.
func (p *linePass) requestMember(r *Reader, key string) error {
	var req Request
	if err := req.member(r, key); err != nil {
		return err
	}
	switch {
	case key == "id":
		p.line.ID = string(req.ID)
	case key == "timeoutMs":
		p.line.Timeout = req.Timeout
	case req.Agent != nil:
		p.line.Agent, p.line.HasAgent = *req.Agent, true
	}
	return nil
}

// finish checks that the members make one line, and reads what was put off.
func (p *linePass) finish(r *Reader) error {
	switch len(p.kinds) {
	case 0:
		return &Fault{Message: `the line is none of the known ones: it has no "questions", "enter", "leave", "abort" or "reply"`, text: r.text}
	case 1:
	default:
		return &Fault{Message: "the line is several at once: it has " + strings.Join(p.kinds, " and "), text: r.text}
	}
	if p.line.Kind != ReplyLine {
		return nil
	}
	c := p.line.Control
	switch {
	case p.answers != nil && p.cancel != nil:
		return &Fault{Message: "the reply has answers and cancel", text: r.text}
	case p.answers != nil:
		return r.later(p.answers, func(r *Reader) (err error) {
			c.Items, err = r.Items()
			return err
		})
	case p.cancel != nil:
		c.Refused = true
		return r.later(p.cancel, func(r *Reader) (err error) {
			c.Reason, err = r.reason()
			return err
		})
	}
	return &Fault{Message: "the reply has neither answers nor cancel", text: r.text}
}

func (r *Reader) enter(c *Control) error {
	named := false
	err := r.Object("enter", []string{"agent", "owner"}, func(key string) (err error) {
		switch {
		case key == "agent":
			named = true
			c.Agent, err = r.String("the agent's id")
		case !r.Null():
			c.HasOwner = true
			c.Owner, err = r.String("the owner's handle")
		}
		return err
	})
	if err == nil && !named {
		return &Fault{Message: `enter has no "agent"`, text: r.text}
	}
	return err
}

// reason reads why a reply refuses: a string, or true for no reason.
func (r *Reader) reason() (string, error) {
	if r.Kind() == '"' {
		return r.String("cancel")
	}
	if r.Kind() == 't' {
		_, err := r.Bool("cancel")
		return "", err
	}
	return "", r.wrongType("a string or true", "cancel")
}

func (r *Reader) part() (*part, error) {
	text, err := r.Value()
	return &part{text, r.at}, err
}

// later reads a part; its faults name the place in the whole text.
func (r *Reader) later(p *part, read func(*Reader) error) error {
	err := read(NewReader(p.text))
	if f, ok := errors.AsType[*Fault](err); ok {
		f.Offset += p.at
		f.text = r.text
	}
	return err
}

// findReply returns the ask that a line replies to, where the line is sound JSON
// and no more is wrong with it than what it says.
func findReply(data []byte) (ask string, ok bool) {
	text, err := Text(data)
	if err != nil || !jsontext.Value(text).IsValid() {
		return "", false
	}
	r := NewReader(text)
	err = r.Object("the line", []string{"reply", "questions", "enter", "leave", "abort"}, func(key string) (err error) {
		if key != "reply" {
			return errors.New("the line is no reply alone")
		}
		ask, err = r.String("reply")
		ok = err == nil
		return err
	})
	return ask, ok && err == nil
}
