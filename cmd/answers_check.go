package cmd

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"standin/answersets"
)

type checkOptions struct {
	*app
	requestFlags
	format  string
	ignore  []string
	against []string
}

func (a *app) newAnswersCheck() *cobra.Command {
	o := &checkOptions{app: a}
	c := &cobra.Command{
		Use:   "check FILE…",
		Short: "Find what is wrong with answer files",
		Long: `Find what is wrong with answer files: what standin would refuse, and what it
would take and you hardly mean. Each problem is a line file:line:col: message [rule]
on standard output; the exit code is 6 where there is one. Files that are fine
print nothing. docs/lint.md says what each rule is about.

With --against, the files are also replayed, the later ones winning, to find
questions that would go wrong and entries that nothing uses. Nothing is sent or
counted; values from the environment and from files are read and never shown.`,
		Example: `  standin answers check ci.yaml
  standin answers check ci.yaml --against requests.jsonl
  standin answers check answers/ --format github`,
		Args:              args(cobra.MinimumNArgs(1)),
		ValidArgsFunction: answerFileNames,
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.against, "against", nil, "replay these requests: a `file` with a request, JSON lines or a transcript, a folder, or - (repeatable)")
	o.register(c)
	a.using(c, "errors")
	a.problemFormat(c, &o.format)
	f.StringArrayVar(&o.ignore, "ignore", nil, "leave out the problems of this lint `rule` (repeatable)")
	completeWords(c, "ignore", ignorable())
	c.RegisterFlagCompletionFunc("against", requestFileNames)
	return c
}

// ignorable lists the rules that can be left out: all but those of a load, which
// other commands would trip over.
func ignorable() []string { return slices.Concat(answersets.LintRules(), againstRules()) }

func (o *checkOptions) run(ctx context.Context, paths []string) error {
	for _, rule := range o.ignore {
		if !slices.Contains(ignorable(), rule) {
			return usagef("--ignore takes a lint rule: %s; there is no %q", oneOf(ignorable()), rule)
		}
	}
	problems, err := answersets.Check(paths, answersets.Options{})
	if err == nil && len(o.against) > 0 {
		problems, err = o.withAgainst(ctx, problems, paths, o.against, o.requestFlags)
	}
	problems = slices.DeleteFunc(problems, func(p answersets.Problem) bool { return slices.Contains(o.ignore, p.Rule) })
	if err := writeProblems(o.Out, o.format, problems); err != nil {
		return err
	}
	var found error
	if len(problems) > 0 {
		found = problemsFound(len(problems))
	}
	return errors.Join(err, found)
}

// problemsFound is how many problems there are in answer files. They are written
// already.
type problemsFound int

func (n problemsFound) Error() string { return count(int(n), "problem", "problems") + " found" }
