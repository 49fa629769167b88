package seam

import "sync"

// Agent is one running agent. Its identity is the instance: another agent with
// the same id is another agent.
type Agent struct{ id string }

// NewAgent returns a new instance with an id, which is a name for people and
// needs to be unique only among the agents that are live at the same time.
func NewAgent(id string) *Agent { return &Agent{id: id} }

// ID returns the agent's name.
func (a *Agent) ID() string { return a.id }

// Agents is the registry of the agents that are live. A nil registry holds
// none. It may be used by several goroutines at once.
type Agents struct {
	mu   sync.Mutex
	live map[string]entered
}

type entered struct {
	agent *Agent
	owned bool
}

// Enter makes agent live. With an owner it is a delegated child, which may not
// ask: it stays one when its owner leaves, and also where the owner was never
// entered. The same instance entered again, after it has left, gets the
// ownership of the new entry. Enter fails with [BadRequest] while an agent with
// the same id is live, for a blank id, and for an agent that would own itself.
func (r *Agents) Enter(agent, owner *Agent) error {
	if agent == nil || Blank(agent.id) {
		return Errorf(BadRequest, "an agent needs an id that is not blank")
	}
	if owner == agent {
		return Errorf(BadRequest, "agent %q cannot own itself", agent.id)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.live[agent.id]; ok {
		return Errorf(BadRequest, "agent %q is live already", agent.id)
	}
	if r.live == nil {
		r.live = make(map[string]entered)
	}
	r.live[agent.id] = entered{agent, owner != nil}
	return nil
}

// Leave removes exactly this instance and reports whether it was live.
func (r *Agents) Leave(agent *Agent) bool {
	if r == nil || agent == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.live[agent.id].agent != agent {
		return false
	}
	delete(r.live, agent.id)
	return true
}

// mayAsk returns nil where agent is live and not owned by another.
func (r *Agents) mayAsk(agent *Agent) error {
	var e entered
	if r != nil {
		r.mu.Lock()
		e = r.live[agent.id]
		r.mu.Unlock()
	}
	switch {
	case e.agent != agent:
		return Errorf(CallerNotLive, "agent %q is not live: only an agent that has entered and not left may ask", agent.id)
	case e.owned:
		return Errorf(DelegatedCaller, "agent %q works for another agent and has no human of its own: "+
			"carry the open question in the final result instead of asking", agent.id)
	}
	return nil
}
