package answersets

import _ "embed"

//go:embed schema.json
var schema string

// Schema returns the JSON Schema of the answer file (draft 2020-12), which
// editors complete and check by. It accepts every file that [Load] accepts. It
// cannot see what takes more than one look: a pattern that does not compile, a
// key that stands twice, a file that is not there.
func Schema() string { return schema }
