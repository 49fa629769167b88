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
		a.newAnswersExplain(),
		a.newAnswersInit(),
		a.newAnswersSchema(),
		a.newAnswersUnused(),
	)
	c.SuggestionsMinimumDistance = 2
	return c
}

// answerFileNames completes the names of answer files, and of folders.
func answerFileNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
}

// using adds the settings of those names to the flags of a command.
func (a *app) using(c *cobra.Command, names ...string) {
	for _, name := range names {
		f := a.settings.flags.Lookup(name)
		c.Flags().AddFlag(f)
		if choice, ok := f.Value.(*choice); ok {
			completeWords(c, name, choice.words)
		}
	}
	a.configurable(c)
}
