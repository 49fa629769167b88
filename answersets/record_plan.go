package answersets

import (
	"iter"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"
)

// plan is what a save does.
type plan struct {
	doc     *document
	changes []change
	wrote   map[string]string  // the fingerprints of the entries, by key
	keys    map[*asking]string // where each question stands
	gone    []string           // ids whose questions have moved to keys of their own

	written, kept, removed, variables []string
}

// plan decides what becomes of each id, going by what the file holds now.
func (r *Recorder) plan(data []byte, prune bool) (plan, error) {
	p := plan{wrote: map[string]string{}, keys: map[*asking]string{}}
	d, err := readDocument(data)
	if err != nil {
		return p, err
	}
	p.doc = d
	at := d.placing()
	pinned := d.pinned()
	names := d.variableNames()
	stays := func(key string) bool {
		old := at.there[key]
		return old != nil && (pinned[key] || r.mode == RecordNew && fingerprint(old) != r.wrote[key])
	}
	for _, id := range r.pending.ids {
		questions := r.byID[id]
		apart := at.apart(id, questions)
		if stays(id) {
			at.used[id] = true
			p.kept = append(p.kept, id)
			continue
		}
		if apart && at.there[id] != nil {
			p.gone = append(p.gone, id)
			p.changes = append(p.changes, change{id: id})
		}
		for _, a := range questions {
			key := id
			if apart {
				key = at.key(id, a)
			}
			p.keys[a] = key
			if apart && stays(key) {
				p.kept = append(p.kept, key)
				continue
			}
			if err := p.write(key, a.times, at.there[key], names); err != nil {
				return p, err
			}
		}
	}
	if prune {
		for key, value := range d.entries() {
			if !pinned[key] && r.removes(at, key, fingerprint(value)) {
				p.removed = append(p.removed, key)
				p.changes = append(p.changes, change{id: key})
			}
		}
	}
	return p, nil
}

// write puts the entry of one question in the place of old, nil for none.
func (p *plan) write(key string, times []recorded, old *yaml.Node, names variableNames) error {
	e := render(key, times, names.of(key))
	_, value, err := e.nodes()
	if err != nil {
		return err
	}
	p.wrote[key] = fingerprint(value)
	p.written = append(p.written, key)
	collectVariables(value, func(name string) { p.variables = append(p.variables, name) })
	if old == nil || p.wrote[key] != fingerprint(old) {
		p.changes = append(p.changes, change{key, &e})
	}
	return nil
}

// done takes note of what a save has done.
func (r *Recorder) done(p plan) {
	for key, wrote := range p.wrote {
		r.wrote[key] = wrote
	}
	for a, key := range p.keys {
		a.key = key
	}
	r.written.remove(p.gone...)
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

func (l *idList) remove(ids ...string) {
	for _, id := range ids {
		if l.seen[id] {
			delete(l.seen, id)
			l.ids = slices.DeleteFunc(l.ids, func(other string) bool { return other == id })
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
