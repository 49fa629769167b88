package answersets

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Pos is a place in an answer file. Line and Col count from 1, Col in
// characters; a Line of 0 means the file as a whole.
type Pos struct {
	File string
	Line int
	Col  int
}

// String writes file:line, the form in which people are shown an entry.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}

// Problem is one fault of an answer file.
type Problem struct {
	Pos
	Message string
	// Rule is the stable name of the kind of fault, as unknown-key.
	Rule string
}

// String writes file:line:col: message [rule].
func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s [%s]", p.File, p.Message, p.Rule)
	}
	return fmt.Sprintf("%s:%d:%d: %s [%s]", p.File, p.Line, p.Col, p.Message, p.Rule)
}

// Problems are all the faults that one load found, sorted by file and place. As
// the cause of a [seam.BadAnswerSet] error they are found with [errors.As].
type Problems []Problem

// Error writes one problem on each line, and how many more there are where they
// are very many.
func (ps Problems) Error() string {
	const most = 100
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteByte('\n')
		}
		if i == most {
			fmt.Fprintf(&b, "and %d more problems", len(ps)-most)
			break
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// Sort puts problems in the order of file, line and column, and drops repeats.
func (ps Problems) Sort() Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col), strings.Compare(a.Message, b.Message))
	})
	return slices.Compact(ps)
}
