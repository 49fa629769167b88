package cmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"standin/internal/hook"
	"standin/seam"
)

// hookTimeout is under the time after which the hosts go on without a hook (10
// minutes), so that a silence is named and never taken for no opinion.
const hookTimeout = 540 * time.Second

// maxEvent bounds a hook event, in bytes.
const maxEvent = 16 << 20

type hookOptions struct {
	*app
	host   hook.Host
	onMiss string
	// fault is what was wrong with the call itself.
	fault error
}

// newHook returns the group of hook commands. They always exit with 0, and a
// fault, even one in their flags, is a verdict that lets nothing pass: an exit
// code would show the model the command line, or count as no opinion.
func (a *app) newHook() *cobra.Command {
	c := &cobra.Command{
		Use:   "hook",
		Short: "Answer another agent's hook call",
		Long: `Answer another agent's hook call: the event on standard input, the verdict on
standard output. The exit code is always 0, and whatever goes wrong denies.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return a.misused(c, subcommand(c, args))
		},
		// The flags are those of the command that was meant.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
	}
	c.SetFlagErrorFunc(a.misused)
	c.AddCommand(
		a.newHookOf(hook.ClaudeCode(), "claude-code", "Answer a hook call of Claude Code",
			`Answer a hook call of Claude Code: PreToolUse of AskUserQuestion, Elicitation and
PermissionRequest. Other events get no verdict.`),
		a.newHookOf(hook.Codex(), "codex", "Answer a hook call of Codex",
			`Answer a hook call of Codex: PostToolUse of request_user_input. Other events get no
verdict.`),
	)
	return c
}

func (a *app) newHookOf(host hook.Host, name, short, long string) *cobra.Command {
	o := &hookOptions{app: a, host: host}
	c := &cobra.Command{
		Use:     name,
		Short:   short,
		Long:    long + "\n\nA person is asked only where the provider prompt is named, and for at most 9\nminutes unless --timeout says otherwise.",
		Example: "  standin hook " + name + " --answers ci.yaml < event.json",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, extra []string) error {
			if len(extra) > 0 {
				o.fault = usagef("unexpected argument %q", extra[0])
			}
			return o.run(c.Context())
		},
	}
	onMiss := newChoice(&o.onMiss, "deny", "deny", "neutral")
	c.Flags().Var(onMiss, "on-miss", "where nobody could answer: deny with the reason, or say nothing")
	completeWords(c, "on-miss", onMiss.words)
	a.answering(c)
	c.PreRunE = nil // the settings are loaded for a question only
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		o.fault = usageError{err}
		return o.run(c.Context())
	})
	return c
}

// misused answers a hook call that does not say whose it is.
func (a *app) misused(c *cobra.Command, err error) error {
	o := &hookOptions{app: a, host: hook.ClaudeCode(), fault: err}
	return o.run(c.Context())
}

func (o *hookOptions) run(ctx context.Context) error {
	h := hook.Handler{Host: o.host, Ask: o.ask, Neutral: o.onMiss == "neutral" && o.fault == nil, MaxEvent: maxEvent}
	if verdict := h.Verdict(ctx, o.In); verdict != nil {
		// Where nobody reads the verdict there is nobody to tell.
		_, _ = o.Out.Write(append(verdict, '\n'))
	}
	return nil
}

// ask answers the questions of an event with the providers of the settings.
func (o *hookOptions) ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	s, err := o.session()
	if err != nil {
		return seam.Answer{}, err
	}
	answer, err := s.Ask(ctx, req, 0)
	return answer, errors.Join(err, s.Close())
}

func (o *hookOptions) session() (*session, error) {
	err := o.fault
	if err == nil {
		err = o.settings.load(o.lookup)
	}
	var s *session
	if err == nil {
		s, err = o.open(door{timeout: hookTimeout, silent: true})
	}
	if err == nil {
		return s, nil
	}
	if _, ok := errors.AsType[*seam.Error](err); !ok {
		err = &seam.Error{Code: seam.ProviderFailed, Message: "standin is not set up right", Err: err}
	}
	return nil, err
}
