package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"standin/internal/spell"
)

func (a *app) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "standin",
		Short: "Answer the questions that AI agents ask a human",
		Long: `Answer the questions that AI agents ask a human: from answer files, by a person
at the terminal, by a program on JSON lines, by a command, or by several of
these in turn. Silence never means yes.`,
		Example: `  standin ask request.json --answers ci.yaml
  standin ask --question "Deploy?" --option Yes --option No --output labels
  standin serve --answers ci.yaml < requests.jsonl > answers.jsonl`,
		Args:          subcommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
		Version:       version().String(),
	}
	root.SetVersionTemplate("standin {{.Version}}\n")
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.AddCommand(
		a.newAsk(),
		a.newServe(),
		a.newAnswers(),
		a.newMCP(),
		a.newHook(),
		a.newConfig(),
		a.newVersion(),
	)
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveDefault)
	addCompletion(root)
	return root
}

// usageError is a fault in how the program was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// args turns the complaint of an argument check into a [usageError].
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, got []string) error {
		if err := check(c, got); err != nil {
			return usageError{err}
		}
		return nil
	}
}

// subcommand is the argument check of a command that only groups others: what is
// left over was meant to be one of them.
func subcommand(c *cobra.Command, got []string) error {
	if len(got) == 0 {
		return nil
	}
	message := fmt.Sprintf("there is no command %q", c.CommandPath()+" "+got[0])
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	if near, ok := spell.Nearest(got[0], names); ok {
		message += fmt.Sprintf(", did you mean %q?", near)
	}
	return usageError{errors.New(message)}
}
