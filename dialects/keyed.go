package dialects

import "standin/seam"

// keyed returns the answers as one JSON object of joined texts. Skipped questions
// are left out.
func keyed(a seam.Answer, key func(i int) string) []byte {
	out := []byte{'{'}
	for i := range a.Answers {
		if a.Answers[i].Skipped() {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(out, quoted(key(i))...), ':')
		out = append(out, quoted(joined(a.Answers[i]))...)
	}
	return append(out, '}')
}
