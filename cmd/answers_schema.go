package cmd

import (
	"io"

	"github.com/spf13/cobra"

	"standin/answersets"
)

func (a *app) newAnswersSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the answer file, for editors",
		Long: `Print the JSON Schema of the answer file, by which an editor completes and
checks as you type. docs/editors.md says how to hook it up.`,
		Example:           `  standin answers schema > answers.schema.json`,
		Args:              args(cobra.NoArgs),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(a.Out, answersets.Schema())
			return err
		},
	}
}
