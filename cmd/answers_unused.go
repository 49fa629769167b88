package cmd

import (
	"github.com/spf13/cobra"

	"standin/answersets"
	"standin/providers/replay"
	"standin/seam"
)

type unusedOptions struct {
	*app
	format string
}

func (a *app) newAnswersUnused() *cobra.Command {
	o := &unusedOptions{app: a}
	c := &cobra.Command{
		Use:   "unused",
		Short: "List the entries that no process of a run has used",
		Long: `List the entries of the answer files that no process of a run has used, going by
the state file that all of them were given. The exit code is 5 where there are
any. It is what --strict is for a single process.`,
		Example: `  standin ask request.json --answers ci.yaml --state run.state
  standin answers unused --answers ci.yaml --state run.state`,
		Args:              args(cobra.NoArgs),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return o.run() },
	}
	c.Flags().SortFlags = false
	a.using(c, "answers", "state", "errors")
	a.problemFormat(c, &o.format)
	return c
}

func (o *unusedOptions) run() error {
	switch {
	case o.settings.State == "":
		return usagef("give the state file of the run with --state FILE")
	case len(o.settings.Answers) == 0:
		return usagef("give the answer files of the run with --answers FILE")
	}
	set, err := answersets.Load(o.settings.Answers, answersets.Options{})
	if err != nil {
		return err
	}
	entries, err := replay.Unused(set, o.settings.State)
	if err != nil {
		return configError{err}
	}
	var unused answersets.Problems
	for _, e := range entries {
		unused = append(unused, answersets.Problem{Pos: e.Pos, Message: e.Name() + " was never used", Rule: unusedRule})
	}
	if err := writeProblems(o.Out, o.format, unused.Sort()); err != nil {
		return err
	}
	if n := len(unused); n > 0 {
		return seam.Errorf(seam.UnusedAnswer, "%s never used", count(n, "answer was", "answers were"))
	}
	return nil
}
