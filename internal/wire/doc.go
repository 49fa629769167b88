// Package wire reads and writes the native JSON of the seam: requests, answers
// and errors, as one document or as one line of a stream.
//
// Reading is strict, since an answer that reaches the wrong question is worse
// than none: invalid JSON, invalid UTF-8, a duplicate key, a second value, a
// value of the wrong type, and a key that differs from a known one only in case
// or underscores are errors that name the place. Other unknown keys are
// ignored, so that a newer peer can say more. A member that may be left out may
// also be null in a request; in an answer null is an error, because there it
// could be taken for one.
//
// The strict walk over an object, [Reader], serves other JSON shapes as well.
package wire
