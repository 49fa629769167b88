package seam_test

import (
	"testing"

	"standin/seam"
)

func TestAgents_identityIsTheInstance(t *testing.T) {
	agents := &seam.Agents{}
	a, same := seam.NewAgent("build"), seam.NewAgent("build")
	if err := agents.Enter(a, nil); err != nil {
		t.Fatal(err)
	}
	if err := agents.Enter(same, nil); seam.CodeOf(err) != seam.BadRequest {
		t.Errorf("a second agent with a live id: got %v, want BAD_REQUEST", err)
	}
	if err := agents.Enter(a, nil); seam.CodeOf(err) != seam.BadRequest {
		t.Errorf("an agent that is live already: got %v, want BAD_REQUEST", err)
	}
	if agents.Leave(same) {
		t.Error("an instance that never entered has left")
	}
	if !agents.Leave(a) || agents.Leave(a) {
		t.Error("an agent leaves exactly once")
	}
	if err := agents.Enter(same, nil); err != nil {
		t.Errorf("an id that is free again: got %v", err)
	}
	if a.ID() != "build" {
		t.Errorf("got id %q", a.ID())
	}
}

func TestAgents_ownershipIsThatOfTheLastEntry(t *testing.T) {
	agents := &seam.Agents{}
	service := seam.NewService(agents)
	register(t, service, provide(first))
	owner, child := seam.NewAgent("owner"), seam.NewAgent("child")
	enter := func(agent, owner *seam.Agent) {
		t.Helper()
		if err := agents.Enter(agent, owner); err != nil {
			t.Fatal(err)
		}
	}
	want := func(when string, agent *seam.Agent, code seam.Code) {
		t.Helper()
		req := request()
		req.Agent = agent
		if _, err := service.Ask(t.Context(), req); seam.CodeOf(err) != code {
			t.Errorf("%s: got %v, want code %q", when, err, code)
		}
	}
	enter(owner, nil)
	enter(child, owner)
	want("the owner", owner, "")
	want("a child", child, seam.DelegatedCaller)
	agents.Leave(owner)
	want("a child whose owner has left", child, seam.DelegatedCaller)
	agents.Leave(child)
	want("a child that has left", child, seam.CallerNotLive)
	enter(child, nil)
	want("the same instance entered without an owner", child, "")
	agents.Leave(child)
	enter(child, seam.NewAgent("never entered"))
	want("a child of an owner that never entered", child, seam.DelegatedCaller)
}

func TestAgents_refuseWhatHasNoNameOrOwnsItself(t *testing.T) {
	agents := &seam.Agents{}
	self := seam.NewAgent("self")
	for name, err := range map[string]error{
		"nil":      agents.Enter(nil, nil),
		"blank id": agents.Enter(seam.NewAgent(" \ufeff"), nil),
		"itself":   agents.Enter(self, self),
	} {
		if seam.CodeOf(err) != seam.BadRequest {
			t.Errorf("%s: got %v, want BAD_REQUEST", name, err)
		}
	}
	if agents.Leave(self) {
		t.Error("an agent that was refused is live")
	}
}

func TestAgents_aNilRegistryHoldsNone(t *testing.T) {
	var none *seam.Agents
	if none.Leave(seam.NewAgent("a")) {
		t.Error("an agent has left a nil registry")
	}
	service := seam.NewService(none)
	register(t, service, provide(first))
	req := request()
	req.Agent = seam.NewAgent("a")
	if _, err := service.Ask(t.Context(), req); seam.CodeOf(err) != seam.CallerNotLive {
		t.Errorf("got %v, want CALLER_NOT_LIVE", err)
	}
}
