// Package cmd is the command line: one file a command, and the only place for
// cobra, viper, settings and exit codes.
package cmd

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"standin/internal/terminal/sanitise"
)

// Streams are where a command reads and writes. Out carries the payload and
// nothing else; everything for people goes to Err.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// app is what the commands of one run share.
type app struct {
	Streams
	lookup func(string) (string, bool) // environment variables
	// settings is filled before a command runs, from its flags, the environment
	// and the config file.
	settings *Settings
}

// Main runs the command line args, without the program's name, and returns the
// exit code. Lookup finds environment variables. Main may be called once in a
// process, since it takes over the signals.
func Main(args []string, streams Streams, lookup func(string) (string, bool)) int {
	a := &app{Streams: streams, lookup: lookup, settings: newSettings()}
	ctx := newSignalContext()
	defer ctx.cancel(nil)
	root := a.newRoot()
	root.SetArgs(args)
	a.settings.Errors = errorsFormat(args, lookup)
	ran, err := root.ExecuteContextC(ctx)
	if err == nil {
		return 0
	}
	return a.report(ran, err)
}

// errorsFormat returns how errors are written before the settings are read, which
// a fault in the command line may prevent.
func errorsFormat(args []string, lookup func(string) (string, bool)) string {
	format, _ := lookup(variable("errors"))
	for i, arg := range args {
		if arg == "--" {
			break
		}
		if value, ok := strings.CutPrefix(arg, "--errors="); ok {
			format = value
		} else if arg == "--errors" && i+1 < len(args) {
			format = args[i+1]
		}
	}
	if format == "json" {
		return format
	}
	return "text"
}

// readsTerminal reports whether standard input is a terminal, where nobody may
// be typing a request.
func (a *app) readsTerminal() bool {
	f, ok := a.In.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// oneLine returns text of unknown origin as one line that is safe to print.
func oneLine(s string) string { return sanitise.Line(s) }
