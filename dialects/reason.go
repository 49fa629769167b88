package dialects

import (
	"fmt"
	"strings"

	"standin/seam"
)

// Reason says to a model why its questions are not answered, and what to do
// without the answer. The code stands in it, so that a program can tell the
// cases apart as well.
func Reason(err error) string { return reason(seam.AsError(err)) }

func reason(e *seam.Error) string {
	var b strings.Builder
	switch e.Code {
	case seam.Unanswered, seam.NoProvider:
		b.WriteString("Nobody could answer: ")
	case seam.AskCancelled:
		b.WriteString("The person refused to answer: ")
	case seam.BadRequest, seam.EmptyQuestions, seam.BadIntent:
		b.WriteString("The question could not be asked: ")
	default:
		b.WriteString("There is no answer: ")
	}
	b.WriteString(e.Error())
	writeOpen(&b, e)
	fmt.Fprintf(&b, " (%s). ", e.Code)
	switch e.Code {
	case seam.BadRequest, seam.EmptyQuestions, seam.BadIntent:
		b.WriteString("Correct the question and ask again.")
	default:
		b.WriteString("Do not take this for an answer and do not ask again: go on without it if that is safe, else say in your result what is still open.")
	}
	return b.String()
}

// writeOpen names the questions that the message does not name already.
func writeOpen(b *strings.Builder, e *seam.Error) {
	const most = 10
	message := e.Error()
	for i, o := range e.Open {
		if i == most {
			fmt.Fprintf(b, "; and %d more", len(e.Open)-most)
			return
		}
		question := fmt.Sprintf("%q", o.Question.Question)
		if o.Reason != "" && !strings.Contains(message, o.Reason) {
			fmt.Fprintf(b, "; open: %s: %s", question, o.Reason)
		} else if !strings.Contains(message, question) {
			fmt.Fprintf(b, "; open: %s", question)
		}
	}
}
