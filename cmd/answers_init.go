package cmd

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"standin/answersets"
	"standin/seam"
)

type initOptions struct {
	*app
	requestFlags
}

func (a *app) newAnswersInit() *cobra.Command {
	o := &initOptions{app: a}
	c := &cobra.Command{
		Use:   "init REQUEST…",
		Short: "Write an answer file to fill in, from requests",
		Long: `Write an answer file to fill in, with each question, its options and what it
takes above the place of its answer. A REQUEST is a file with a request, with
JSON lines of requests, a transcript, a folder of these, - for standard input,
or a recording (*.yaml), whose questions are asked anew. Until it is filled in,
the file is refused, and what is missing is named by its line.`,
		Example: `  standin answers init request.json > ci.yaml
  standin answers init transcript.jsonl > ci.yaml && standin answers schema > answers.schema.json`,
		Args:              args(cobra.MinimumNArgs(1)),
		ValidArgsFunction: cobra.FixedCompletions([]string{"json", "jsonl", "yaml"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE:              func(_ *cobra.Command, args []string) error { return o.run(args) },
	}
	o.register(c)
	a.using(c, "errors")
	return c
}

func (o *initOptions) run(paths []string) error {
	var asked [][]seam.Question
	for _, path := range paths {
		if ext := filepath.Ext(path); ext == ".yaml" || ext == ".yml" {
			set, err := answersets.Load([]string{path}, answersets.Options{})
			if err != nil {
				return err
			}
			for _, q := range set.Recorded() {
				asked = append(asked, []seam.Question{q})
			}
			continue
		}
		requests, err := o.requests([]string{path}, o.requestFlags)
		if err != nil {
			return err
		}
		for _, r := range requests {
			asked = append(asked, r.questions)
		}
	}
	if len(asked) == 0 {
		return seam.Errorf(seam.EmptyQuestions, "the answer files hold no question that was recorded")
	}
	_, err := o.Out.Write(answersets.Skeleton(asked))
	return err
}
