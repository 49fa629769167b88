package prompt

import (
	"context"
	"fmt"
	"strings"

	"standin/internal/terminal"
	"standin/internal/terminal/measure"
	"standin/internal/terminal/sanitise"
	"standin/seam"
)

// face is a way to put a question on the terminal. Its methods return the errors
// of [terminal.Terminal.Next], and errRefused for the end-of-input key. Every
// text it is given is safe to print.
type face interface {
	// begin takes the terminal, before anything else.
	begin() error
	// drop throws away what was typed before a question is on the screen.
	drop()
	// show prints text above the question; title marks a heading.
	show(text string, title bool) error
	// choose lets one entry be chosen, with the cursor on entries[start].
	choose(a ask, entries []entry, start int) (int, error)
	// tick lets any number of entries be ticked, some of them ticked already. The
	// result is empty, or the place of one entry that is neither an option nor
	// writeOther, or places of those.
	tick(a ask, entries []entry, ticked []int) ([]int, error)
	// write lets a text be typed. It returns enter with the text, or one of
	// offers.
	write(a ask, offers []act) (string, act, error)
	// page shows a long text to page through.
	page(text string) error
	// end closes the question without an answer and says why; "" says nothing.
	end(why string)
}

// ask is a question as it is put to the person.
type ask struct {
	message string // one line or several
	hint    string // why it is asked again, may be empty
	secret  bool
	detail  string // the whole text to page through, "" where all of it was shown
	batch   int    // how many questions the batch has
}

// session asks the questions of one batch.
type session struct {
	ctx   context.Context
	face  face
	term  *terminal.Terminal
	total int
}

// prior shows what earlier providers answered, and where from.
func (s *session) prior(items []seam.Item) error {
	if len(items) == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("Answered already:")
	for i := range items {
		it := &items[i]
		from := it.Source.Provider
		if it.Source.File != "" {
			from = fmt.Sprintf("%s:%d", it.Source.File, it.Source.Line)
		}
		fmt.Fprintf(&b, "\n  %s: %s", sanitise.Line(it.ID), brief(it))
		if from != "" {
			fmt.Fprintf(&b, " (%s)", sanitise.Line(from))
		}
	}
	return s.show(b.String())
}

// show prints text above the question, its lines broken between words.
func (s *session) show(text string) error {
	columns, _ := s.term.Size()
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		rows = append(rows, measure.Wrap(line, columns)...)
	}
	return s.face.show(strings.Join(rows, "\n"), false)
}

// ask puts question i of the batch and returns its answer.
func (s *session) ask(i int, q *seam.Question) (seam.Item, error) {
	if err := s.ctx.Err(); err != nil {
		return seam.Item{}, err
	}
	s.face.drop()
	a, err := s.introduce(i, q)
	if err != nil {
		return seam.Item{}, err
	}
	item := seam.Item{ID: q.ID, Selected: []string{}}
	switch {
	case len(q.Options) == 0:
		err = s.text(q, a, &item)
	case q.MultiSelect:
		err = s.several(q, a, &item)
	default:
		err = s.single(q, a, &item)
	}
	return item, err
}

// introduce shows what stands above the question, and returns the question.
func (s *session) introduce(i int, q *seam.Question) (ask, error) {
	a := ask{message: strings.TrimSpace(sanitise.Text(q.Question)), secret: q.Secret, batch: s.total}
	progress := ""
	if s.total > 1 {
		progress = fmt.Sprintf("%d of %d", i+1, s.total)
	}
	columns, rows := s.term.Size()
	title := progress
	if !seam.Blank(q.Header) {
		title = strings.TrimPrefix(progress+": "+sanitise.Line(q.Header), ": ")
		progress = ""
	}
	// A long question stands above, once, and leaves its place to a short one.
	long := len(measure.Wrap(strings.ReplaceAll(a.message, "\n", " "), columns)) > max(3, rows/4) ||
		strings.Contains(a.message, "\n")
	var above []string
	if !seam.Blank(q.Notice) {
		above = append(above, "Why you are asked: "+strings.TrimSpace(sanitise.Text(q.Notice)))
	}
	full := ""
	if !seam.Blank(q.Detail) {
		full = strings.Trim(sanitise.Text(q.Detail), "\n")
	}
	if long {
		full = strings.TrimSuffix(a.message+"\n\n"+full, "\n\n")
		a.message = "Your answer:"
	}
	if full != "" {
		shown, whole := head(full, columns, rows)
		if !whole {
			a.detail = full
		}
		above = append(above, shown)
	}
	if title != "" && (progress == "" || long) {
		if err := s.face.show(title, true); err != nil {
			return a, err
		}
		progress = ""
	}
	for _, text := range above {
		if err := s.show(text); err != nil {
			return a, err
		}
	}
	if progress != "" {
		a.message = progress + ": " + a.message
	}
	return a, nil
}

// head returns as much of text as leaves room for the question, and whether that
// is all of it.
func head(text string, columns, rows int) (shown string, whole bool) {
	most := max(6, rows-12)
	lines := strings.Split(text, "\n")
	used := 0
	for i, line := range lines {
		wrapped := measure.Wrap(line, columns)
		if used += len(wrapped); used > most {
			if i == 0 {
				lines[0], i = strings.Join(wrapped[:most], ""), 1
			}
			return strings.Join(lines[:i], "\n"), false
		}
	}
	return text, true
}

// count says how long a text is.
func count(text string) string {
	if n := strings.Count(text, "\n") + 1; n > 1 {
		return fmt.Sprintf("%d lines", n)
	}
	return fmt.Sprintf("%d characters", len([]rune(text)))
}
