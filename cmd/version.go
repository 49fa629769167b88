package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// buildFacts say which build this is.
type buildFacts struct {
	version, revision, goVersion, platform string
}

func version() buildFacts {
	b := buildFacts{version: "devel", goVersion: runtime.Version(), platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.version = v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			b.revision = s.Value
		}
	}
	return b
}

func (b buildFacts) String() string {
	s := b.version
	if b.revision != "" {
		s += " (" + b.revision + ")"
	}
	return fmt.Sprintf("%s %s %s", s, b.goVersion, b.platform)
}

func (a *app) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print which build this is",
		Args:  args(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.Out, "standin %s\n", version())
			return err
		},
	}
}
