package seam

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Code names what went wrong. Codes are stable; messages are not.
type Code string

// The codes, in the order in which [Service.Ask] looks for the first seven.
const (
	// AskAborted: the caller withdrew the ask, or the program is being stopped.
	AskAborted Code = "ASK_ABORTED"
	// AskTimeout: the deadline passed. No option is ever picked because of it.
	AskTimeout Code = "ASK_TIMEOUT"
	// EmptyQuestions: the request has no question.
	EmptyQuestions Code = "EMPTY_QUESTIONS"
	// CallerNotLive: an agent is given that the live registry does not hold.
	CallerNotLive Code = "CALLER_NOT_LIVE"
	// DelegatedCaller: the agent is owned by another one and has no human of its own.
	DelegatedCaller Code = "DELEGATED_CALLER"
	// BadRequest: the questions cannot be shown or their answers not be routed.
	BadRequest Code = "BAD_REQUEST"
	// BadIntent: an intent does not fit its question.
	BadIntent Code = "BAD_INTENT"
	// NoProvider: nothing is registered that could answer.
	NoProvider Code = "NO_PROVIDER"

	// AskCancelled: the person, or a rule, refused the whole batch.
	AskCancelled Code = "ASK_CANCELLED"
	// Unanswered: no provider could answer; the error lists the open questions.
	Unanswered Code = "UNANSWERED"
	// StaleAnswer: a recorded answer no longer fits its question.
	StaleAnswer Code = "STALE_ANSWER"
	// BadAnswer: an answer does not fit the question.
	BadAnswer Code = "BAD_ANSWER"
	// ProviderFailed: the provider broke; the cause is attached.
	ProviderFailed Code = "PROVIDER_FAILED"
	// DuplicateProvider: another provider is registered already.
	DuplicateProvider Code = "DUPLICATE_PROVIDER"
	// NotPending: a reply, or an abort, to something that is not waiting.
	NotPending Code = "NOT_PENDING"
	// BadAnswerSet: an answer file is broken.
	BadAnswerSet Code = "BAD_ANSWER_SET"
	// UnusedAnswer: strict mode, and answers were left unused.
	UnusedAnswer Code = "UNUSED_ANSWER"
	// Busy: too many requests are waiting.
	Busy Code = "BUSY"
)

// Error is the one error type of the seam. Two errors with the same code match
// under [errors.Is], so errors.Is(err, &seam.Error{Code: seam.Unanswered}) asks
// for the code alone; [CodeOf] reads it.
type Error struct {
	Code    Code
	Message string
	// Question is the id of the question at fault, where there is one.
	Question string
	// Open lists the questions that are still without an answer, in question
	// order. An error with open questions is one that the next provider of a
	// chain may mend; any other ends the batch.
	Open []Open
	// Err is the cause, where there is one.
	Err error
}

// Open is a question that a provider could not answer, and why.
type Open struct {
	Question Question
	// Code is [Unanswered], [StaleAnswer] or [BadAnswer].
	Code Code
	// Reason is for a person: which answers came near and what differed.
	Reason string
}

// Errorf returns an error with the code and a message made as by [fmt.Sprintf].
// A cause is not wrapped by a verb: set [Error.Err].
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Error returns the message, with the cause behind a colon where there is one.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Message
	}
	if e.Message == "" {
		return e.Err.Error()
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is an [*Error] with the same code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code
}

// MarshalJSON writes the wire form of an error.
func (e *Error) MarshalJSON() ([]byte, error) {
	type open struct {
		ID       string   `json:"id"`
		Question string   `json:"question"`
		Options  []Option `json:"options,omitempty"`
		Reason   string   `json:"reason,omitempty"`
	}
	questions := make([]open, len(e.Open))
	for i, o := range e.Open {
		questions[i] = open{o.Question.ID, o.Question.Question, o.Question.Options, o.Reason}
	}
	return json.Marshal(struct {
		Name      string `json:"name"`
		Code      Code   `json:"code"`
		Message   string `json:"message"`
		Question  string `json:"question,omitempty"`
		Questions []open `json:"questions,omitempty"`
	}{"UserInteractionError", e.Code, e.Error(), e.Question, questions})
}

// AsError returns err as an [*Error]: the one that its chain of causes holds,
// and otherwise, also where that one has no code, err wrapped as
// [ProviderFailed]. It returns nil for nil, and only for nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	switch e, ok := errors.AsType[*Error](err); {
	case ok && e == nil: // a nil pointer in an error interface, which has no text
		return &Error{Code: ProviderFailed, Message: "the provider failed with an error that is a nil pointer"}
	case ok && e.Code != "":
		return e
	}
	return &Error{Code: ProviderFailed, Message: "the provider failed", Err: err}
}

// CodeOf returns the code of err, "" for nil, and [ProviderFailed] for an error
// that carries none.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	return AsError(err).Code
}
