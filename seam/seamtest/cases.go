package seamtest

import (
	"fmt"
	"strings"

	"standin/seam"
)

// cases returns every case of the contract.
func cases() []testCase {
	return append(shapes(), troubles()...)
}

// shapes are the requests that a source answers in full.
func shapes() []testCase {
	return []testCase{
		once("single", pick(database(), "SQLite")),
		once("single, last option", pick(single("mode", "Which mode?", "a", "b", "c", "d", "e"), "e")),
		once("skip of options", skip(database())),
		once("skip of a multi-select", skip(suites())),
		once("skip of free text", skip(free("notes", "Anything else?"))),
		once("multi, one label", pick(suites(), "lint")),
		once("multi, every label", pick(suites(), "unit", "integration", "end to end", "lint")),
		once("multi, labels given out of order", pick(suites(), "lint", "unit")),
		once("free text", text(free("notes", "Anything else?"), "ship it today")),
		once("free text that looks like another type", text(free("version", "Which version?"), "1.10")),
		once("free text that looks like a refusal", text(free("word", "Which word?"), "no")),
		once("free text with white space around it", text(free("padded", "Which text?"), "  padded ")),
		once("free text of several lines", text(free("lines", "What happened?"), "first\n  second\n\nfourth")),
		once("free text that is long", text(free("long", "Paste the log"), strings.Repeat("a line of the log, 0123456789\n", 400)+"end")),
		once("free text in other scripts", text(free("greeting", "How do you say hello?"), "こんにちは 안녕 👩‍👩‍👧 🇯🇵 e\u0301 مرحبا")),
		once("custom text instead of a label", text(database(), "CockroachDB")).need(Custom),
		once("custom text equal to a label", text(database(), "SQLite")).need(Custom),
		once("custom text beside labels", text(suites(), "and the changelog", "lint", "unit")).need(Custom),
		once("custom text alone in a multi-select", text(suites(), "none of these")).need(Custom),
		once("text with control characters", text(free("raw", "Which bytes?"),
			"\ufeffnul \x00 bell \a escape \x1b[31m return \r tab \t delete \x7f next line \u0085 separators \u2028\u2029 bidi \u202e end\n")).need(RawText),
		once("labels that look like other types", pick(multi("types", "Which?", looksLike...), looksLike[1:]...)),
		once("labels full of special characters", pick(multi("special", "Which?", special...), special[:len(special)-1]...)),
		once("labels that differ in case", pick(single("case", "Which?", "prod", "Prod", "PROD"), "Prod")),
		once("labels that contain each other", pick(single("part", "Which?", "main", "maintenance", "main "), "main")),
		once("one option", pick(single("only", "Go on?", "OK"), "OK")),
		once("forty options", pick(single("many", "Which?", numbered(40)...), "option 33")),
		once("a recommended label goes back as it was offered", pick(single("pm", "Which?", "npm", "pnpm (Recommended)"), "pnpm (Recommended)")),
		once("an id with special characters", pick(single("svc.DB: \"kind\" #1 - ü\n~", "Which?", "a", "b"), "b")),
		once("a plan review approved", pick(plan("plan"), "Approve")),
		once("a plan review declined", pick(plan("plan"), "Keep planning")),
		once("a plan review skipped", skip(plan("plan"))),
		once("a plan review with feedback", text(plan("plan"), "split step two")).need(Custom),
		once("an intent of an unknown kind", pick(intent("diff", "diff-review", "Accept", "Looks good?", "Reject", "Accept"), "Accept")),
		once("a batch", pick(database(), "PostgreSQL"), pick(suites(), "unit", "lint"), text(free("notes", "Anything else?"), "no"), skip(single("mode", "Which mode?", "a", "b"))),
		once("a batch that repeats a text", pick(single("z", "Which?", "a", "b"), "a"), pick(single("y", "Which?", "a", "b"), "b"), pick(single("x", "Which?", "b", "a"), "a")),
	}
}

