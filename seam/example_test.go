package seam_test

import (
	"context"
	"errors"
	"fmt"

	"standin/seam"
)

// canned is a provider that answers by question id.
type canned map[string]string

func (c canned) Ask(ctx context.Context, req seam.Request) (seam.Answer, error) {
	if err := ctx.Err(); err != nil {
		return seam.Answer{}, err
	}
	var answer seam.Answer
	var open []seam.Open
	for _, q := range req.Questions {
		label, ok := c[q.ID]
		if !ok {
			open = append(open, seam.Open{Question: q, Code: seam.Unanswered, Reason: "there is no canned answer"})
			continue
		}
		answer.Answers = append(answer.Answers, seam.Item{
			ID: q.ID, Selected: []string{label}, Source: seam.Source{Provider: "canned"},
		})
	}
	if len(open) > 0 {
		return answer, &seam.Error{Code: seam.Unanswered, Message: "some questions have no canned answer", Open: open}
	}
	return answer, nil
}

func Example() {
	service := seam.NewService(nil)
	release, err := service.RegisterProvider(canned{"database": "SQLite"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer release()

	ask := func(id, text string, labels ...string) {
		q := seam.Question{ID: id, Question: text}
		for _, label := range labels {
			q.Options = append(q.Options, seam.Option{Label: label})
		}
		answer, err := service.Ask(context.Background(), seam.Request{Questions: []seam.Question{q}})
		switch {
		case errors.Is(err, &seam.Error{Code: seam.Unanswered}):
			for _, o := range seam.AsError(err).Open {
				fmt.Printf("%s: nobody could answer: %s\n", o.Question.ID, o.Reason)
			}
		case err != nil:
			fmt.Println(seam.CodeOf(err), err)
		default:
			fmt.Printf("%s: %s, says %s\n", id, answer.Answers[0].Selected[0], answer.Answers[0].Source.Provider)
		}
	}
	ask("database", "Which database should the service use?", "PostgreSQL", "SQLite")
	ask("region", "Where should it run?", "eu-west", "us-east")
	ask("database", "Which database should the tests use?", "PostgreSQL", "MySQL")
	// Output:
	// database: SQLite, says canned
	// region: nobody could answer: there is no canned answer
	// BAD_ANSWER "SQLite" is not offered by question "database"; its options are "PostgreSQL", "MySQL"
}

func ExampleAgents() {
	agents := &seam.Agents{}
	service := seam.NewService(agents)
	if _, err := service.RegisterProvider(canned{"go": "Yes"}); err != nil {
		fmt.Println(err)
		return
	}
	root, child := seam.NewAgent("build"), seam.NewAgent("build/tests")
	for agent, owner := range map[*seam.Agent]*seam.Agent{root: nil, child: root} {
		if err := agents.Enter(agent, owner); err != nil {
			fmt.Println(err)
			return
		}
	}
	questions := []seam.Question{{ID: "go", Question: "Go on?", Options: []seam.Option{{Label: "Yes"}, {Label: "No"}}}}
	for _, agent := range []*seam.Agent{root, child} {
		_, err := service.Ask(context.Background(), seam.Request{Questions: questions, Agent: agent})
		fmt.Printf("%s: %q\n", agent.ID(), seam.CodeOf(err))
	}
	// Output:
	// build: ""
	// build/tests: "DELEGATED_CALLER"
}

func ExampleRecommended() {
	fmt.Println(seam.Recommended("pnpm (Recommended)"))
	fmt.Println(seam.Recommended("使用 pnpm（推荐）"))
	fmt.Println(seam.Recommended("pnpm"))
	// Output:
	// pnpm true
	// 使用 pnpm true
	// pnpm false
}
