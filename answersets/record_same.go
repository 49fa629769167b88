package answersets

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// fingerprint returns what a node says, without how it is written: two nodes
// with the same one mean the same to a reader.
func fingerprint(n *yaml.Node) string {
	var b strings.Builder
	fingerprintTo(&b, n)
	return b.String()
}

func fingerprintTo(b *strings.Builder, n *yaml.Node) {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			b.WriteString("~")
		}
		b.WriteString(strconv.Quote(n.Value))
	case yaml.MappingNode:
		b.WriteByte('{')
	case yaml.SequenceNode:
		b.WriteByte('[')
	}
	for _, c := range n.Content {
		fingerprintTo(b, c)
		b.WriteByte(',')
	}
	b.WriteByte('}')
}

// documentFingerprint is the fingerprint of a document. In which order its
// answers stand says nothing, nor does where they stand among the other keys.
func documentFingerprint(root, answers *yaml.Node) string {
	var b strings.Builder
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value != keyAnswers {
			fingerprintTo(&b, root.Content[i])
			fingerprintTo(&b, root.Content[i+1])
		}
	}
	if answers == nil {
		return b.String()
	}
	var entries []string
	for i := 0; i+1 < len(answers.Content); i += 2 {
		entries = append(entries, fingerprint(answers.Content[i])+fingerprint(answers.Content[i+1]))
	}
	slices.Sort(entries)
	return b.String() + strings.Join(entries, "\n")
}
