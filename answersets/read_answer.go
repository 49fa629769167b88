package answersets

import (
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"
)

// The keys of an answer.
const (
	keySelect   = "select"
	keyText     = "text"
	keyEnv      = "env"
	keyFile     = "file"
	keySkip     = "skip"
	keyRefuse   = "refuse"
	keyApprove  = "approve"
	keyPick     = "pick"
	keySequence = "sequence"
	keyAsked    = "asked"
)

// AnswerKeys lists the keys of an answer by name.
func AnswerKeys() []string {
	return []string{keySelect, keyText, keyEnv, keyFile, keySkip, keyRefuse, keyApprove, keyPick, keySequence, keyAsked}
}

// answer reads an answer of any form into a, and reports whether it is sound. A
// recorded question is read into asked, which is nil where there can be none.
func (r *reader) answer(n *yaml.Node, what string, a *Answer, asked **Asked) bool {
	before := len(r.problems)
	a.Pos = r.pos(n)
	v := r.value(n, what)
	switch {
	case v == nil:
	case v.Kind == yaml.ScalarNode:
		a.Form = FormScalar
		a.Value.Pos = a.Pos
		a.Value.Text, _ = r.text(n, what)
	case v.Kind == yaml.SequenceNode:
		a.Form = FormSelect
		a.Select = r.choices(n, what)
	default:
		r.answerKeys(n, what, a, asked)
	}
	return len(r.problems) == before
}

func (r *reader) answerKeys(n *yaml.Node, what string, a *Answer, asked **Asked) {
	before := len(r.problems)
	pairs := r.pairs(n, what)
	var given []pair
	for _, p := range pairs {
		if p.name == keyAsked && asked != nil {
			*asked = r.asked(p.value)
			continue
		}
		if r.answerKey(p, what, a, asked != nil) {
			given = append(given, p)
		}
	}
	switch {
	case len(given) == 0:
		if len(r.problems) == before {
			r.fault(n, "missing-answer", "%s says nothing: give one of %s", what, list(AnswerKeys()[:9]))
		}
	case len(given) == 2 && a.Text != nil && a.Form == FormSelect && (given[0].name == keySelect || given[1].name == keySelect):
	case len(given) > 1:
		r.fault(given[1].key, "two-answers", "%s gives %s beside %s: only select and text go together", what, given[1].name, given[0].name)
	}
}

// answerKey reads one key of an answer and reports whether it says what the
// answer is.
func (r *reader) answerKey(p pair, what string, a *Answer, top bool) bool {
	name := p.name + " of " + what
	switch p.name {
	case keySelect:
		a.Form = FormSelect
		a.Select = r.selected(p.value, name)
	case keyText:
		if a.Form != FormSelect {
			a.Form = FormText
		}
		a.Text = r.valueOf(p.value, name)
	case keyEnv, keyFile:
		a.Form = FormScalar
		a.Value = r.from(p)
	case keySkip:
		a.Form = FormSkip
		if b, ok := r.flag(p.value, name); ok && !b {
			r.fault(p.value, "wrong-value", "%s takes true: to answer, leave it out", name)
		}
	case keyRefuse:
		a.Form = FormRefuse
		switch a.Refuse, _ = r.text(p.value, name); a.Refuse {
		case "true":
			a.Refuse = ""
		case "false":
			r.fault(p.value, "wrong-value", "%s takes a reason, or true: to answer, leave it out", name)
		}
	case keyApprove:
		a.Form = FormApprove
		a.Approve, _ = r.flag(p.value, name)
	case keyPick:
		a.Form = FormPick
		s, _ := r.oneOf(p.value, name, []string{string(PickRecommended), string(PickFirst), string(PickAll)})
		a.Pick = Pick(s)
	case keySequence:
		a.Form = FormSequence
		a.Sequence = r.sequence(p.value, name)
	case keyAsked:
		r.fault(p.key, "misplaced-key", "asked belongs to an entry of answers as a whole")
		return false
	case keyTimes:
		r.fault(p.key, "misplaced-key", "times belongs beside match and answer of a rule; to answer an id a few times, give a sequence")
		return false
	default:
		known := AnswerKeys()
		if !top {
			known = known[:len(known)-1]
		}
		r.unknown(p, what, known)
		return false
	}
	return true
}

