// Package exec asks a command, which is run once for each request: the request
// as native JSON on its stdin, the answer as native JSON on its stdout.
//
// The command line is split as a shell would split it, and no shell runs it. An
// exit with 0 and an answer that fits is the answer. Exit 3 says that the
// command cannot answer, and the next provider of a chain is asked. Anything
// else is an error that ends the batch: PROVIDER_FAILED for another exit, for a
// command that does not start, for an output that is empty, too long or not
// JSON; BAD_ANSWER for JSON that is not an answer to this request. The end of
// what the command wrote to stderr is part of the message.
//
// The command and its children form a process group of their own, which never
// outlives the ask. When the ask is aborted or times out the group gets SIGTERM
// and a second later SIGKILL; when the command itself has exited, or writes
// without end, SIGKILL at once. Only a child that left the group on purpose can
// stay behind, and it cannot hold up the ask. The group is not the terminal's
// foreground group, so that the command cannot read keys. Outside of Unix there
// are no such groups, and the command alone is ended.
package exec

import (
	"bytes"
	"context"
	"fmt"
	osexec "os/exec"
	"path/filepath"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/kballard/go-shellquote"

	"standin/internal/wire"
	"standin/seam"
)

// cannotAnswer is the exit status of a command that has no answer.
const cannotAnswer = 3

// Provider asks one command. Concurrent asks run it several times side by side.
type Provider struct {
	path string
	args []string
}

// From returns the command line with the path of its program, where that is
// relative, taken from dir. A program that is named without a path is looked for
// in PATH, and stays as it is; so does a line that is blank or badly quoted,
// which [New] refuses.
func From(dir, command string) string {
	words, err := shellquote.Split(command)
	if err != nil || len(words) == 0 || filepath.IsAbs(words[0]) || filepath.Base(words[0]) == words[0] {
		return command
	}
	words[0] = filepath.Join(dir, words[0])
	if filepath.Base(words[0]) == words[0] {
		words[0] = "." + string(filepath.Separator) + words[0]
	}
	return shellquote.Join(words...)
}

// New returns a provider that runs the command line. It fails where the line is
// blank or badly quoted, and where there is no such program.
func New(command string) (*Provider, error) {
	words, err := shellquote.Split(command)
	if err != nil {
		return nil, fmt.Errorf("the command %q is badly quoted: %w", command, err)
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("the command is empty")
	}
	path, err := osexec.LookPath(words[0])
	if err != nil {
		return nil, fmt.Errorf("the command cannot be run: %w", err)
	}
	return &Provider{path, words[1:]}, nil
}

// Ask implements [seam.Provider].
func (p *Provider) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	r, err := run(ctx, p.path, p.args, wire.AppendRequest(nil, req.Questions))
	switch {
	case ctx.Err() != nil:
		return seam.Answer{}, context.Cause(ctx)
	case err != nil:
		return seam.Answer{}, &seam.Error{Code: seam.ProviderFailed, Message: "the command cannot be run", Err: err}
	case r.tooLong:
		return seam.Answer{}, p.failed(r, "wrote more than %d MiB to its stdout", maxOutput>>20)
	case r.exit == cannotAnswer:
		return seam.Answer{}, p.unanswered(r, req.Questions)
	case r.status != "":
		return seam.Answer{}, p.failed(r, "failed (%s)", r.status)
	case len(bytes.TrimSpace(r.stdout)) == 0:
		return seam.Answer{}, p.failed(r, "wrote no answer to its stdout")
	}
	return p.read(r, req.Questions)
}

// read reads the answer that a command wrote.
func (p *Provider) read(r result, questions []seam.Question) (seam.Answer, error) {
	answer, err := wire.ReadAnswer(r.stdout)
	if err != nil {
		if !jsontext.Value(r.stdout).IsValid(jsontext.AllowDuplicateNames(true)) {
			e := p.failed(r, "wrote no JSON to its stdout")
			e.Err = err
			return seam.Answer{}, e
		}
		return seam.Answer{}, p.wrong(err)
	}
	answer, err = seam.CheckAnswer(questions, answer)
	if err != nil {
		return seam.Answer{}, p.wrong(err)
	}
	for i := range answer.Answers {
		answer.Answers[i].Source.Provider = "exec"
	}
	return answer, nil
}

// failed says what the command did, with the end of its stderr.
func (p *Provider) failed(r result, format string, args ...any) *seam.Error {
	e := seam.Errorf(seam.ProviderFailed, "the command %s %s", strconv.Quote(p.path), fmt.Sprintf(format, args...))
	if r.stderr != "" {
		e.Message += "; its stderr ends with: " + r.stderr
	}
	return e
}

func (p *Provider) wrong(err error) *seam.Error {
	return &seam.Error{
		Code:     seam.BadAnswer,
		Message:  fmt.Sprintf("the command %q gave a wrong answer", p.path),
		Question: seam.AsError(err).Question,
		Err:      err,
	}
}

func (p *Provider) unanswered(r result, questions []seam.Question) *seam.Error {
	reason := fmt.Sprintf("the command %q cannot answer", p.path)
	if r.stderr != "" {
		reason += ": " + r.stderr
	}
	return &seam.Error{
		Code:     seam.Unanswered,
		Message:  reason,
		Question: questions[0].ID,
		Open:     seam.OpenAll(questions, seam.Unanswered, reason),
	}
}
