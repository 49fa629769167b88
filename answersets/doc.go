// Package answersets is the answer file: the format, how files are read and
// laid over one another, which entry answers a question, and what its answer
// comes to for that question.
//
// [Load] reads files into a [Set]. [Set.Match] looks up which [Entry] answers a
// question; [Entry.Resolve] turns its answer into a [seam.Item], or says why it
// does not fit. Both are pure: nothing is counted and nothing is kept, so that
// replaying, checking and explaining share them. Who counts uses (times,
// sequence) is the replay provider.
//
// An answer is found by what the file says and never by likeness. Likeness is
// used for messages alone: [Set.Near] names the entries that came near.
//
// The package is the only one that knows YAML. It walks the nodes of a document
// and never decodes into Go values, so that a scalar is the text that stands in
// the file: no, 1.10, 010 and 2026-01-02 are those strings.
package answersets
