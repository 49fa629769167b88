package answersets

import "strings"

// String writes an answer as it stands in a file, on one line. A value from the
// environment or a file is named by where it is kept.
func (a *Answer) String() string {
	switch a.Form {
	case FormScalar:
		return a.Value.String()
	case FormSkip:
		return "{ skip: true }"
	case FormRefuse:
		if a.Refuse == "" {
			return "{ refuse: true }"
		}
		return "{ refuse: " + scalarText(a.Refuse) + " }"
	case FormApprove:
		if a.Approve {
			return "{ approve: true }"
		}
		return "{ approve: false }"
	case FormPick:
		return "{ pick: " + string(a.Pick) + " }"
	case FormSequence:
		parts := make([]string, len(a.Sequence))
		for i := range a.Sequence {
			parts[i] = a.Sequence[i].String()
		}
		return "{ sequence: [" + strings.Join(parts, ", ") + "] }"
	case FormText:
		return "{ text: " + a.Text.String() + " }"
	}
	parts := make([]string, len(a.Select))
	for i := range a.Select {
		c := &a.Select[i]
		switch parts[i] = c.Value.String(); c.By {
		case ByContains:
			parts[i] = "{ contains: " + parts[i] + " }"
		case ByRegex:
			parts[i] = "{ regex: " + parts[i] + " }"
		}
	}
	if len(parts) == 1 && a.Text == nil && a.Select[0].By == ByLabel && a.Select[0].From == FromText {
		return parts[0]
	}
	choices := "[" + strings.Join(parts, ", ") + "]"
	if a.Text != nil {
		return "{ select: " + choices + ", text: " + a.Text.String() + " }"
	}
	return choices
}

// String writes a value as it stands in a file.
func (v *Value) String() string {
	switch v.From {
	case FromEnv:
		return "{ env: " + scalarText(v.Text) + " }"
	case FromFile:
		return "{ file: " + scalarText(v.Text) + " }"
	}
	return scalarText(v.Text)
}
