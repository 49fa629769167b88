package answersets

import (
	"gopkg.in/yaml.v3"
)

// file is one answer file as it stands.
type file struct {
	path         string
	extends      []reference
	unanswered   Policy
	unansweredAt Pos
	answers      []*Entry
	rules        []*Entry
}

// reference is a path that a file extends.
type reference struct {
	Pos
	path string
}

// The keys of an answer file.
const (
	keyVersion    = "standin"
	keyUnanswered = "unanswered"
	keyExtends    = "extends"
	keyAnswers    = "answers"
	keyRules      = "rules"
)

// document reads a whole answer file.
func (r *reader) document(root *yaml.Node) file {
	known := []string{keyVersion, keyUnanswered, keyExtends, keyAnswers, keyRules}
	f := file{path: r.file}
	before := len(r.problems)
	pairs := r.pairs(root, "an answer file")
	if pairs == nil && len(r.problems) > before {
		return f
	}
	versioned := false
	for _, p := range pairs {
		switch p.name {
		case keyVersion:
			versioned = true
			r.version(p.value)
		case keyUnanswered:
			if s, ok := r.oneOf(p.value, keyUnanswered, Policies()); ok {
				f.unanswered, f.unansweredAt = Policy(s), r.pos(p.key)
			}
		case keyExtends:
			f.extends = r.references(p.value)
		case keyAnswers:
			f.answers = r.answers(p.value)
		case keyRules:
			f.rules = r.rules(p.value)
		default:
			versioned = r.unknown(p, "an answer file", known) == keyVersion || versioned
		}
	}
	if !versioned {
		r.report(Pos{r.file, 1, 1}, "missing-version", "the line %q is missing: it says that this is an answer file", "standin: 1")
	}
	return f
}

func (r *reader) version(n *yaml.Node) {
	if s, ok := r.scalar(n, keyVersion); ok && s != "1" {
		r.fault(n, "unknown-version", "the format version %s is not known, only 1 is", quote(s))
	}
}

func (r *reader) references(n *yaml.Node) []reference {
	v := r.value(n, keyExtends)
	if v == nil {
		return nil
	}
	nodes := []*yaml.Node{n}
	if v.Kind != yaml.ScalarNode {
		nodes = r.list(n, keyExtends)
	}
	out := make([]reference, 0, len(nodes))
	for _, n := range nodes {
		if s, ok := r.text(n, "a path of "+keyExtends); ok {
			out = append(out, reference{r.pos(n), s})
		}
	}
	return out
}

func (r *reader) answers(n *yaml.Node) []*Entry {
	pairs := r.pairs(n, keyAnswers)
	entries := make([]Entry, len(pairs))
	out := make([]*Entry, 0, len(pairs))
	for i, p := range pairs {
		e := &entries[i]
		e.Pos, e.Kind, e.ID = r.pos(p.key), KindID, p.name
		if r.answer(p.value, "the answer to "+quote(p.name), &e.Answer, &e.Asked) {
			out = append(out, e)
		}
	}
	return out
}

func (r *reader) rules(n *yaml.Node) []*Entry {
	v := r.value(n, keyRules)
	if v == nil {
		return nil
	}
	if v.Kind != yaml.SequenceNode {
		r.fault(n, "wrong-type", "%s takes a list, not %s", keyRules, kindOf(v))
		return nil
	}
	entries := make([]Entry, len(v.Content))
	out := make([]*Entry, 0, len(v.Content))
	for i, n := range v.Content {
		if r.rule(n, &entries[i]) {
			out = append(out, &entries[i])
		}
	}
	return out
}
