package answersets

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// Pattern is a regular expression (RE2) that has to match a whole text. A dot
// stands for any character, line breaks included. It is compiled when it is
// first used: most runs need few of a file's patterns.
type Pattern struct {
	source  string
	compile sync.Once
	re      *regexp.Regexp
}

// String returns the expression as it is written in the file.
func (p *Pattern) String() string { return p.source }

// newPattern checks the expression and returns it.
func newPattern(source string) (*Pattern, error) {
	_, err := syntax.Parse(nfc(source), syntax.Perl|syntax.DotNL)
	if err == nil && len(source) > 500 {
		// Anchoring nests a long expression one level deeper, which may be one too many.
		_, err = syntax.Parse(anchored(nfc(source)), syntax.Perl)
	}
	if err != nil {
		if e, ok := errors.AsType[*syntax.Error](err); ok {
			err = fmt.Errorf("%s: %s", e.Code, quote(e.Expr))
		}
		return nil, err
	}
	return &Pattern{source: source}, nil
}

func anchored(source string) string {
	if quotesToEnd(source) {
		source += `\E`
	}
	return `\A(?s:` + source + `)\z`
}

// quotesToEnd reports whether source, which is sound, has a \Q that no \E ends.
func quotesToEnd(source string) bool {
	for {
		at := strings.IndexByte(source, '\\')
		if at < 0 {
			return false
		}
		quoted := strings.HasPrefix(source[at:], `\Q`)
		source = source[at+2:] // a sound expression does not end in a backslash
		if quoted {
			var ended bool
			if _, source, ended = strings.Cut(source, `\E`); !ended {
				return true
			}
		}
	}
}

// Matches reports whether the whole of text, which is in normal form C, matches.
func (p *Pattern) Matches(text string) bool {
	p.compile.Do(func() { p.re = regexp.MustCompile(anchored(nfc(p.source))) })
	return p.re.MatchString(text)
}
