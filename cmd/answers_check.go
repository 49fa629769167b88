package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"standin/answersets"
)

type checkOptions struct {
	*app
	format string
	ignore []string
}

func (a *app) newAnswersCheck() *cobra.Command {
	o := &checkOptions{app: a}
	c := &cobra.Command{
		Use:   "check FILE…",
		Short: "Find what is wrong with answer files",
		Long: `Find what is wrong with answer files: what standin would refuse, and what it
would take and you hardly mean. Each problem is a line file:line:col: message [rule]
on standard output; the exit code is 6 where there is one. Files that are fine
print nothing. docs/lint.md says what each rule is about.`,
		Example: `  standin answers check ci.yaml
  standin answers check answers/ --format github`,
		Args:              args(cobra.MinimumNArgs(1)),
		ValidArgsFunction: answerFileNames,
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	f := c.Flags()
	f.SortFlags = false
	format := newChoice(&o.format, "text", "text", "json", "github")
	f.Var(format, "format", "how problems are written; github annotates the files in a review")
	c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(format.Words(), cobra.ShellCompDirectiveNoFileComp))
	f.StringArrayVar(&o.ignore, "ignore", nil, "leave out the problems of this lint `rule` (repeatable)")
	c.RegisterFlagCompletionFunc("ignore", cobra.FixedCompletions(answersets.LintRules(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (o *checkOptions) run(paths []string) error {
	for _, rule := range o.ignore {
		if !slices.Contains(answersets.LintRules(), rule) {
			return usagef("--ignore takes a lint rule: %s; there is no %q", oneOf(answersets.LintRules()), rule)
		}
	}
	problems, missing := answersets.Check(paths, answersets.Options{})
	problems = slices.DeleteFunc(problems, func(p answersets.Problem) bool { return slices.Contains(o.ignore, p.Rule) })
	if err := writeProblems(o.Out, o.format, problems); err != nil {
		return err
	}
	var found error
	if len(problems) > 0 {
		found = problemsFound(len(problems))
	}
	return errors.Join(missing, found)
}

// problemsFound is how many problems there are in answer files. They are written
// already.
type problemsFound int

func (n problemsFound) Error() string {
	if n == 1 {
		return "1 problem found"
	}
	return fmt.Sprintf("%d problems found", int(n))
}
