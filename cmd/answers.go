package cmd

import (
	"github.com/spf13/cobra"
)

func (a *app) newAnswers() *cobra.Command {
	c := &cobra.Command{
		Use:   "answers",
		Short: "Write, check and explain answer files",
		Example: `  standin answers init request.json > ci.yaml
  standin answers check ci.yaml --against requests.jsonl
  standin answers explain request.json --answers ci.yaml`,
		Args: subcommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		a.newAnswersCheck(),
		a.newAnswersInit(),
		a.newAnswersSchema(),
	)
	c.SuggestionsMinimumDistance = 2
	return c
}

// answerFileNames completes the names of answer files, and of folders.
func answerFileNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}
