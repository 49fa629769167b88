package answersets

import (
	"bytes"
	"fmt"

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
	s := skeleton{groups: map[string]*group{}, texts: map[string]*ordered{}, byID: map[string]*slot{}, byText: map[string]*slot{}}
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
	texts   map[string]*ordered // by id: the texts that were asked under it
	answers []*slot
	rules   []*slot
	byID    map[string]*slot
	byText  map[string]*slot
}

// group is one text, and the ids under which it was asked.
type group struct {
	ids      ordered
	together bool // several of them in one request, so that only ids tell them apart
}

// slot is the place for one answer.
type slot struct {
	question *seam.Question
	comments ordered // each of them a question as it was asked
}

// ordered keeps texts in the order in which they are added, each once.
type ordered struct {
	list []string
	has  map[string]bool
}

func (s *ordered) add(text string) {
	if s.has[text] {
		return
	}
	if s.has == nil {
		s.has = map[string]bool{}
	}
	s.has[text] = true
	s.list = append(s.list, text)
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
		g.ids.add(q.ID)
		if s.texts[q.ID] == nil {
			s.texts[q.ID] = &ordered{}
		}
		s.texts[q.ID].add(key)
	}
}

func (s *skeleton) add(q *seam.Question) {
	key := textKey(q)
	g := s.groups[key]
	slots, list, by := s.byID, &s.answers, q.ID
	if !g.together && (len(g.ids.list) > 1 || len(s.texts[q.ID].list) > 1 || idPattern(q.ID)) {
		slots, list, by = s.byText, &s.rules, key
	}
	at := slots[by]
	if at == nil {
		at = &slot{question: q}
		slots[by] = at
		*list = append(*list, at)
	}
	at.comments.add(comment(q))
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
		at.writeComments(&b, i > 0, s.groups[textKey(q)].ids.list)
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
	for _, c := range at.comments.list {
		b.WriteString(c)
	}
	if len(ids) > 1 {
		const most = 10
		var shown []string
		for _, id := range ids[:min(len(ids), most)] {
			shown = append(shown, scalarText(cut(id)))
		}
		if len(ids) > most {
			shown = append(shown, "…")
		}
		commentLine(b, "  ", "asked under the ids "+list(shown))
	}
}

// Recorded returns the questions that were recorded in the set, as far as a file
// keeps them: a detail is kept as a digest alone.
func (s *Set) Recorded() []seam.Question {
	var out []seam.Question
	for _, e := range s.answers {
		if e.Asked == nil {
			continue
		}
		q := e.Asked.seamQuestion()
		q.ID, q.MultiSelect = e.ID, len(e.Answer.Select) > 1
		out = append(out, *q)
	}
	return out
}
