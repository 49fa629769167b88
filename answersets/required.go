package answersets

import (
	"regexp/syntax"
	"strings"
)

// mostAlternatives bounds under how many pieces one pattern is filed.
const mostAlternatives = 32

// required returns what a text has to contain for p to match: of each list in
// the result at least one text. The texts are folded in case and white space, as
// the text they are looked for in has to be, and at least two bytes long.
func (p *Pattern) required() [][]string {
	tree, err := syntax.Parse(nfc(p.source), syntax.Perl|syntax.DotNL)
	if err != nil {
		return nil // such a pattern is not loaded
	}
	return required(tree)
}

func required(re *syntax.Regexp) [][]string {
	switch re.Op {
	case syntax.OpLiteral:
		if s := foldCase(strings.Join(strings.Fields(string(re.Rune)), " ")); len(s) >= 2 {
			return [][]string{{s}}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var all [][]string
		for _, sub := range re.Sub {
			all = append(all, required(sub)...)
		}
		return all
	case syntax.OpAlternate:
		// Of each branch the longest text is taken, of all branches one is there.
		var either []string
		for _, sub := range re.Sub {
			texts := mostTelling(required(sub))
			if texts == nil || len(either)+len(texts) > mostAlternatives {
				return nil
			}
			either = append(either, texts...)
		}
		return [][]string{either}
	}
	return nil
}

// mostTelling returns the list whose shortest text is the longest.
func mostTelling(lists [][]string) (best []string) {
	longest := 0
	for _, list := range lists {
		shortest := len(list[0])
		for _, s := range list[1:] {
			shortest = min(shortest, len(s))
		}
		if shortest > longest {
			best, longest = list, shortest
		}
	}
	return best
}
