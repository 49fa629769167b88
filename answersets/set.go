package answersets

import (
	"sync"

	"standin/seam"
)

// Set is what one or several answer files say together. It does not change once
// it is loaded, and may be used by several goroutines at once.
type Set struct {
	// Files are the files it was read from, lowest precedence first.
	Files []string
	// Unanswered is the policy the files name, "" where none does, and
	// UnansweredAt where it stands.
	Unanswered   Policy
	UnansweredAt Pos

	entries []*Entry // the answers, then the rules
	answers []*Entry
	rules   []*Entry
	byID    map[string]*Entry
	byText  map[string][]*Entry // entries under answers, by the text they were recorded for
	index   ruleIndex

	signing    sync.Once
	signatures []signature // of the entries, by index; see Near
}

// Answers returns the entries under answers, in file order.
func (s *Set) Answers() []*Entry { return s.answers }

// Rules returns the rules in the order in which they are tried.
func (s *Set) Rules() []*Entry { return s.rules }

// Len returns how many entries the set has.
func (s *Set) Len() int { return len(s.entries) }

// Entries returns all entries: those under answers, then the rules. Each stands
// at its Index.
func (s *Set) Entries() []*Entry { return s.entries }

// Lookup returns the entry under answers with exactly this id, nil for none.
func (s *Set) Lookup(id string) *Entry { return s.byID[id] }

// How an entry was found for a question.
const (
	ByID    = "id"    // its id is the question's
	ByAsked = "asked" // it was recorded for a question with the same text
	ByRule  = "rule"  // its match holds
)

// Decision says which entry answers a question.
type Decision struct {
	// Entry answers; nil where none does.
	Entry *Entry
	// Via is [ByID], [ByAsked] or [ByRule].
	Via string
	// UsedUp are entries that would have answered and may not any more.
	UsedUp []*Entry
	// Disagree are entries that were recorded for the same text under other ids
	// and answer it differently, so that none of them counts.
	Disagree []*Entry
}

// Match finds the entry that answers q: the one under answers with its id, one
// that was recorded for its text, or the first rule that holds. For an entry
// that may answer a limited number of times it asks take, which reserves a use
// and reports whether there was one left; a nil take never runs out. A rule that
// is used up gives way to the next one, a sequence that is used up does not.
func (s *Set) Match(q *seam.Question, take func(*Entry) bool) Decision {
	if e := s.byID[q.ID]; e != nil {
		return decide(Decision{}, e, ByID, take)
	}
	v := view{Question: q}
	var d Decision
	if len(s.byText) > 0 {
		if same := s.byText[v.text()]; len(same) > 0 {
			e, disagree := agreed(same, q)
			if e != nil {
				return decide(d, e, ByAsked, take)
			}
			d.Disagree = disagree
		}
	}
	for it := s.index.candidates(&v); ; {
		e := it.next()
		if e == nil {
			return d
		}
		if !e.Match.holds(&v) {
			continue
		}
		if d = decide(d, e, ByRule, take); d.Entry != nil || e.Answer.Form == FormSequence {
			return d
		}
	}
}

func decide(d Decision, e *Entry, via string, take func(*Entry) bool) Decision {
	if take == nil || e.Uses() == 0 || take(e) {
		d.Entry, d.Via = e, via
	} else {
		d.UsedUp = append(d.UsedUp, e)
	}
	return d
}
