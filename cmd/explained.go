package cmd

import (
	"context"
	"fmt"
	"strings"

	"standin/answersets"
	"standin/internal/wire"
	"standin/providers/replay"
	"standin/seam"
)

// explained is what becomes of one question, for people and for programs.
type explained struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	// Outcome is answered, skipped, refused, stale, misfit or unanswered.
	Outcome string `json:"outcome"`
	// Entry is what decides, or nil.
	Entry *explainedEntry `json:"entry,omitempty"`
	// Selected and Custom are the answer, unless it is to be kept secret.
	Selected []string `json:"selected,omitempty"`
	Custom   *string  `json:"custom,omitempty"`
	Redacted bool     `json:"redacted,omitempty"`
	// Reason says why there is no answer.
	Reason     string          `json:"reason,omitempty"`
	Near       []explainedNear `json:"near,omitempty"`
	Suggestion string          `json:"suggestion,omitempty"`

	question *seam.Question
}

type explainedEntry struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	// Kind is id, asked, rule or policy, as in a transcript.
	Kind string `json:"kind"`
	// Answer is what stands in the file.
	Answer string `json:"answer,omitempty"`
	// Uses is how often it may answer, 0 for without end.
	Uses int `json:"uses,omitempty"`
}

type explainedNear struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Kind     string   `json:"kind"`
	ID       string   `json:"entry,omitempty"`
	Differs  []string `json:"differs"`
	Likeness float64  `json:"likeness"`
}

func explain(set *answersets.Set, q *seam.Question, values answersets.Values) explained {
	d := set.Explain(q, values)
	x := explained{ID: q.ID, Question: q.Question, Suggestion: d.Suggestion, question: q}
	if d.Entry == nil {
		x.Outcome, x.Reason = "unanswered", "no entry matches"
		if len(d.Disagree) > 0 {
			x.Reason = set.Miss(q, d.Decision)
		}
		for _, n := range d.Near {
			x.Near = append(x.Near, explainedNear{n.Entry.File, n.Entry.Line, string(n.Entry.Kind), n.Entry.ID, n.Differs, n.Likeness})
		}
		return x
	}
	x.Entry = &explainedEntry{d.Entry.File, d.Entry.Line, d.Via, d.Entry.Answer.String(), d.Entry.Uses()}
	switch {
	case d.Drift != "":
		x.Outcome, x.Reason = "stale", "it was recorded for another question: "+d.Drift
	case seam.CodeOf(d.Err) == seam.AskCancelled:
		x.Outcome, x.Reason = "refused", d.Err.Error()
	case d.Err != nil:
		x.Outcome, x.Reason = "misfit", d.Err.Error()
	default:
		x.answer(&d.Item)
	}
	return x
}

// answer takes over an answer, unless it has to stay secret.
func (x *explained) answer(it *seam.Item) {
	x.Outcome = "answered"
	if it.Skipped() {
		x.Outcome = "skipped"
	}
	if x.Redacted = it.Source.Redact || x.question.Secret && it.Custom != nil; x.Redacted {
		if !it.Source.Redact { // it stands in the file
			x.Entry.Answer = ""
		}
		return
	}
	x.Selected, x.Custom = it.Selected, it.Custom
}

// byPolicy has the policy answer what no entry does.
func (x *explained) byPolicy(ctx context.Context, policy *replay.Policy) {
	answer, err := policy.Ask(ctx, seam.Request{Questions: []seam.Question{*x.question}})
	if err != nil {
		if e := seam.AsError(err); len(e.Open) > 0 {
			x.Reason += "; " + e.Open[0].Reason
		}
		return
	}
	it := &answer.Answers[0]
	x.Reason = ""
	x.Entry = &explainedEntry{File: it.Source.File, Line: it.Source.Line, Kind: it.Source.Kind}
	x.answer(it)
}

// write writes it for a person.
func (x *explained) write(b *strings.Builder) {
	line := func(indent int, format string, args ...any) {
		fmt.Fprintf(b, "%*s%s\n", indent, "", oneLine(fmt.Sprintf(format, args...)))
	}
	line(0, "%s: %s", x.ID, x.Question)
	place := ""
	if x.Entry != nil {
		place = answersets.Pos{File: x.Entry.File, Line: x.Entry.Line}.String() + " (" + kindName(x.Entry.Kind) + ")"
	}
	switch x.Outcome {
	case "answered":
		line(2, "answered by %s: %s", place, x.value())
	case "skipped":
		line(2, "skipped by %s", place)
	case "unanswered":
		line(2, "not answered: %s", x.Reason)
	default:
		line(2, "%s at %s: %s", x.Outcome, place, x.Reason)
	}
	if x.Entry != nil && x.Entry.Uses > 0 {
		line(2, "that entry may answer %d times", x.Entry.Uses)
	}
	for _, n := range x.Near {
		name := "the rule"
		if n.ID != "" {
			name = fmt.Sprintf("%q", n.ID)
		}
		line(2, "near: %s at %s:%d: %s", name, n.File, n.Line, strings.Join(n.Differs, "; "))
	}
	if x.Suggestion != "" {
		line(2, "this rule would have answered it:")
		for text := range strings.Lines(x.Suggestion) {
			line(4, "%s", strings.TrimSuffix(text, "\n"))
		}
	}
}

// value writes the answer as JSON, or what may be said of it.
func (x *explained) value() string {
	switch {
	case x.Redacted && x.Entry.Answer != "":
		return "a value that is kept secret, from " + x.Entry.Answer
	case x.Redacted:
		return "a value that is kept secret"
	case x.Custom == nil && len(x.Selected) == 1:
		return x.Selected[0]
	}
	var parts []string
	for _, label := range x.Selected {
		parts = append(parts, string(wire.AppendString(nil, label)))
	}
	if x.Custom != nil {
		parts = append(parts, "the text "+string(wire.AppendString(nil, *x.Custom)))
	}
	return strings.Join(parts, ", ")
}

func kindName(kind string) string {
	switch kind {
	case answersets.ByID:
		return "by its id"
	case answersets.ByAsked:
		return "by the text it was recorded for"
	case answersets.ByRule:
		return "a rule"
	}
	return "the policy"
}
