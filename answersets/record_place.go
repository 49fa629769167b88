package answersets

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// asking is one question that was asked under an id, however often.
type asking struct {
	identity string // what the question is, without the id
	key      string // of its entry in the file, "" before it was written
	times    []recorded
}

// add takes note of another answer; the same one again is counted.
func (a *asking) add(one recorded) {
	if n := len(a.times); n > 0 && a.times[n-1].equal(&one) {
		one.times += a.times[n-1].times
		a.times = a.times[:n-1]
	}
	a.times = append(a.times, one)
}

// placing finds the keys under which the questions of a run stand in the file.
// That of a question is its id. Where several questions came under one id, as
// with an agent that counts its questions from one again, or that asks for the
// approval of one plan after the other, an entry under that id would stand in the
// way of all but one of them: each stands under the id with a number, "plan #2",
// where a replay finds it by the question itself.
type placing struct {
	there    map[string]*yaml.Node // the entries of the file
	numbered map[string][]string   // the keys with a number, by the id in front of it
	used     map[string]bool       // keys that a question of this run has
}

func (d *document) placing() *placing {
	p := &placing{map[string]*yaml.Node{}, map[string][]string{}, map[string]bool{}}
	for key, value := range d.entries() {
		p.there[key] = value
		if id, ok := cutNumber(key); ok && isRecorded(value) {
			p.numbered[id] = append(p.numbered[id], key)
		}
	}
	return p
}

// apart reports whether the questions of an id do not stand under the id itself.
func (p *placing) apart(id string, questions []*asking) bool {
	return len(questions) > 1 || len(p.numbered[id]) > 0
}

// key returns the key with a number for one question of an id: its own, that of
// an entry which was recorded for the same question, or the next that is free.
func (p *placing) key(id string, a *asking) string {
	key := a.key
	if _, ok := cutNumber(key); !ok || p.used[key] {
		key = ""
		for _, k := range p.numbered[id] {
			if !p.used[k] && identityOf(p.there[k]) == a.identity {
				key = k
				break
			}
		}
	}
	for n := 1; key == ""; n++ {
		if k := id + " #" + strconv.Itoa(n); p.there[k] == nil && !p.used[k] {
			key = k
		}
	}
	p.used[key] = true
	return key
}

// cutNumber returns the id in front of a number that a recorder has put there.
func cutNumber(key string) (id string, ok bool) {
	at := strings.LastIndex(key, " #")
	if at < 0 {
		return "", false
	}
	n, err := strconv.Atoi(key[at+2:])
	return key[:at], err == nil && n > 0
}

// identityOf returns the identity of the question that an entry was recorded for,
// "" where there is none that can be read.
func identityOf(value *yaml.Node) string {
	for i := 0; value.Kind == yaml.MappingNode && i+1 < len(value.Content); i += 2 {
		if value.Content[i].Value == keyAsked {
			r := reader{}
			if a := r.asked(value.Content[i+1]); len(r.problems) == 0 {
				return a.identity()
			}
		}
	}
	return ""
}

// removes reports whether the entry of key, which an earlier run recorded, goes
// because nobody asked for it in this one.
func (r *Recorder) removes(p *placing, key, says string) bool {
	id, numbered := cutNumber(key)
	asked := p.used[key] || len(r.byID[key]) > 0 || r.asked[key] || numbered && r.asked[id] ||
		slices.ContainsFunc(r.byID[id], func(a *asking) bool { return a.key == key })
	before, recorded := r.before[key]
	return recorded && !asked && before == says
}
