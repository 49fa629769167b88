package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Values of settings, each a [pflag.Value] over a field of [Settings].

// choice is one of a few words.
type choice struct {
	p     *string
	words []string
}

func newChoice(p *string, initial string, words ...string) *choice {
	*p = initial
	return &choice{p, words}
}

func (c *choice) String() string { return *c.p }
func (c *choice) Type() string   { return strings.Join(c.words, "|") }
func (c *choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return fmt.Errorf("it has to be %s", oneOf(c.words))
	}
	*c.p = s
	return nil
}

// names is a list of words, parted by commas.
type names struct {
	p     *[]string
	words []string
}

func newNames(p *[]string, initial string, words ...string) *names {
	*p = []string{initial}
	return &names{p, words}
}

func (n *names) String() string { return strings.Join(*n.p, ",") }
func (n *names) Type() string   { return "name,…" }
func (n *names) Set(s string) error {
	list := strings.Split(s, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
		switch {
		case !slices.Contains(n.words, list[i]):
			return fmt.Errorf("there is no provider %q; it has to be %s", list[i], oneOf(n.words))
		case slices.Contains(list[:i], list[i]):
			return fmt.Errorf("%s is named twice", list[i])
		case list[i] == "auto" && len(list) > 1:
			return fmt.Errorf("auto stands alone")
		}
	}
	*n.p = list
	return nil
}

// number is a whole number above 0.
type number struct{ p *int }

func newCount(p *int, initial int) *number {
	*p = initial
	return &number{p}
}

func (c *number) String() string { return strconv.Itoa(*c.p) }
func (c *number) Type() string   { return "n" }
func (c *number) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return fmt.Errorf("it has to be a whole number above 0")
	}
	*c.p = n
	return nil
}

// size is a number of bytes, also with KiB or MiB behind it.
type size struct{ p *int64 }

func newSize(p *int64, initial int64) *size {
	*p = initial
	return &size{p}
}

func (s *size) String() string {
	switch n := *s.p; {
	case n%(1<<20) == 0:
		return fmt.Sprintf("%dMiB", n>>20)
	case n%(1<<10) == 0:
		return fmt.Sprintf("%dKiB", n>>10)
	default:
		return strconv.FormatInt(n, 10)
	}
}
func (s *size) Type() string { return "size" }
func (s *size) Set(text string) error {
	number, unit := text, int64(1)
	if n, ok := strings.CutSuffix(text, "KiB"); ok {
		number, unit = n, 1<<10
	} else if n, ok := strings.CutSuffix(text, "MiB"); ok {
		number, unit = n, 1<<20
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n < 1 || n > (1<<40)/unit {
		return fmt.Errorf("it has to be a number of bytes, as 65536, 64KiB or 16MiB")
	}
	*s.p = n * unit
	return nil
}

// oneOf writes words as a list to choose from.
func oneOf(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