func (r *reader) sequence(n *yaml.Node, what string) []Answer {
	nodes := r.list(n, what)
	out := make([]Answer, len(nodes))
	for i, n := range nodes {
		element := "an element of " + what
		if r.answer(n, element, &out[i], nil) && out[i].Form == FormSequence {
			r.fault(n, "wrong-type", "%s is a sequence itself", element)
		}
	}
	return out
}

// selected reads the value of select: a list of choices, or a single one.
func (r *reader) selected(n *yaml.Node, what string) []Choice {
	v := r.value(n, what)
	switch {
	case v == nil:
		return nil
	case v.Kind == yaml.SequenceNode:
		return r.choices(n, what)
	}
	c, _ := r.choice(n, what)
	return []Choice{c}
}

func (r *reader) choices(n *yaml.Node, what string) []Choice {
	v := r.value(n, what)
	if v != nil && v.Kind == yaml.SequenceNode && len(v.Content) == 0 {
		r.fault(n, "empty-list", "%s is an empty list: to select nothing, write { skip: true }", what)
		return nil
	}
	nodes := r.list(n, what)
	out := make([]Choice, 0, len(nodes))
	for _, n := range nodes {
		if c, ok := r.choice(n, "an element of "+what); ok {
			out = append(out, c)
		}
	}
	return out
}

// choice reads a label, or a mapping with one key that says how to find it.
func (r *reader) choice(n *yaml.Node, what string) (Choice, bool) {
	v := r.value(n, what)
	if v == nil {
		return Choice{}, false
	}
	if v.Kind != yaml.MappingNode {
		s, ok := r.text(n, what)
		return Choice{Value: Value{Pos: r.pos(n), Text: s}}, ok
	}
	p, ok := r.only(n, what, []string{keyContains, keyRegex, keyEnv, keyFile})
	if !ok {
		return Choice{}, false
	}
	c := Choice{Value: Value{Pos: r.pos(n)}}
	switch p.name {
	case keyContains:
		c.By = ByContains
		c.Text, ok = r.text(p.value, p.name+" of "+what)
	case keyRegex:
		c.By = ByRegex
		if c.re = r.pattern(p.value, p.name+" of "+what); c.re != nil {
			c.Text = c.re.source
		}
	default:
		c.Value = r.from(p)
	}
	return c, ok
}

// valueOf reads a text, or a mapping that says where the text is kept.
func (r *reader) valueOf(n *yaml.Node, what string) *Value {
	out := &Value{Pos: r.pos(n)}
	if v := r.value(n, what); v == nil {
		return out
	} else if v.Kind == yaml.MappingNode {
		if p, ok := r.only(n, what, []string{keyEnv, keyFile}); ok {
			*out = r.from(p)
		}
		return out
	}
	out.Text, _ = r.text(n, what)
	return out
}

// only returns the one key of a mapping, which has to be one of known.
func (r *reader) only(n *yaml.Node, what string, known []string) (pair, bool) {
	before := len(r.problems)
	pairs := r.pairs(n, what)
	for _, p := range pairs {
		ok := false
		for _, k := range known {
			ok = ok || k == p.name
		}
		if !ok {
			r.unknown(p, what, known)
		}
	}
	if len(r.problems) > before {
		return pair{}, false
	}
	if len(pairs) != 1 {
		r.fault(n, "wrong-type", "%s takes one of %s", what, list(known))
		return pair{}, false
	}
	return pairs[0], true
}

// from reads env or file.
func (r *reader) from(p pair) Value {
	v := Value{Pos: r.pos(p.value), From: FromEnv}
	v.Text, _ = r.text(p.value, p.name)
	if p.name == keyFile {
		v.From, v.Path = FromFile, v.Text
		if !filepath.IsAbs(v.Path) {
			v.Path = filepath.Join(filepath.Dir(r.file), v.Path)
		}
	} else if strings.ContainsAny(v.Text, "=\x00") || strings.HasPrefix(v.Text, "$") {
		r.fault(p.value, "wrong-value", "env takes the name of a variable, not %s", quote(v.Text))
	}
	return v
}
