package cmd

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"standin/answersets"
	"standin/providers/replay"
)

type explainOptions struct {
	*app
	requestFlags
	format string
}

func (a *app) newAnswersExplain() *cobra.Command {
	o := &explainOptions{app: a}
	c := &cobra.Command{
		Use:   "explain REQUEST…",
		Short: "Say which entry answers a question, or why none does",
		Long: `Say for each question of a request which entry of the answer files answers it,
where it stands and what it answers; or which entries came near, the nearest
first, and what differed. Nothing is answered, and no use is counted. The exit
code is 0 whatever becomes of the questions.`,
		Example: `  standin answers explain request.json --answers ci.yaml
  cat request.json | standin answers explain - --answers ci.yaml --format json`,
		Args:              args(cobra.MinimumNArgs(1)),
		ValidArgsFunction: requestFileNames,
		RunE:              func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	c.Flags().SortFlags = false
	a.using(c, "answers", "unanswered", "errors")
	format := newChoice(&o.format, "text", "text", "json")
	c.Flags().Var(format, "format", "how it is written")
	completeWords(c, "format", format.words)
	o.register(c)
	return c
}

func (o *explainOptions) run(ctx context.Context, paths []string) error {
	if len(o.settings.Answers) == 0 {
		return usagef("there is nothing to explain by: give --answers FILE")
	}
	set, err := answersets.Load(o.settings.Answers, answersets.Options{})
	if err != nil {
		return err
	}
	requests, err := o.requests(paths, o.requestFlags)
	if err != nil {
		return err
	}
	policy, at := set.Unanswered, set.UnansweredAt
	if o.settings.Unanswered != "" {
		policy, at = answersets.Policy(o.settings.Unanswered), answersets.Pos{File: o.settings.sources["unanswered"]}
	}
	out := []explained{}
	values := answersets.Values{Env: o.lookup, File: readValueFile}
	for _, r := range requests {
		for i := range r.questions {
			x := explain(set, &r.questions[i], values)
			if x.Outcome == "unanswered" && policy != "" && policy != answersets.Fail {
				x.byPolicy(ctx, replay.NewPolicy(policy, at))
			}
			out = append(out, x)
		}
	}
	if o.format == "json" {
		return writeJSON(o.Out, out)
	}
	var b strings.Builder
	for i := range out {
		if i > 0 {
			b.WriteByte('\n')
		}
		out[i].write(&b)
	}
	_, err = io.WriteString(o.Out, b.String())
	return err
}
