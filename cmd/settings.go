package cmd

import (
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"standin/providers"
)

// A setting is a flag, a STANDIN_ variable and a key of the config file, all of
// the same name. A flag beats the variable, which beats the file, which beats
// the default. Every source is parsed by the flag's own [pflag.Value], so that a
// value means the same wherever it stands.

// Settings is what a run goes by.
type Settings struct {
	// Provider names who answers; several are a chain.
	Provider []string
	// Answers are answer files and folders, the later ones winning.
	Answers []string
	// Unanswered is the policy for what nobody could answer; "" leaves it to the files.
	Unanswered string
	Unattended bool
	// Exec is the command line of the provider exec.
	Exec string
	// Timeout bounds the wait for one request; 0 for no bound.
	Timeout    time.Duration
	Plain      bool
	Record     string
	RecordMode string
	Redact     []string
	Drift      string
	Strict     bool
	State      string
	Transcript string
	// Errors is how errors are written: text or json.
	Errors string
	Quiet  bool
	// Output is how ask writes the answer: json or labels.
	Output string
	// Concurrency is how many requests serve has under way at once.
	Concurrency int
	// MaxLine is the longest line that serve reads, in bytes.
	MaxLine int64

	flags   *pflag.FlagSet
	config  string            // --config
	sources map[string]string // setting name to where its value came from
}

func newSettings() *Settings {
	s := &Settings{flags: pflag.NewFlagSet("settings", pflag.ContinueOnError), sources: map[string]string{}}
	f := s.flags
	f.SortFlags = false
	f.Var(newNames(&s.Provider, "auto", append(providers.Names(), "auto")...), "provider", "who answers, in turn")
	f.StringArrayVar(&s.Answers, "answers", nil, "answer from this `file` or folder (repeatable, later ones win)")
	f.Var(newChoice(&s.Unanswered, "", "fail", "skip", "recommended", "first"), "unanswered", "what to do with a question that nobody could answer")
	f.BoolVar(&s.Unattended, "unattended", false, "never ask a person unless prompt is named")
	f.StringVar(&s.Exec, "exec", "", "`command` that the provider exec runs for each request")
	f.DurationVar(&s.Timeout, "timeout", 0, "give up on a request after this long, as 30s or 5m")
	f.BoolVar(&s.Plain, "plain", false, "prompt in plain lines, without escape sequences")
	f.StringVar(&s.Record, "record", "", "write what people and programs answer to this answer `file`")
	f.Var(newChoice(&s.RecordMode, "new", "new", "all"), "record-mode", "keep what is recorded, or ask all again")
	f.StringArrayVar(&s.Redact, "redact", nil, "`id` of a question whose answer is written nowhere (repeatable)")
	f.Var(newChoice(&s.Drift, "fail", "fail", "warn", "ignore"), "drift", "what to do when a recorded question has changed")
	f.BoolVar(&s.Strict, "strict", false, "fail when answers were left unused")
	f.StringVar(&s.State, "state", "", "keep the use counts in this `file`, across processes")
	f.StringVar(&s.Transcript, "transcript", "", "append a JSON line for each request to this `file`")
	f.Var(newChoice(&s.Errors, "text", "text", "json"), "errors", "how errors are written on stderr")
	f.BoolVar(&s.Quiet, "quiet", false, "no progress and no hints")
	f.Var(newChoice(&s.Output, "json", "json", "labels"), "output", "how the answer is written")
	f.Var(newCount(&s.Concurrency, 1), "concurrency", "how many requests may wait at once")
	f.Var(newSize(&s.MaxLine, 16<<20), "max-line", "longest line that is read, in bytes or as 16MiB")
	return s
}

// answering adds the settings of a command that has questions answered, and
// those named besides, to its flags.
func (a *app) answering(c *cobra.Command, more ...string) {
	own := []string{"output", "concurrency", "max-line"}
	c.Flags().SortFlags = false
	a.settings.flags.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(own, f.Name) || slices.Contains(more, f.Name) {
			c.Flags().AddFlag(f)
			switch value := f.Value.(type) {
			case *choice:
				completeWords(c, f.Name, value.words)
			case *names:
				completeList(c, f.Name, value.words, "auto")
			}
		}
	})
	a.configurable(c)
}

// configurable has the settings loaded before the command runs.
func (a *app) configurable(c *cobra.Command) {
	c.Flags().StringVar(&a.settings.config, "config", "", "read settings from this `file`")
	c.PreRunE = func(*cobra.Command, []string) error { return a.settings.load(a.lookup) }
}
