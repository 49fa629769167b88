package answersets

import (
	"math"
	"strings"

	"gopkg.in/yaml.v3"
)

// Comments are written by people, and stay when the entry that they stand in is
// replaced or taken out: those above and below it where they are, the one on its
// line behind the new entry, and those between its lines above it.

// commentsBehind returns where the comments begin that stand behind the value of
// the entry whose key is the i-th node of answers and which ends above line to.
// Those indented like its text may be part of it, where that is a block.
func (d *document) commentsBehind(i, to int) int {
	last, block := 0, false
	walk(d.answers.Content[i+1], func(n *yaml.Node) {
		if n.Line >= last {
			last, block = n.Line, n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
		}
	})
	if block {
		return to
	}
	return max(last, d.commentsAbove(to, math.MaxInt))
}

// commentsWithin returns the comments on the lines of an entry, in order.
func (d *document) commentsWithin(i, from, to int) (comments []string) {
	key, value := d.answers.Content[i], d.answers.Content[i+1]
	there := map[string]bool{}
	add := func(comments ...string) {
		for _, c := range comments {
			for line := range strings.SplitSeq(c, "\n") {
				there[strings.TrimSpace(line)] = line != ""
			}
		}
	}
	add(key.LineComment, key.FootComment)
	walk(value, func(n *yaml.Node) { add(n.HeadComment, n.LineComment, n.FootComment) })
	for ; from < to; from++ {
		_, c, found := strings.Cut(string(d.line(from)), "#")
		for found {
			if whole := strings.TrimSpace("#" + c); there[whole] {
				comments = append(comments, whole)
				break
			}
			_, c, found = strings.Cut(c, "#")
		}
	}
	return comments
}

// lineComment returns the comment that stands on the line of an entry.
func lineComment(nodes ...*yaml.Node) string {
	for _, n := range nodes {
		if c := n.LineComment; strings.HasPrefix(c, "#") && !strings.Contains(c, "\n") {
			return c
		}
	}
	return ""
}
