package answersets

import (
	"strconv"

	"gopkg.in/yaml.v3"
)

// A document may be small and still stand for a great deal: an alias repeats
// what its anchor marks, and repeats within repeats grow without end. So before
// a document is read its depth and the number of values that its aliases stand
// for are bounded.

const (
	mostDepth    = 100
	mostRepeated = 10_000
	tooDeep      = "the file is nested more than 100 levels deep"
)

// shape returns the problem of a document that is too deep or repeats too much.
func shape(doc *yaml.Node) *Problem {
	m := measure{sizes: map[*yaml.Node]int{}}
	m.node(doc, 0)
	return m.problem
}

type measure struct {
	sizes    map[*yaml.Node]int // of the nodes with an anchor; -1 while it is open
	repeated int
	problem  *Problem
}

// node returns how many values n stands for.
func (m *measure) node(n *yaml.Node, depth int) int {
	if m.problem != nil {
		return 0
	}
	if depth > mostDepth {
		m.fail(n, tooDeep, "too-deep")
		return 0
	}
	if n.Kind == yaml.AliasNode {
		size, ok := m.sizes[n.Alias]
		if !ok || size < 0 {
			m.fail(n, "the alias *"+clip(n.Value)+" stands within the value that it repeats", "alias")
			return 0
		}
		if m.repeated += size; m.repeated > mostRepeated {
			m.fail(n, "the aliases of the file stand for more than "+strconv.Itoa(mostRepeated)+" values: write them out", "alias")
		}
		return size
	}
	if n.Anchor != "" {
		m.sizes[n] = -1
	}
	size := 1
	for _, c := range n.Content {
		size += m.node(c, depth+1)
	}
	if n.Anchor != "" {
		m.sizes[n] = size
	}
	return size
}

func (m *measure) fail(n *yaml.Node, message, rule string) {
	m.problem = &Problem{Pos{Line: n.Line, Col: n.Column}, message, rule}
}