// troubles are the requests that end otherwise, and those that meet each other.
func troubles() []testCase {
	silent := entry{database(), Reply{Silent: true}}
	next := ask{entries: []entry{pick(suites(), "unit")}}
	return []testCase{
		{name: "a context that is done already", asks: []ask{{ending: before, entries: []entry{pick(database(), "SQLite")}}, next}},
		{name: "a context that is cancelled while the source is silent", needs: []Ability{Silence}, asks: []ask{{ending: cancelled, entries: []entry{silent}}, next}},
		{name: "a deadline that passes while the source is silent", needs: []Ability{Silence}, asks: []ask{{ending: deadline, entries: []entry{silent}}, next}},
		{name: "a context that ends in the middle of a batch", needs: []Ability{Silence}, asks: []ask{
			{ending: cancelled, entries: []entry{pick(single("mode", "Which mode?", "a", "b"), "b"), silent, skip(free("notes", "Anything else?"))}}, next}},
		once("no answer", gap(database())).need(Gaps),
		once("no answer to free text", gap(free("notes", "Anything else?"))).need(Gaps),
		once("no answer to a recommended option", gap(single("pm", "Which?", "npm", "pnpm (Recommended)"))).need(Gaps),
		once("no answer to a plan review", gap(plan("plan"))).need(Gaps),
		once("no answer to a whole batch", gap(database()), gap(plan("plan")), gap(suites())).need(Gaps),
		once("an answer to a part of a batch", gap(database()), pick(suites(), "unit"), gap(plan("plan")), text(free("notes", "Anything else?"), "x")).need(Partial),
		once("a refusal", refuse(database())).need(Refusal),
		once("a refusal in the middle of a batch", pick(suites(), "unit"), refuse(database()), pick(single("mode", "Which mode?", "a", "b"), "b")).need(Refusal),
		{name: "one ask after another", asks: several(3)},
		{name: "asks at the same time", asks: several(6), atOnce: true},
	}
}

func several(n int) []ask {
	asks := make([]ask, n)
	for i := range asks {
		q := single(fmt.Sprintf("pick-%d", i), fmt.Sprintf("Pick number %d?", i), numbered(n)...)
		f := free(fmt.Sprintf("text-%d", i), fmt.Sprintf("Text number %d?", i))
		asks[i] = ask{entries: []entry{pick(q, fmt.Sprintf("option %d", n-i)), text(f, fmt.Sprintf("text %d", i))}}
	}
	return asks
}

var looksLike = []string{"1.1", "1.10", "no", "No", "false", "010", "2026-01-02", "null", "~", "0x1F", "1e3", ".inf"}

var special = []string{
	"a, b", "a: b", "- dash", "# hash", "x # y", "'single'", "\"double\"", "{curly}", "[square]", "*star", "&and", "!bang", "|", ">", "%", "@", "`", "back\\slash",
	"two\nlines", "tab\tbed", "esc \x1b[31m", "nul \x00", "nbsp\u00a0", " leading", "trailing ", "nel\u0085x", "ls\u2028x", "bom \ufeff", "bidi \u202e", "东京リージョン", "👩‍👩‍👧", "e\u0301", "$HOME ${X}", "<x>", "last",
}

func once(name string, entries ...entry) testCase {
	return testCase{name: name, asks: []ask{{entries: entries}}}
}

func (c testCase) need(abilities ...Ability) testCase {
	c.needs = append(c.needs, abilities...)
	return c
}

func pick(q seam.Question, labels ...string) entry {
	return entry{q, Reply{Answer: &seam.Item{ID: q.ID, Selected: labels}}}
}

func text(q seam.Question, custom string, labels ...string) entry {
	return entry{q, Reply{Answer: &seam.Item{ID: q.ID, Selected: labels, Custom: &custom}}}
}

func skip(q seam.Question) entry   { return entry{q, Reply{Answer: &seam.Item{ID: q.ID}}} }
func gap(q seam.Question) entry    { return entry{question: q} }
func refuse(q seam.Question) entry { return entry{q, Reply{Refuse: "a person must decide this"}} }

func free(id, question string) seam.Question { return seam.Question{ID: id, Question: question} }

func single(id, question string, labels ...string) seam.Question {
	q := free(id, question)
	for _, l := range labels {
		q.Options = append(q.Options, seam.Option{Label: l})
	}
	return q
}

func multi(id, question string, labels ...string) seam.Question {
	q := single(id, question, labels...)
	q.MultiSelect = true
	return q
}

func numbered(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprintf("option %d", i+1)
	}
	return labels
}

func database() seam.Question {
	return seam.Question{
		ID: "database", Header: "Database", Question: "Which database should the service use?",
		Options: []seam.Option{{Label: "PostgreSQL", Description: "a server of its own"}, {Label: "SQLite", Description: "a file"}, {Label: "MySQL"}},
	}
}

func suites() seam.Question {
	return multi("suites", "Which test suites should run?", "unit", "integration", "end to end", "lint")
}

func plan(id string) seam.Question {
	return intent(id, seam.PlanReview, "Approve", "Approve the plan?", "Approve", "Keep planning")
}

func intent(id, kind, approve, question string, labels ...string) seam.Question {
	q := single(id, question, labels...)
	q.Detail = "# Plan\n\n1. Write the test.\n2. Make it pass.\n"
	q.Intent = &seam.Intent{Kind: kind, Approve: approve}
	return q
}
