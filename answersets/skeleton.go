package answersets

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"standin/internal/terminal/sanitise"
	"standin/seam"
)

// A skeleton is an answer file without the answers. Each question stands above
// the place of its answer as a comment. The words in it are an agent's: none of
// them can end the comment, since what is no plain character is made visible.
//
// A question goes under answers by its id. Where its id was used for other
// questions as well, or its text was asked under other ids, the agent makes up
// its ids, and a rule with the text takes their place.

// SchemaFile is the name by which a skeleton points an editor to the schema.
const SchemaFile = "answers.schema.json"

// Skeleton returns an answer file for the questions of some requests, to be
// filled in. It is refused at load until it is, and what is left to do is named
// by its line. Questions that were asked more than once stand in it once. There
// has to be one, and seam.CheckQuestions has to accept each request.
func Skeleton(requests [][]seam.Question) []byte {
	s := skeleton{groups: map[string]*group{}, texts: map[string][]string{}, byID: map[string]*slot{}, byText: map[string]*slot{}}
	for _, questions := range requests {
		s.count(questions)
	}
	for _, questions := range requests {
		for i := range questions {
			s.add(&questions[i])
		}
	}
	return s.write()
}

// skeleton collects the places for answers, in the order of the questions.
type skeleton struct {
	groups  map[string]*group
	texts   map[string][]string // by id: the texts that were asked under it
	answers []*slot
	rules   []*slot
	byID    map[string]*slot
	byText  map[string]*slot
}

// group is one text, and the ids under which it was asked.
type group struct {
	ids      []string
	together bool // several of them in one request, so that only ids tell them apart
}

// slot is the place for one answer.
type slot struct {
	question *seam.Question
	comments []string // each of them a question as it was asked
}

func textKey(q *seam.Question) string {
	if q.Intent != nil {
		return q.Intent.Kind + "\x00" + foldSpace(q.Question)
	}
	return "\x00" + foldSpace(q.Question)
}

func (s *skeleton) count(questions []seam.Question) {
	here := map[string]bool{}
	for i := range questions {
		q := &questions[i]
		key := textKey(q)
		g := s.groups[key]
		if g == nil {
			g = &group{}
			s.groups[key] = g
		}
		g.together = g.together || here[key]
		here[key] = true
		if !slices.Contains(g.ids, q.ID) {
			g.ids = append(g.ids, q.ID)
		}
		if !slices.Contains(s.texts[q.ID], key) {
			s.texts[q.ID] = append(s.texts[q.ID], key)
		}
	}
}

func (s *skeleton) add(q *seam.Question) {
	key := textKey(q)
	g := s.groups[key]
	slots, list, by := s.byID, &s.answers, q.ID
	if !g.together && (len(g.ids) > 1 || len(s.texts[q.ID]) > 1 || idPattern(q.ID)) {
		slots, list, by = s.byText, &s.rules, key
	}
	at := slots[by]
	if at == nil {
		at = &slot{question: q}
		slots[by] = at
		*list = append(*list, at)
	}
	if c := comment(q); !slices.Contains(at.comments, c) {
		at.comments = append(at.comments, c)
	}
}

func (s *skeleton) write() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# yaml-language-server: $schema=%s\n", SchemaFile)
	fmt.Fprintf(&b, "# Write an answer behind each key that has none. The line above is for editors,\n")
	fmt.Fprintf(&b, "# where the file is: standin answers schema > %s\n", SchemaFile)
	b.WriteString("standin: 1\n")
	if len(s.answers) > 0 {
		b.WriteString("answers:\n")
	}
	for i, at := range s.answers {
		at.writeComments(&b, i > 0, nil)
		key := scalarText(at.question.ID)
		if len(key) > mostKey {
			fmt.Fprintf(&b, "  ? %s\n  :\n", key)
		} else {
			fmt.Fprintf(&b, "  %s:\n", key)
		}
	}
	if len(s.rules) > 0 {
		b.WriteString("rules:\n")
	}
	for i, at := range s.rules {
		q := at.question
		at.writeComments(&b, i > 0, s.groups[textKey(q)].ids)
		match := keyQuestion + ": " + scalarText(q.Question)
		if q.Intent != nil {
			match += ", " + keyIntent + ": " + scalarText(q.Intent.Kind)
		}
		fmt.Fprintf(&b, "  - match: { %s }\n    answer:\n", match)
	}
	return b.Bytes()
}

// mostKey is how long a key may be to stand before its colon on one line, in
// bytes; YAML allows 1,024 characters.
const mostKey = 1000

func (at *slot) writeComments(b *bytes.Buffer, gap bool, ids []string) {
	if gap {
		b.WriteByte('\n')
	}
	for _, c := range at.comments {
		b.WriteString(c)
	}
	if len(ids) > 1 {
		ids = slices.Clone(ids)
		for i := range ids {
			ids[i] = scalarText(cut(ids[i]))
		}
		commentLine(b, "  ", "asked under the ids "+list(ids[:min(len(ids), 10)]))
	}
}

// comment returns a question as a comment: header and text, how it is answered,
// the beginning of its detail, its options as they are to be written.
func comment(q *seam.Question) string {
	var b bytes.Buffer
	text := foldSpace(q.Question)
	if !seam.Blank(q.Header) {
		text = foldSpace(q.Header) + ": " + text
	}
	commentLine(&b, "", cut(text))
	commentLine(&b, "  ", howAnswered(q))
	detail := strings.Split(strings.TrimRight(strings.ReplaceAll(q.Detail, "\r\n", "\n"), "\n"), "\n")
	if seam.Blank(q.Detail) {
		detail = nil
	}
	const most = 10
	for _, line := range detail[:min(len(detail), most)] {
		commentLine(&b, "  | ", cut(line))
	}
	if len(detail) > most {
		commentLine(&b, "  | ", fmt.Sprintf("… and %d more lines", len(detail)-most))
	}
	for i := range q.Options {
		o := &q.Options[i]
		line := "- " + scalarText(cut(o.Label))
		if !seam.Blank(o.Description) {
			line += "  # " + cut(foldSpace(o.Description))
		}
		commentLine(&b, "  ", line)
	}
	return b.String()
}

func howAnswered(q *seam.Question) string {
	how := "one of these:"
	switch {
	case q.Intent != nil:
		how = "a decision (" + cut(q.Intent.Kind) + "): { approve: true }, { approve: false }, or one of these:"
	case len(q.Options) == 0:
		how = "a text"
	case q.MultiSelect:
		how = "a list of these:"
	}
	if q.Secret {
		how = "secret, so keep it out of this file with { env: NAME } or { file: PATH }; " + how
	}
	return how
}

// commentLine writes one line of a comment, whatever is in text.
func commentLine(b *bytes.Buffer, indent, text string) {
	b.WriteString(strings.TrimRight("  # "+indent+sanitise.Line(text), " ") + "\n")
}

// cut returns a text that is not too long to read in a comment.
func cut(s string) string {
	const most = 400
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}

// Recorded returns the questions that were recorded in the set, as far as a file
// keeps them: a detail is kept as a digest alone.
func (s *Set) Recorded() []seam.Question {
	var out []seam.Question
	for _, e := range s.answers {
		a := e.Asked
		if a == nil {
			continue
		}
		q := seam.Question{ID: e.ID, Question: a.Question, Header: a.Header, MultiSelect: len(e.Answer.Select) > 1}
		for _, label := range a.Options {
			q.Options = append(q.Options, seam.Option{Label: label})
		}
		if a.Intent != "" {
			q.Intent = &seam.Intent{Kind: a.Intent, Approve: a.Approve}
		}
		out = append(out, q)
	}
	return out
}
