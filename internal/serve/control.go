package serve

import (
	"crypto/rand"

	"standin/internal/wire"
	"standin/seam"
)

// control acts on a line that is neither a request nor a reply, and answers it
// at once.
func (s *session) control(l *line) {
	c := l.Control
	switch l.Kind {
	case wire.EnterLine:
		handle, err := s.enter(c)
		if err != nil {
			s.note(seam.CodeOf(err))
			s.buf = s.appendError(s.buf, l, seam.AsError(err))
			return
		}
		s.buf = append(s.buf, `{"entered":{"agent":`...)
		s.buf = wire.AppendString(s.buf, c.Agent)
		s.buf = wire.AppendString(append(s.buf, `,"handle":`...), handle)
		s.buf = append(s.buf, "}}\n"...)
	case wire.LeaveLine:
		agent := s.handles[c.Handle]
		if agent == nil || !s.o.Agents.Leave(agent) {
			s.notPending(l, "leave", quote(c.Handle), "no agent with the handle %q is live", c.Handle)
			return
		}
		delete(s.handles, c.Handle)
		s.buf = append(s.buf, `{"left":`...)
		s.buf = wire.AppendString(s.buf, c.Handle)
		s.buf = append(s.buf, "}\n"...)
	case wire.AbortLine:
		if !s.withdraw(c.Abort) {
			s.notPending(l, "abort", c.Abort, "no request with the id %s is pending", c.Abort)
		}
	}
}

// enter makes an agent live and returns its handle. A handle says nothing about
// the agent and cannot be guessed. An owner that nobody knows makes a delegated
// child all the same: a child must not get rid of its owner by a slip.
func (s *session) enter(c *wire.Control) (handle string, err error) {
	if s.o.Agents == nil {
		return "", seam.Errorf(seam.BadRequest, "no agents can enter here")
	}
	var owner *seam.Agent
	if c.HasOwner {
		owner = s.agent(c.Owner)
	}
	agent := seam.NewAgent(c.Agent)
	if err := s.o.Agents.Enter(agent, owner); err != nil {
		return "", err
	}
	handle = "agent-" + rand.Text()
	s.handles[handle] = agent
	return handle, nil
}

// reply passes a reply on to the program's provider. One that fits ends an ask,
// and what comes of it is waited for, so that a line behind the reply finds the
// request settled.
func (s *session) reply(l *line) {
	c := l.Control
	if s.o.Program == nil {
		s.notPending(l, "ask", quote(c.Ask), "no ask %q is waiting: replies are for --provider jsonl", c.Ask)
		return
	}
	if err := s.o.Program.Pending(c.Ask); err != nil {
		s.turnDown(l, err)
		return
	}
	if l.err != nil {
		s.turnDown(l, l.err)
		return
	}
	var request string
	var err error
	if c.Refused {
		request, err = s.o.Program.Refuse(c.Ask, c.Reason)
	} else {
		request, err = s.o.Program.Reply(c.Ask, c.Items)
	}
	if err != nil {
		s.turnDown(l, err)
		return
	}
	if e := s.pending[request]; e != nil && e.asked {
		s.await(e)
	}
}

// turnDown says why a reply was not taken. The request it is about goes on, so
// this is no outcome of it.
func (s *session) turnDown(l *line, err error) {
	s.buf = s.appendAbout(s.buf, l, "ask", quote(l.Control.Ask), seam.AsError(err))
}

func (s *session) notPending(l *line, about, what, format string, args ...any) {
	s.buf = s.appendAbout(s.buf, l, about, what, seam.Errorf(seam.NotPending, format, args...))
}

func quote(text string) string { return string(wire.AppendString(nil, text)) }
