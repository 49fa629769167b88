package cmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"standin/internal/mcpserver"
	"standin/seam"
)

// progressEvery is how often a client hears that a call still waits. The least
// patient of them gives up after a minute without a word.
const progressEvery = 5 * time.Second

type mcpOptions struct {
	*app
	permit bool
}

func (a *app) newMCP() *cobra.Command {
	o := &mcpOptions{app: a}
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Offer a question tool to an MCP client",
		Long: `Offer a question tool to an MCP client on standard input and output: the tool
ask_user_question, for the agents that hide their own when nobody is at the
keyboard. A person is asked only where the provider prompt is named, and then on
the terminal that the client was started from.`,
		Example: `  standin mcp --answers ci.yaml
  standin mcp --provider replay,prompt --answers ci.yaml --permit`,
		Args: args(cobra.NoArgs),
		RunE: func(c *cobra.Command, _ []string) error { return o.run(c.Context()) },
	}
	c.Flags().BoolVar(&o.permit, "permit", false, "add the tool permit, for Claude Code's --permission-prompt-tool")
	a.answering(c)
	return c
}

func (o *mcpOptions) run(ctx context.Context) error {
	s, err := o.open(door{})
	if err != nil {
		return err
	}
	server := &mcpserver.Server{
		Version: version().String(),
		Ask: func(ctx context.Context, req seam.Request) (seam.Answer, error) {
			return s.Ask(ctx, req, 0)
		},
		Immediate: immediate(s.stack.Provider),
		Permit:    o.permit,
		Every:     progressEvery,
	}
	err = server.Run(ctx, o.In, o.Out)
	return errors.Join(err, s.Close(), s.Unused())
}

// immediate reports whether p never waits for anybody.
func immediate(p seam.Provider) bool {
	i, ok := p.(seam.Immediate)
	return p == nil || ok && i.Immediate()
}
