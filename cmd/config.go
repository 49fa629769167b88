package cmd

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func (a *app) newConfig() *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Show the effective settings and where each came from",
		Long: `Show the effective settings and where each came from.

A setting is a flag, a variable named STANDIN_ and the flag in capitals, and a
key of the config file. Flags beat variables, variables beat the file. The file
is the one of --config, else of STANDIN_CONFIG, else standin/config.yaml in the
user's config directory; the working directory is never searched.`,
		Example: `  standin config
  STANDIN_ANSWERS=ci.yaml standin config --drift warn`,
		Args: args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(a.Out, 0, 0, 2, ' ', 0)
			a.settings.flags.VisitAll(func(f *pflag.Flag) {
				value := f.Value.String()
				if list, ok := f.Value.(pflag.SliceValue); ok {
					value = strings.Join(list.GetSlice(), ", ")
				}
				fmt.Fprintf(w, "%s\t%s\t(%s)\n", f.Name, oneLine(value), a.settings.sources[f.Name])
			})
			return w.Flush()
		},
	}
	a.answering(c, "output", "concurrency", "max-line")
	return c
}
