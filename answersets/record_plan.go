package answersets

import (
	"iter"
	"strconv"

	"gopkg.in/yaml.v3"
)

// plan is what a save does.
type plan struct {
	doc     *document
	changes []change
	wrote   map[string]string // the fingerprints of the entries, by id

	written, kept, removed, variables []string
}

// plan decides what becomes of each id, going by what the file holds now.
func (r *Recorder) plan(data []byte, prune bool) (plan, error) {
	p := plan{wrote: map[string]string{}}
	d, err := readDocument(data)
	if err != nil {
		return p, err
	}
	p.doc = d
	there := make(map[string]*yaml.Node)
	for id, value := range d.entries() {
		there[id] = value
	}
	pinned := d.pinned()
	names := d.variableNames()
	for _, id := range r.pending.ids {
		old, was := there[id], ""
		if old != nil {
			was = fingerprint(old)
		}
		if old != nil && (pinned[id] || r.mode == RecordNew && was != r.wrote[id]) {
			p.kept = append(p.kept, id)
			continue
		}
		e := render(id, r.given[id], names.of(id))
		_, value, err := e.nodes()
		if err != nil {
			return p, err
		}
		p.wrote[id] = fingerprint(value)
		p.written = append(p.written, id)
		collectVariables(value, func(name string) { p.variables = append(p.variables, name) })
		if p.wrote[id] != was {
			p.changes = append(p.changes, change{id, &e})
		}
	}
	if prune {
		for id, value := range d.entries() {
			before, recorded := r.before[id]
			_, asked := r.given[id]
			if recorded && !asked && !r.asked[id] && !pinned[id] && before == fingerprint(value) {
				p.removed = append(p.removed, id)
				p.changes = append(p.changes, change{id: id})
			}
		}
	}
	return p, nil
}

// done takes note of what a save has done.
func (r *Recorder) done(p plan) {
	for id, wrote := range p.wrote {
		r.wrote[id] = wrote
	}
	r.written.add(p.written...)
	r.kept.add(p.kept...)
	r.removed.add(p.removed...)
	r.variables.add(p.variables...)
}

// idList is a list without repeats. The zero value is empty.
type idList struct {
	ids  []string
	seen map[string]bool
}

func (l *idList) add(ids ...string) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	for _, id := range ids {
		if !l.seen[id] {
			l.seen[id] = true
			l.ids = append(l.ids, id)
		}
	}
}

// entries returns the ids under answers with what stands beside them.
func (d *document) entries() iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		if d.answers == nil {
			return
		}
		for i := 0; i+1 < len(d.answers.Content); i += 2 {
			if !yield(d.answers.Content[i].Value, d.answers.Content[i+1]) {
				return
			}
		}
	}
}

// isRecorded reports whether an entry has its question beside it.
func isRecorded(value *yaml.Node) bool {
	for value.Kind == yaml.AliasNode {
		value = value.Alias
	}
	for i := 0; value.Kind == yaml.MappingNode && i < len(value.Content); i += 2 {
		if value.Content[i].Value == keyAsked {
			return true
		}
	}
	return false
}

// pinned returns the ids of entries that an alias elsewhere repeats, so that
// they cannot be replaced alone.
func (d *document) pinned() map[string]bool {
	owner := map[*yaml.Node]string{}  // of nodes with an anchor
	inside := map[*yaml.Node]string{} // of aliases
	for id, value := range d.entries() {
		walk(value, func(n *yaml.Node) {
			if n.Anchor != "" {
				owner[n] = id
			}
			if n.Kind == yaml.AliasNode {
				inside[n] = id
			}
		})
	}
	pinned := map[string]bool{}
	if len(owner) == 0 {
		return pinned
	}
	walk(d.root, func(n *yaml.Node) {
		if n.Kind != yaml.AliasNode {
			return
		}
		id, owned := owner[n.Alias]
		if at, ok := inside[n]; owned && (!ok || at != id) {
			pinned[id] = true
		}
	})
	return pinned
}

func walk(n *yaml.Node, visit func(*yaml.Node)) {
	visit(n)
	for _, c := range n.Content {
		walk(c, visit)
	}
}

// variableNames says which environment variables the entries of a file use; of a
// name that a rule uses the owner is "".
type variableNames map[string]string

func (d *document) variableNames() variableNames {
	names := variableNames{}
	collectVariables(d.root, func(name string) { names[name] = "" })
	for id, value := range d.entries() {
		collectVariables(value, func(name string) { names[name] = id })
	}
	return names
}

// of returns a function that returns names for the secrets of id, each time
// another one that no other entry uses.
func (names variableNames) of(id string) func() string {
	n := 0
	return func() string {
		for {
			name := secretName(id)
			if n++; n > 1 {
				name += "_" + strconv.Itoa(n)
			}
			if owner, used := names[name]; !used || owner == id && id != "" {
				names[name] = id
				return name
			}
		}
	}
}

// collectVariables calls found with the variable of each { env: … } below n.
func collectVariables(n *yaml.Node, found func(name string)) {
	walk(n, func(n *yaml.Node) {
		for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == keyEnv && n.Content[i+1].Kind == yaml.ScalarNode {
				found(n.Content[i+1].Value)
			}
		}
	})
}
