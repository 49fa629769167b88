package answersets

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"

	"standin/internal/spell"
	"standin/seam"
)

// reader walks the nodes of one document and collects every problem on its way.
// A node at fault is reported once, where it stands, and left out.
type reader struct {
	file     string
	lines    int // how many the file has
	problems Problems
}

// mostProblems bounds what a hostile file can make a load remember.
const mostProblems = 1000

func (r *reader) report(at Pos, rule, format string, args ...any) {
	if len(r.problems) < mostProblems {
		r.problems = append(r.problems, Problem{at, fmt.Sprintf(format, args...), rule})
	}
}

// pos returns the place of a node. A value that is left out at the very end
// stands on the last line, although the parser has it on the next.
func (r *reader) pos(n *yaml.Node) Pos {
	if n.Line > r.lines {
		return Pos{r.file, r.lines, 1}
	}
	return Pos{r.file, n.Line, n.Column}
}

func (r *reader) fault(n *yaml.Node, rule, format string, args ...any) {
	r.report(r.pos(n), rule, format, args...)
}

// value returns the node that n stands for, which is another one where n is an
// alias. It returns nil, and reports why, for a null and for an unknown tag.
// What names the place where it stands.
func (r *reader) value(n *yaml.Node, what string) *yaml.Node {
	at := n
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Style&yaml.TaggedStyle != 0 {
		switch n.Tag {
		case "!!str", "!!seq", "!!map", "!!null":
		default:
			r.fault(at, "unknown-tag", "%s has the tag %s: tags have no meaning here, leave it out", what, clip(n.Tag))
			return nil
		}
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		written := ""
		if n.Value != "" {
			written = ", which is what " + n.Value + " means in YAML"
		}
		r.fault(at, "null", "%s has no value%s: give one, in quotes where it is meant as text, or leave the key out", what, written)
		return nil
	}
	return n
}

// scalar returns the source text of a scalar.
func (r *reader) scalar(n *yaml.Node, what string) (string, bool) {
	v := r.value(n, what)
	if v == nil {
		return "", false
	}
	if v.Kind != yaml.ScalarNode {
		r.fault(n, "wrong-type", "%s takes a text, not %s", what, kindOf(v))
		return "", false
	}
	return v.Value, true
}

// text is scalar for a text that must not be blank.
func (r *reader) text(n *yaml.Node, what string) (string, bool) {
	s, ok := r.scalar(n, what)
	if ok && seam.Blank(s) {
		r.fault(n, "blank", "%s is blank", what)
		return "", false
	}
	return s, ok
}

// list returns the elements of a list that must not be empty.
func (r *reader) list(n *yaml.Node, what string) []*yaml.Node {
	v := r.value(n, what)
	switch {
	case v == nil:
		return nil
	case v.Kind != yaml.SequenceNode:
		r.fault(n, "wrong-type", "%s takes a list, not %s", what, kindOf(v))
		return nil
	case len(v.Content) == 0:
		r.fault(n, "empty-list", "%s is an empty list", what)
	}
	return v.Content
}

// texts returns the elements of a list of texts.
func (r *reader) texts(n *yaml.Node, what string) []string {
	nodes := r.list(n, what)
	out := make([]string, 0, len(nodes))
	for _, n := range nodes {
		if s, ok := r.text(n, "an element of "+what); ok {
			out = append(out, s)
		}
	}
	return out
}

func (r *reader) flag(n *yaml.Node, what string) (value, ok bool) {
	s, ok := r.scalar(n, what)
	if ok && s != "true" && s != "false" {
		r.fault(n, "wrong-value", "%s takes true or false, not %s", what, quote(s))
		return false, false
	}
	return s == "true", ok
}

// oneOf returns a text that has to be one of known.
func (r *reader) oneOf(n *yaml.Node, what string, known []string) (string, bool) {
	s, ok := r.scalar(n, what)
	if !ok {
		return "", false
	}
	for _, k := range known {
		if s == k {
			return s, true
		}
	}
	r.fault(n, "wrong-value", "%s takes %s, not %s%s", what, orList(known), quote(s), meant(s, known))
	return "", false
}

// pair is one key of a mapping with its value, which may be an alias.
type pair struct {
	name       string
	key, value *yaml.Node
}

// pairs returns the keys of a mapping with their values. It reports what is not
// a mapping, keys that are not texts, keys that stand twice, and merge keys.
func (r *reader) pairs(n *yaml.Node, what string) []pair {
	m := r.value(n, what)
	if m == nil {
		return nil
	}
	if m.Kind != yaml.MappingNode {
		r.fault(n, "wrong-type", "%s takes keys and values, not %s", what, kindOf(m))
		return nil
	}
	out := make([]pair, 0, len(m.Content)/2)
	first := make(map[string]*yaml.Node, len(m.Content)/2)
	for i := 0; i+1 < len(m.Content); i += 2 {
		k, v := m.Content[i], m.Content[i+1]
		if k.Tag == "!!merge" && k.Style == 0 {
			r.fault(k, "merge-key", "merge keys (<<) are not supported: write the entries out")
			continue
		}
		name, ok := r.text(k, "a key of "+what)
		if !ok {
			continue
		}
		if before := first[name]; before != nil {
			r.fault(k, "duplicate-key", "the key %s stands in %s twice, first at line %d, column %d", quote(name), what, before.Line, before.Column)
			continue
		}
		first[name] = k
		out = append(out, pair{name, k, v})
	}
	return out
}

// unknown reports a key that is none of known, and returns the one of them that
// was most likely meant, "" for none. That one is not to be reported as missing.
func (r *reader) unknown(p pair, what string, known []string) string {
	if len(r.problems) >= mostProblems {
		return "" // looking for the right spelling takes longer than all the rest
	}
	near, ok := spell.Nearest(p.name, known)
	hint := ": " + what + " has " + list(known)
	if ok {
		hint = ", did you mean " + quote(near) + "?"
	}
	r.fault(p.key, "unknown-key", "unknown key %s in %s%s", quote(p.name), what, hint)
	return near
}

func meant(word string, known []string) string {
	if near, ok := spell.Nearest(word, known); ok {
		return ", did you mean " + quote(near) + "?"
	}
	return ""
}

func list(words []string) string { return strings.Join(words, ", ") }

func orList(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys and values"
	case yaml.SequenceNode:
		return "a list"
	}
	return "the text " + quote(n.Value)
}
