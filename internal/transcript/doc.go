// Package transcript keeps a record of what was asked and who answered what: one
// line of JSON for each request, appended to a file that several processes may
// share. docs/transcript.md describes the lines.
//
// Secrets are left out: the answers to questions that are secret or were named
// as such, and values that came from the environment or from a file of their
// own. What went wrong with a request that has such a question is told by its
// code alone, since the message might repeat the value.
package transcript
