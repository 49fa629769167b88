package answersets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"

	"standin/seam"
)

// Lint finds what a file may say and hardly ever means: an entry that cannot
// answer anything, one that answers more than it should, a secret that was
// pasted in. It speaks up only where it is sure, since whoever is warned without
// need stops reading. It looks at one file at a time: that a later file answers
// in place of an earlier one is what several files are for.
//
// Each rule has a name, a section in docs/lint.md, and a pair of files in
// testdata/lint: one that shows it and one that does not.

// The names of the lint rules.
const (
	lintNeverMatches    = "never-matches"
	lintNeverFits       = "never-fits"
	lintNotOffered      = "label-not-offered"
	lintShadowed        = "shadowed-rule"
	lintMatchesAnything = "matches-anything"
	lintSecret          = "pasted-secret"
	lintDollar          = "dollar-text"
	lintPatternText     = "pattern-text"
	lintDuplicate       = "duplicate-question"
)

// LintRules lists the lint rules by name.
func LintRules() []string {
	return []string{lintNeverMatches, lintNeverFits, lintNotOffered, lintShadowed, lintMatchesAnything,
		lintSecret, lintDollar, lintPatternText, lintDuplicate}
}

// Check reads answer files and folders as [Load] does and returns all that is
// wrong with them: what Load refuses, and what the lint rules find in the entries
// that are sound. The error is for files that cannot be read; the problems of
// the others come with it.
func Check(paths []string, opts Options) (Problems, error) {
	l := loader{open: opts.Open, seen: map[string]bool{}}
	if l.open == nil {
		l.open = func(name string) (fs.File, error) { return os.Open(name) }
	}
	var missing []error
	for _, path := range paths {
		if err := l.path(path, true); err != nil {
			missing = append(missing, fmt.Errorf("answers: %w", err))
		}
	}
	c := linter{l.problems, secretShapes(), patternShape()}
	for i := range l.files {
		c.file(&l.files[i])
	}
	return c.problems.Sort(), errors.Join(missing...)
}

type linter struct {
	problems Problems
	shapes   []secretShape
	pattern  *regexp.Regexp
}

func (l *linter) report(at Pos, rule, format string, args ...any) {
	l.problems = append(l.problems, Problem{at, fmt.Sprintf(format, args...), rule})
}

func (l *linter) file(f *file) {
	for _, e := range f.answers {
		if e.Asked == nil {
			l.patternID(e)
		} else {
			l.fitsAsked(e)
		}
		l.values(e)
	}
	l.duplicates(f.answers)
	for _, e := range f.rules {
		if !l.neverMatches(e) {
			l.matchesAnything(e)
		}
		l.patternText(e)
		l.fitsMatch(e)
		l.values(e)
	}
	l.shadows(f.rules)
}

// each calls visit for an answer, or for each element of a sequence.
func (a *Answer) each(visit func(*Answer)) {
	if a.Form != FormSequence {
		visit(a)
		return
	}
	for i := range a.Sequence {
		visit(&a.Sequence[i])
	}
}

// choices returns what the answer compares with the labels on offer.
func (a *Answer) choices() []Choice {
	switch a.Form {
	case FormScalar:
		return []Choice{{Value: a.Value}}
	case FormSelect:
		return a.Select
	}
	return nil
}

// duplicates reports entries that were recorded for the same question and answer
// it differently.
func (l *linter) duplicates(entries []*Entry) {
	first := map[string]*Entry{}
	for _, e := range entries {
		if e.Asked == nil || e.Asked.text == "" {
			continue
		}
		question := e.Asked.identity()
		before := first[question]
		if before == nil {
			first[question] = e
			continue
		}
		if !before.Answer.equal(&e.Answer, e.Asked.seamQuestion()) {
			l.report(e.Pos, lintDuplicate, "%s and %s (line %d) are recorded for the same question with different answers: under a new id neither would answer it",
				e.Name(), before.Name(), before.Line)
		}
	}
}

// fitsAsked reports an answer that does not fit the question that was recorded
// with it.
func (l *linter) fitsAsked(e *Entry) {
	a := e.Asked
	q := a.seamQuestion()
	e.Answer.each(func(answer *Answer) {
		switch {
		case answer.Form == FormApprove && a.Intent == "":
			l.report(answer.Pos, lintNeverFits, "%s approves or declines, and the question that was recorded has no intent: name a label instead", e.Name())
		case answer.Form == FormPick && a.Intent != "":
			l.report(answer.Pos, lintNeverFits, "%s picks, and the question that was recorded has an intent, which is answered by name or with { approve: … } only", e.Name())
		case a.Options == nil:
		case len(a.Options) == 0 && answer.Form == FormSelect:
			l.report(answer.Pos, lintNeverFits, "%s selects a label, and the question that was recorded offers none: give { text: … } instead", e.Name())
		case len(a.Options) == 0 && answer.Form == FormPick:
			l.report(answer.Pos, lintNeverFits, "%s picks an option, and the question that was recorded offers none", e.Name())
		case len(a.Options) > 0:
			l.offered(e, answer, q)
		}
	})
}

// offered reports the choices of an answer that are not exactly one option.
func (l *linter) offered(e *Entry, a *Answer, q *seam.Question) {
	choices := a.choices()
	for i := range choices {
		c := &choices[i]
		if c.From != FromText {
			continue
		}
		switch n := len(fitChoice(q, c, c.Text)); {
		case n == 0:
			l.report(c.Pos, lintNotOffered, "%s answers %s, which the question that was recorded does not offer; its options are %s",
				e.Name(), quote(c.Text), quoteList(q.Labels()))
		case n > 1:
			l.report(c.Pos, lintNotOffered, "%s answers %s, which fits %d options of the question that was recorded: name one of %s",
				e.Name(), quote(c.Text), n, quoteList(q.Labels()))
		}
	}
}

// fitsMatch reports a rule whose answer fits no question that its match holds for.
func (l *linter) fitsMatch(e *Entry) {
	m := e.Match
	e.Answer.each(func(a *Answer) {
		single := m.MultiSelect != nil && !*m.MultiSelect
		switch {
		case a.Form == FormApprove && m.Intent == "":
			l.report(a.Pos, lintNeverFits, "the rule approves or declines, and without intent in its match it holds only for questions that have none: add the intent to the match")
		case single && a.Form == FormPick && a.Pick == PickAll:
			l.report(a.Pos, lintNeverFits, "the rule picks all options, and its match holds only for questions that take one (multiSelect: false)")
		case single && len(a.Select) > 1:
			l.report(a.Pos, lintNeverFits, "the rule selects %d labels, and its match holds only for questions that take one (multiSelect: false)", len(a.Select))
		}
	})
}
