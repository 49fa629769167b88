package answersets

// Kind says which part of a file an entry stands in.
type Kind string

// The kinds of entry.
const (
	KindID   Kind = "id"   // under answers, by question id
	KindRule Kind = "rule" // under rules, by match
)

// Entry is one answer of a set and what it answers.
type Entry struct {
	Pos
	Kind Kind
	// ID is the question id of an entry under answers.
	ID string
	// Match says what a rule answers; nil for an entry under answers.
	Match *Match
	// Times is how often a rule may answer, 0 for without end.
	Times int
	// Answer is what it answers.
	Answer Answer
	// Asked is the question that was recorded with the answer, nil for none.
	Asked *Asked
	// Index numbers the entries of a set from 0, without gaps.
	Index int
}

// Uses returns how often the entry may answer, 0 for without end.
func (e *Entry) Uses() int {
	if n := len(e.Answer.Sequence); n > 0 {
		return n
	}
	return e.Times
}

// Name says in a few words which entry of its file this is.
func (e *Entry) Name() string {
	if e.Kind == KindID {
		return quote(e.ID)
	}
	return "the rule"
}

// Asked is the question that an answer was recorded for.
type Asked struct {
	Pos
	Question string
	Header   string
	// Options are the labels that were offered: nil where none are recorded,
	// empty where the question is known to have offered none.
	Options []string
	// Intent is the kind of the recorded intent, Approve its label, which is ""
	// where only the kind is recorded.
	Intent  string
	Approve string
	// Detail is the [Digest] of the detail, "" where it is not recorded.
	Detail string

	text string // Question, folded
}

// Form says how an answer is given.
type Form uint8

// The forms of an answer.
const (
	// FormScalar: Value is a label, or the text where no options are offered.
	FormScalar Form = iota + 1
	// FormSelect: Select are labels, and Text, where it is not nil, goes with them.
	FormSelect
	// FormText: Text is free text.
	FormText
	// FormSkip: the question is skipped.
	FormSkip
	// FormRefuse: the whole batch is refused, for the reason in Refuse.
	FormRefuse
	// FormApprove: Approve says whether the question's intent is approved.
	FormApprove
	// FormPick: Pick says which of the options are taken.
	FormPick
	// FormSequence: Sequence holds one answer for each time the question is asked.
	FormSequence
)

// Answer is what an entry answers. Which fields count is told by Form.
type Answer struct {
	Pos
	Form     Form
	Value    Value
	Select   []Choice
	Text     *Value
	Refuse   string
	Approve  bool
	Pick     Pick
	Sequence []Answer
}

// From says where a value comes from.
type From uint8

// The sources of a value.
const (
	FromText From = iota // it stands in the file
	FromEnv              // an environment variable
	FromFile             // a file of its own
)

// Value is a text, or where to read it.
type Value struct {
	Pos
	From From
	// Text is the value, the name of the variable, or the path of the file as
	// it is written; Path is that path relative to where the answer file stands.
	Text string
	Path string
}

// Choice is one element of a list of labels.
type Choice struct {
	Value
	// By says how Text is compared with the labels on offer.
	By By
	re *Pattern
}

// By is a way to compare a choice with the labels on offer.
type By uint8

// The ways to compare. Each choice fits exactly one option.
const (
	ByLabel    By = iota // the whole label
	ByContains           // a part of the label
	ByRegex              // a regular expression for the whole label
)

// Pick takes options by what they are instead of by name.
type Pick string

// The picks.
const (
	PickRecommended Pick = "recommended" // those that bear a recommendation mark
	PickFirst       Pick = "first"       // the first one
	PickAll         Pick = "all"         // all, of a multi-select
)

// Policy says what becomes of a question that nothing answers.
type Policy string

// The policies. An intent is never answered by one.
const (
	Fail        Policy = "fail"        // it stays unanswered
	Skip        Policy = "skip"        // it is skipped
	Recommended Policy = "recommended" // the options marked as recommended are taken
	First       Policy = "first"       // the first option is taken
)

// Policies lists the policies by name.
func Policies() []string {
	return []string{string(Fail), string(Skip), string(Recommended), string(First)}
}
