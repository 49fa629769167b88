package dialects

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"standin/internal/wire"
	"standin/seam"
)

// asked is a question as the agents' own tools put it, which differ in the names
// of a few members and in what an answer is keyed by.
type asked struct {
	seam.Question
	// closed says that the agent wants one of the labels and no other text.
	closed bool
}

// readQuestions reads the list of questions of an agent's tool, in any of the
// spellings of the agents: multiSelect, multi_select and multiple; isOther and
// custom; isSecret. Ids are left as they stand there.
func readQuestions(list jsontext.Value) ([]asked, error) {
	if list == nil {
		return nil, seam.Errorf(seam.BadRequest, `the request has no "questions"`)
	}
	questions := []asked{}
	err := whole(list, func(r *wire.Reader) error {
		return r.Array("questions", func(int) error {
			q, err := readQuestion(r)
			questions = append(questions, q)
			return err
		})
	})
	return questions, err
}

func readQuestion(r *wire.Reader) (q asked, err error) {
	known := []string{
		"id", "question", "header", "options",
		"multiSelect", "multi_select", "multiple",
		"isOther", "is_other", "custom", "isSecret", "is_secret",
	}
	multiple := ""
	var previews []string
	err = r.Object("a question", known, func(key string) (err error) {
		if key != "question" && r.Null() {
			return nil
		}
		switch key {
		case "id":
			var id jsontext.Value
			id, err = r.Value()
			q.ID = text(id)
		case "question":
			q.Question.Question, err = r.String("a question's text")
		case "header":
			q.Header, err = r.String("header")
		case "options":
			q.Options, previews, err = readOptions(r)
		case "multiSelect", "multi_select", "multiple":
			if multiple != "" {
				return r.Fault("%s is given beside %s, which says the same", key, multiple)
			}
			multiple = key
			q.MultiSelect, err = r.Bool(key)
		case "isOther", "is_other", "custom": // the last is opencode's
			var other bool
			other, err = r.Bool(key)
			q.closed = q.closed || !other
		case "isSecret", "is_secret":
			q.Secret, err = r.Bool(key)
		}
		return err
	})
	q.Detail = strings.Join(previews, "\n\n")
	q.closed = q.closed && len(q.Options) > 0
	return q, err
}

// readOptions reads the options and what each of them shows as a preview.
func readOptions(r *wire.Reader) (options []seam.Option, previews []string, err error) {
	err = r.Array("options", func(int) error {
		var o seam.Option
		preview := ""
		err := r.Object("an option", []string{"label", "description", "preview"}, func(key string) (err error) {
			switch {
			case key == "label":
				o.Label, err = r.String("an option's label")
			case r.Null():
			case key == "description":
				o.Description, err = r.String("an option's description")
			case key == "preview":
				preview, err = r.String("an option's preview")
			}
			return err
		})
		if !seam.Blank(preview) {
			previews = append(previews, o.Label+":\n"+preview)
		}
		options = append(options, o)
		return err
	})
	return options, previews, err
}

// request returns the seam's request for questions that have their ids.
func request(questions []asked) seam.Request {
	out := make([]seam.Question, len(questions))
	for i := range questions {
		out[i] = questions[i].Question
	}
	return seam.Request{Questions: out}
}

// byText gives every question its text as id, for an agent that keys answers by
// it and so must not ask the same text twice.
func byText(questions []asked, agent string) error {
	seen := make(map[string]bool, len(questions))
	for i := range questions {
		q := &questions[i]
		q.ID = q.Question.Question
		if seen[q.ID] {
			return &seam.Error{Code: seam.BadRequest, Question: q.ID, Message: fmt.Sprintf("the question %q is asked twice, and %s keys answers by the text: word the two differently", q.ID, agent)}
		}
		seen[q.ID] = true
	}
	return nil
}

// byPosition gives every question its text as id, for an agent that goes by
// position. A repeated text gets its number behind it: "TEXT (2)".
func byPosition(questions []asked) {
	used := make(map[string]bool, len(questions))
	for i := range questions {
		used[questions[i].Question.Question] = true
	}
	first := make(map[string]bool, len(questions))
	next := make(map[string]int)
	for i := range questions {
		q := &questions[i]
		text := q.Question.Question
		q.ID = text
		if first[text] {
			for n := max(next[text], 2); ; n++ {
				if q.ID = fmt.Sprintf("%s (%d)", text, n); !used[q.ID] {
					next[text] = n + 1
					break
				}
			}
			used[q.ID] = true
		}
		first[text] = true
	}
}

// values returns what answers a question as a list: the labels, then the text.
func values(it seam.Item) []string {
	list := append([]string{}, it.Selected...)
	if it.Custom != nil {
		list = append(list, *it.Custom)
	}
	return list
}

// joined returns what answers a question as the one text in which the agents
// write several labels: joined by comma and space, as they stand.
func joined(it seam.Item) string { return strings.Join(values(it), ", ") }

// checkClosed refuses text of one's own where the agent wants one of the labels.
func checkClosed(questions []asked, a seam.Answer) error {
	for i := range questions {
		if questions[i].closed && a.Answers[i].Custom != nil {
			return &seam.Error{Code: seam.BadAnswer, Question: questions[i].ID,
				Message: fmt.Sprintf("question %q takes one of its options and no text of one's own", questions[i].ID)}
		}
	}
	return nil
}
