package answersets

import (
	"encoding/hex"
	"strings"

	"gopkg.in/yaml.v3"
)

// AskedKeys lists the keys of a recorded question by name. Those that recording
// does not write may be left out by hand as well.
func AskedKeys() []string {
	return []string{keyQuestion, keyHeader, keyOptions, keyIntent, keyDetail}
}

// asked reads the question that was recorded with an answer.
func (r *reader) asked(n *yaml.Node) *Asked {
	a := &Asked{Pos: r.pos(n)}
	before := len(r.problems)
	for _, p := range r.pairs(n, keyAsked) {
		what := "asked." + p.name
		switch p.name {
		case keyQuestion:
			a.Question, _ = r.text(p.value, what)
			a.text = foldSpace(a.Question)
		case keyHeader:
			a.Header, _ = r.scalar(p.value, what)
		case keyOptions:
			a.Options = r.offered(p.value, what)
		case keyIntent:
			r.askedIntent(p.value, what, a)
		case keyDetail:
			a.Detail = r.digest(p.value, what)
		default:
			r.unknown(p, keyAsked, AskedKeys())
		}
	}
	if a.Question == "" && len(r.problems) == before {
		r.fault(n, "missing-question", "asked has no question, which is the text that was asked")
	}
	return a
}

// offered reads recorded labels; an empty list is a question without options.
func (r *reader) offered(n *yaml.Node, what string) []string {
	if v := r.value(n, what); v != nil && v.Kind == yaml.SequenceNode && len(v.Content) == 0 {
		return []string{}
	}
	return r.texts(n, what)
}

// askedIntent reads the kind of an intent, or its kind and its label.
func (r *reader) askedIntent(n *yaml.Node, what string, a *Asked) {
	v := r.value(n, what)
	if v == nil {
		return
	}
	if v.Kind != yaml.MappingNode {
		a.Intent, _ = r.text(n, what)
		return
	}
	known := []string{"kind", keyApprove}
	for _, p := range r.pairs(n, what) {
		switch p.name {
		case "kind":
			a.Intent, _ = r.text(p.value, what+".kind")
		case keyApprove:
			a.Approve, _ = r.text(p.value, what+".approve")
		default:
			r.unknown(p, what, known)
		}
	}
}

func (r *reader) digest(n *yaml.Node, what string) string {
	s, ok := r.text(n, what)
	if !ok {
		return ""
	}
	sum, ok := strings.CutPrefix(s, "sha256:")
	if b, err := hex.DecodeString(sum); !ok || err != nil || len(b) != 32 {
		r.fault(n, "wrong-value", "%s takes sha256: and 64 hexadecimal digits, not %s", what, quote(s))
		return ""
	}
	return s
}
