// Package dialects holds one codec for each agent that asks questions in a shape
// of its own. A [Dialect] reads one document of that shape, be it one line of a
// stream or one file, into the vocabulary of package seam, and the [Exchange] it
// returns writes the answer, or why there is none, back in the same shape.
//
// A dialect bridges what an answer is keyed by (id, question text, position,
// property name), how several labels are written, where free text goes, and how
// a skipped question, a refusal and a miss are told apart. It knows nothing of
// providers or commands.
//
// Three rules hold for all of them:
//
//   - Where an agent sends no ids, the id of a question is its text, byte for
//     byte. A repeated text is refused where the agent keys answers by it; where
//     it goes by position, the second one becomes "TEXT (2)".
//   - What the asker itself wrote where answers belong is never read and never
//     written back.
//   - Reading is generous with members that are not known, and strict with those
//     that are: what cannot be understood is [seam.BadRequest].
package dialects

import (
	"slices"
	"time"

	"standin/seam"
)

// Dialect reads one agent's documents.
type Dialect interface {
	// Read reads a whole document. The error is a [*seam.Error], mostly with
	// [seam.BadRequest]. The exchange is never nil: with an error it can still
	// write the Failure, in the shape that the document asks for as far as that
	// could be read.
	Read(doc []byte) (*Exchange, error)
}

// Exchange is one request and the way back to who asked. It belongs to one
// goroutine at a time.
type Exchange struct {
	// Request is what was asked, before the seam's rules are applied. An agent in
	// it is a new instance, which is live nowhere.
	Request seam.Request
	// Timeout is how long the asker is ready to wait, 0 where it does not say.
	Timeout time.Duration

	answer  func(seam.Answer) ([]byte, error)
	failure func(*seam.Error) []byte
}

// Answer writes the answer as one compact JSON document without a line end. An
// answer that this agent's shape cannot carry, or whose values the request does
// not allow, is an error ([seam.BadAnswer], or [seam.Unanswered] for a skipped
// question that must not be skipped), and then Failure writes what to send.
func (x *Exchange) Answer(a seam.Answer) ([]byte, error) {
	if x.answer == nil {
		return nil, seam.Errorf(seam.BadRequest, "the request could not be read, so nothing can answer it")
	}
	checked, err := seam.CheckAnswer(x.Request.Questions, a)
	if err != nil {
		return nil, err
	}
	return x.answer(checked)
}

// Failure writes what the agent gets instead of an answer: a refusal, a miss, an
// abort, each as the agent's own where it knows the difference.
func (x *Exchange) Failure(err error) []byte { return x.failure(seam.AsError(err)) }

// Named returns the dialect of that name, nil for none.
func Named(name string) Dialect {
	for _, d := range all() {
		if d.name == name {
			return d.dialect
		}
	}
	return nil
}

// Names lists the names of the dialects, native first.
func Names() []string {
	var names []string
	for _, d := range all() {
		names = append(names, d.name)
	}
	return slices.Clip(names)
}

type named struct {
	name    string
	dialect Dialect
}

func all() []named {
	return []named{
		{"native", Native{}},
		{"claude-code", ClaudeCode{}},
		{"codex", Codex{}},
		{"opencode", Opencode{}},
		{"qwen", Qwen{}},
		{"mcp-elicitation", Elicitation{}},
	}
}
