// Package providers opens providers by name and stacks them into the one that a
// service gets: the chosen ones in a chain, the policy for what nobody could
// answer behind them, and the recorder and the transcript around them all.
package providers

import (
	"fmt"

	"standin/answersets"
	"standin/providers/chain"
	"standin/providers/exec"
	"standin/providers/prompt"
	"standin/providers/record"
	"standin/providers/replay"
	"standin/seam"
)

// The names of the providers.
const (
	Replay = replay.Name
	Prompt = prompt.Name
	JSONL  = "jsonl"
	Exec   = "exec"
)

// Names lists the providers by name.
func Names() []string { return []string{Replay, Prompt, JSONL, Exec} }

// Config says what to open.
type Config struct {
	// Names are asked in turn. With none, and no policy, there is no provider.
	Names []string

	// Set is what replay answers from, and Replay how.
	Set    *answersets.Set
	Replay replay.Options
	// Prompt says how a person is asked.
	Prompt prompt.Options
	// Exec is the command line of exec.
	Exec string
	// JSONL is the provider at the other end of the caller's own stream.
	JSONL seam.Provider

	// Unanswered is the policy for what nobody could answer, "" for the set's
	// own. PolicyFrom names where it was set.
	Unanswered answersets.Policy
	PolicyFrom string

	// Recorder, where it is not nil, gets what people and programs answer.
	Recorder *answersets.Recorder
}

// Stack is what was opened.
type Stack struct {
	// Provider is what answers, nil where nothing was chosen.
	Provider seam.Provider
	// Replay is the member that answers from files, nil where there is none.
	Replay *replay.Provider
	// Record is the layer that records, nil where nothing is recorded.
	Record *record.Provider
}

// Open opens the providers. The error is one of configuration: a command that
// cannot be run, a state file that cannot be used.
func Open(c Config) (*Stack, error) {
	s := &Stack{}
	var members []chain.Member
	for _, name := range c.Names {
		p, err := s.open(name, c)
		if err != nil {
			return nil, fmt.Errorf("the provider %s: %w", name, err)
		}
		members = append(members, chain.Member{Name: name, Provider: p})
	}
	if policy, at := c.policy(); policy != "" && policy != answersets.Fail {
		members = append(members, chain.Member{Name: Replay, Provider: replay.NewPolicy(policy, at), Policy: true})
	}
	switch {
	case len(members) == 1 && !members[0].Policy:
		s.Provider = members[0].Provider
	case len(members) > 0:
		s.Provider = chain.New(members...)
	}
	if s.Provider == nil {
		return s, nil
	}
	if c.Recorder != nil {
		s.Record = record.New(s.Provider, c.Recorder)
		s.Provider = s.Record
	}
	return s, nil
}

func (s *Stack) open(name string, c Config) (seam.Provider, error) {
	switch name {
	case Replay:
		p, err := replay.New(c.Set, c.Replay)
		s.Replay = p
		return p, err
	case Prompt:
		return prompt.New(c.Prompt), nil
	case JSONL:
		return c.JSONL, nil
	case Exec:
		return exec.New(c.Exec)
	}
	return nil, fmt.Errorf("there is no such provider")
}

// policy returns the policy in force and where it stands.
func (c *Config) policy() (answersets.Policy, answersets.Pos) {
	if c.Unanswered != "" {
		return c.Unanswered, answersets.Pos{File: c.PolicyFrom}
	}
	if c.Set != nil {
		return c.Set.Unanswered, c.Set.UnansweredAt
	}
	return "", answersets.Pos{}
}
