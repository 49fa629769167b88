package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// The values of flags complete in a shell: one of a few words, or several of
// them parted by commas.

// completeWords has the value of a flag completed as one of words.
func completeWords(c *cobra.Command, flag string, words []string) {
	c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// completeList has the value of a flag completed as words parted by commas, each
// of them once. The word alone stands by itself.
func completeList(c *cobra.Command, flag string, words []string, alone string) {
	c.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		given := strings.Split(before, ",")
		var out []cobra.Completion
		for _, w := range words {
			if !slices.Contains(given, w) && (before == "" || w != alone) {
				out = append(out, before+w)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
}

// addCompletion adds cobra's command of that name, which takes an unknown shell
// for a request for help.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = subcommand
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}
