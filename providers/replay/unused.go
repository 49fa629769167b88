package replay

import "standin/answersets"

// Unused returns the entries of a set that no process has used which kept its
// counts in the state file. It fails with an error that wraps [fs.ErrNotExist]
// where there is no such file.
func Unused(set *answersets.Set, state string) ([]*answersets.Entry, error) {
	st, err := readState(state)
	if err != nil {
		return nil, err
	}
	keys := set.Keys()
	var out []*answersets.Entry
	for _, e := range set.Entries() {
		if !st.used(e, keys[e.Index]) {
			out = append(out, e)
		}
	}
	return out, nil
}

// Unused returns the entries that have answered nothing yet, those included that
// another process has used where there is a state file.
func (p *Provider) Unused() []*answersets.Entry {
	var out []*answersets.Entry
	for _, e := range p.set.Entries() {
		if !p.uses.used(e) {
			out = append(out, e)
		}
	}
	return out
}
