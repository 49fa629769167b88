package seamtest

// rule is one sentence of the contract of [seam.Provider]. For each there is a
// broken provider in the tests of this package that fails on it and nothing else.
type rule string

const (
	answers   rule = "a request is answered without an error where the source has an answer to each of its questions"
	exact     rule = "an answer is the one that the source gave to that question, byte for byte"
	fits      rule = "an answer passes seam.CheckAnswer: one item for each question, with offered labels only"
	named     rule = "every item says in Source.Provider who gave it"
	untouched rule = "a provider does not change the request that it is given"
	returns   rule = "Ask returns as soon as the source has replied to every question"
	soon      rule = "Ask returns soon after its context is done"
	ends      rule = "a context that is done ends an ask with an error, never with an answer"
	invents   rule = "a question is not answered unless the source has answered it"
	lists     rule = "what the source has no answer to is UNANSWERED, and listed in Error.Open, in question order"
	keeps     rule = "the answers that there are come back beside the error that lists the open questions"
	refuses   rule = "a refusal is ASK_CANCELLED, without open questions for a next provider to answer"
)

var everyRule = [...]rule{answers, exact, fits, named, untouched, returns, soon, ends, invents, lists, keeps, refuses}

// failure is a rule that a provider broke, and how.
type failure struct {
	rule   rule
	detail string
}
