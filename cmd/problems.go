package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"standin/answersets"
)

// problemFormat adds the flag --format of a command that writes problems.
func (a *app) problemFormat(c *cobra.Command, p *string) {
	format := newChoice(p, "text", "text", "json", "github")
	c.Flags().Var(format, "format", "how problems are written; github annotates the files in a review")
	completeWords(c, "format", format.words)
}

// writeProblems writes problems in a format: text, json, or github, which are
// the workflow commands that annotate files in a review.
func writeProblems(w io.Writer, format string, problems answersets.Problems) error {
	if format == "json" {
		return writeJSONProblems(w, problems)
	}
	var b strings.Builder
	for _, p := range problems {
		if format == "github" {
			b.WriteString(workflowCommand(p) + "\n")
		} else {
			b.WriteString(oneLine(p.String()) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeJSONProblems(w io.Writer, problems answersets.Problems) error {
	type problem struct {
		File    string `json:"file"`
		Line    int    `json:"line"`
		Col     int    `json:"col"`
		Message string `json:"message"`
		Rule    string `json:"rule"`
	}
	out := []problem{}
	for _, p := range problems {
		out = append(out, problem{p.File, p.Line, p.Col, p.Message, p.Rule})
	}
	return writeJSON(w, out)
}

// writeJSON writes a value for a program that people may read as well.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func workflowCommand(p answersets.Problem) string {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	place := "file=" + property.Replace(p.File)
	if p.Line > 0 {
		place += fmt.Sprintf(",line=%d,col=%d", p.Line, p.Col)
	}
	return "::error " + place + ",title=" + property.Replace(p.Rule) + "::" + data.Replace(p.Message)
}
