package dialects

import (
	"errors"
	"fmt"
	"math/big"
	"net/mail"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"standin/seam"
)

// readString makes the field a text, or a choice of texts, and returns its rules
// in words.
func (f *field) readString(s *keywords) string {
	least, most := s.count("minLength"), s.count("maxLength")
	format := s.text("format")
	pattern := s.pattern()
	check := func(text string) error {
		if err := within(utf8.RuneCountInString(text), least, most, "characters"); err != nil {
			return err
		}
		if pattern != nil && !pattern.MatchString(text) {
			return fmt.Errorf("it does not match %s", pattern)
		}
		return checkFormat(format, text)
	}
	if choices := s.takeChoices(); choices != nil {
		f.readChoice(s, choices, check)
		return ""
	}
	f.question.Secret = format == "password"
	f.value = func(it seam.Item) (jsontext.Value, error) {
		if err := check(*it.Custom); err != nil {
			return nil, err
		}
		return quoted(*it.Custom), nil
	}
	var rules []string
	if format != "" {
		rules = append(rules, "Format: "+format)
	}
	rules = append(rules, span(least, most, "characters"))
	if pattern != nil {
		rules = append(rules, "Pattern: "+pattern.String())
	}
	return lines(rules...)
}

// pattern takes a regular expression, nil for none. One that means something
// else, or nothing, in the syntax used here is refused.
func (s *keywords) pattern() *regexp.Regexp {
	expr := s.text("pattern")
	if expr == "" {
		return nil
	}
	if len(expr) > maxPattern {
		s.refuse("the pattern is longer than %d bytes", maxPattern)
		return nil
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		s.refuse("the pattern %q cannot be checked here: %s", expr, err)
	}
	return re
}

// checkFormat checks the formats that the protocol names. Another one is a hint.
func checkFormat(format, s string) error {
	var err error
	switch format {
	case "email":
		var a *mail.Address
		if a, err = mail.ParseAddress(s); err == nil && a.Address != s {
			err = errors.New("it has more than the address")
		}
	case "uri":
		var u *url.URL
		if u, err = url.Parse(s); err == nil && (!u.IsAbs() || u.Host == "" && u.Opaque == "" && u.Path == "" || strings.ContainsAny(s, " \t\r\n<>\"{}|\\^`")) {
			err = errors.New("it is not absolute or has characters that a URI cannot have")
		}
	case "date":
		_, err = time.Parse(time.DateOnly, s)
	case "date-time":
		_, err = time.Parse(time.RFC3339, strings.ToUpper(s))
	}
	if err != nil {
		return fmt.Errorf("%q is no %s", s, format)
	}
	return nil
}

// readNumber makes the field a number and returns its rules in words.
func (f *field) readNumber(s *keywords, whole bool) string {
	least, most := s.number("minimum"), s.number("maximum")
	above, below := s.number("exclusiveMinimum"), s.number("exclusiveMaximum")
	step := s.number("multipleOf")
	if step != nil && step.Sign() <= 0 {
		s.refuse("multipleOf has to be above 0")
	}
	f.value = func(it seam.Item) (jsontext.Value, error) {
		typed := strings.TrimSpace(*it.Custom)
		n, err := parseNumber(typed)
		switch {
		case err != nil:
			return nil, err
		case whole && !n.IsInt():
			return nil, fmt.Errorf("%s is not a whole number", typed)
		case least != nil && n.Cmp(least) < 0, above != nil && n.Cmp(above) <= 0:
			return nil, fmt.Errorf("%s is too small", typed)
		case most != nil && n.Cmp(most) > 0, below != nil && n.Cmp(below) >= 0:
			return nil, fmt.Errorf("%s is too large", typed)
		case step != nil && !new(big.Rat).Quo(n, step).IsInt():
			return nil, fmt.Errorf("%s is not a multiple of %s", typed, step.RatString())
		case whole: // 3.0 is one too, and plain digits are understood everywhere
			return jsontext.Value(n.Num().String()), nil
		}
		return jsontext.Value(typed), nil
	}
	kind := "A number"
	if whole {
		kind = "A whole number"
	}
	for _, b := range []struct {
		text  string
		bound *big.Rat
	}{{" from %s", least}, {" above %s", above}, {" up to %s", most}, {" below %s", below}, {" in steps of %s", step}} {
		if b.bound != nil {
			kind += fmt.Sprintf(b.text, shownNumber(b.bound))
		}
	}
	return kind
}

// shownNumber writes a number for a person to read.
func shownNumber(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	places, _ := n.FloatPrec()
	return n.FloatString(min(places, 20))
}
