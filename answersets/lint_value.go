package answersets

import (
	"regexp"
	"strings"
)

// values looks at every text that an entry answers. A message never repeats a
// value that looks like a secret.
func (l *linter) values(e *Entry) {
	e.Answer.each(func(a *Answer) {
		for _, c := range a.choices() {
			l.value(e, &c.Value)
		}
		if a.Text != nil {
			l.value(e, a.Text)
		}
	})
}

func (l *linter) value(e *Entry, v *Value) {
	if kind := l.secretKind(v.Text); kind != "" {
		l.report(v.Pos, lintSecret, "%s holds what looks like %s: keep it out of the file, with { env: NAME } or { file: PATH }, and take the old one out of use", e.Name(), kind)
		return
	}
	if name := variableName(v.Text); name != "" && v.From == FromText {
		l.report(v.Pos, lintDollar, "%s is the text %s, since $ has no meaning here: for the value of the variable, write { env: %s }", e.Name(), quote(v.Text), name)
	}
}

// variableName returns the variable that a text like $NAME or ${NAME} names.
func variableName(s string) string {
	name, ok := strings.CutPrefix(s, "$")
	if !ok {
		return ""
	}
	if inner, ok := strings.CutPrefix(name, "{"); ok {
		if name, ok = strings.CutSuffix(inner, "}"); !ok {
			return ""
		}
	}
	for i, r := range name {
		letter := r == '_' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return ""
		}
	}
	return name
}

// secretShape is what one kind of secret looks like. A text without the mark,
// which costs next to nothing to look for, is not of the kind.
type secretShape struct {
	kind, mark string
	pattern    *regexp.Regexp
}

func secretShapes() []secretShape {
	shape := func(kind, mark, pattern string) secretShape {
		return secretShape{kind, mark, regexp.MustCompile(pattern)}
	}
	return []secretShape{
		shape("a private key", "PRIVATE KEY-----", `-----BEGIN [A-Z ]*PRIVATE KEY-----`),
		shape("a GitHub token", "gh", `\bgh[pousr]_[A-Za-z0-9]{30,}`),
		shape("a GitHub token", "github_pat_", `\bgithub_pat_[A-Za-z0-9_]{22,}`),
		shape("a GitLab token", "glpat-", `\bglpat-[A-Za-z0-9_-]{20,}`),
		shape("an API key", "sk-", `\bsk-[A-Za-z0-9_-]*[A-Za-z0-9]{20,}`),
		shape("a payment key", "k_live_", `\b[sr]k_live_[A-Za-z0-9]{16,}`),
		shape("an AWS key", "IA", `\b(AKIA|ASIA)[0-9A-Z]{16}\b`),
		shape("a Google API key", "AIza", `\bAIza[0-9A-Za-z_-]{35}`),
		shape("a Slack token", "xox", `\bxox[abeoprs]-[0-9A-Za-z-]{10,}`),
		shape("an npm token", "npm_", `\bnpm_[A-Za-z0-9]{36}`),
		shape("a JSON web token", "eyJ", `\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*`),
		shape("a password in an address", "://", `://[^\s/@:$<{]*:[^\s/@$<{*]+@`),
		shape("a password", "=", `(?i)(^|[^A-Za-z0-9])(password|passwd|pwd|secret|token|api[_-]?key)=["']?[^\s"'$<{*%]{6,}`),
	}
}

// secretKind says what kind of secret s looks like, "" for none.
func (l *linter) secretKind(s string) string {
	if len(s) < 12 {
		return ""
	}
	for _, shape := range l.shapes {
		if strings.Contains(s, shape.mark) && shape.pattern.MatchString(s) {
			return shape.kind
		}
	}
	return ""
}
