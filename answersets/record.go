package answersets

import (
	"fmt"
	"sync"

	"standin/seam"
)

// What recording does to a file.
//
// An answer becomes an entry under answers, by the id of its question, with the
// question beside it. Rules, comments and whatever else the file holds stay as
// they are. A question that is asked several times with the same answer is one
// entry; with different answers it becomes a sequence, so that a replay gives
// them in the same order. Different questions under one id become an entry each,
// by the id with a number; see [placing].
//
// In the mode new an entry that is in the file already stays, whoever wrote it.
// In the mode all it is replaced where it stands; and when the run has ended
// well, entries go that an earlier run recorded and this one did not ask for.
// Entries without a recorded question were written by hand, and are never
// removed, only replaced.
//
// Several recorders may work on one file: each save reads the file again, adds
// what is new, and writes it back, under a lock.
//
// A secret is not written down: its entry names an environment variable, which
// whoever replays the file has to set.

// RecordMode says what becomes of entries that are in the file already.
type RecordMode string

// The modes.
const (
	RecordNew RecordMode = "new" // they stay
	RecordAll RecordMode = "all" // they are replaced
)

// RecordModes lists the modes by name.
func RecordModes() []string { return []string{string(RecordNew), string(RecordAll)} }

// Recorder writes answers into an answer file. Its methods may be called by
// several goroutines at once.
type Recorder struct {
	file   recordFile
	mode   RecordMode
	redact map[string]bool

	mu      sync.Mutex
	given   map[string]*asking   // what was answered, by id and question
	byID    map[string][]*asking // the same, by id, in the order in which it came
	asked   map[string]bool      // ids that others answered
	pending idList               // ids that have changed since the last save
	before  map[string]string    // what an earlier run recorded, by key
	wrote   map[string]string    // what this recorder wrote last, by key

	written, kept, removed, variables idList
}

// Recorded says what a recorder has done to its file. Each list is in the order
// in which it happened, without repeats.
type Recorded struct {
	// Written are the ids that were added or replaced.
	Written []string
	// Kept are ids that were answered and left as the file has them.
	Kept []string
	// Removed are ids that were in the file and were not asked for.
	Removed []string
	// Variables are those that have to be set where the file is replayed.
	Variables []string
}

// OpenRecorder returns a recorder for the file of that name, which need not be
// there yet. The values of questions whose id is in redact, and of those that
// are secret, are not written down. It fails where the file cannot be written, is a
// folder, or is there and is no good answer file, which is a
// [seam.BadAnswerSet] error.
func OpenRecorder(name string, mode RecordMode, redact []string) (*Recorder, error) {
	r := &Recorder{
		mode: mode, redact: map[string]bool{}, asked: map[string]bool{},
		given: map[string]*asking{}, byID: map[string][]*asking{}, before: map[string]string{}, wrote: map[string]string{},
	}
	for _, id := range redact {
		r.redact[id] = true
	}
	var err error
	if r.file, err = openRecordFile(name); err != nil {
		return nil, err
	}
	data, err := r.file.read()
	if err != nil {
		return nil, err
	}
	if !saysNothing(data) {
		if _, err := Parse(name, data, Options{}); err != nil {
			return nil, err
		}
	}
	d, err := readDocument(data)
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", name, err)
	}
	for id, value := range d.entries() {
		if isRecorded(value) {
			r.before[id] = fingerprint(value)
		}
	}
	return r, nil
}

// Add takes note of the answer to q, which [Recorder.Save] writes. It fails for
// an answer that cannot be written down exactly, and leaves that one out.
func (r *Recorder) Add(q *seam.Question, it seam.Item) error {
	if err := recordable(q, &it); err != nil {
		return fmt.Errorf("record: %s: %w", r.file.name, err)
	}
	one := recorded{question: *q, item: it, secret: q.Secret || it.Source.Redact || r.redact[q.ID], times: 1}
	r.mu.Lock()
	defer r.mu.Unlock()
	identity := askedOf(q).identity()
	a := r.given[q.ID+"\x00"+identity]
	if a == nil {
		a = &asking{identity: identity}
		r.given[q.ID+"\x00"+identity] = a
		r.byID[q.ID] = append(r.byID[q.ID], a)
	}
	a.add(one)
	r.pending.add(q.ID)
	return nil
}

// Asked takes note that the question with this id was asked, and answered by
// somebody whose answers are not recorded, so that its entry stays.
func (r *Recorder) Asked(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked[id] = true
}

// Save writes what was added since the last save. Where it fails, the next one
// tries again.
func (r *Recorder) Save() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.save(false)
}

// Close writes what is left to write. Complete says that the run has ended well,
// so that in the mode all what it did not ask for may go.
func (r *Recorder) Close(complete bool) (Recorded, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	err := r.save(complete && r.mode == RecordAll && len(r.given) > 0)
	return Recorded{r.written.ids, r.kept.ids, r.removed.ids, r.variables.ids}, err
}

func (r *Recorder) save(prune bool) error {
	if len(r.pending.ids) == 0 && !prune {
		return nil
	}
	release, err := r.file.lock()
	if err != nil {
		return err
	}
	defer release()
	data, err := r.file.read()
	if err != nil {
		return err
	}
	p, err := r.plan(data, prune)
	if err != nil {
		return fmt.Errorf("record: %s: %w", r.file.name, err)
	}
	if len(p.changes) > 0 {
		out, err := p.doc.edit(p.changes)
		if err != nil {
			return fmt.Errorf("record: %s: %w", r.file.name, err)
		}
		if err := r.file.replace(out); err != nil {
			return err
		}
	}
	r.pending = idList{}
	r.done(p)
	return nil
}
