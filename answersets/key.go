package answersets

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Keys returns a name for each entry, by [Entry.Index], under which its uses can
// be kept while the files around it are edited. An entry under answers is named
// by its id, a rule by what it matches and answers, and by how many rules before
// it are exactly the same.
func (s *Set) Keys() []string {
	keys := make([]string, 0, s.Len())
	for _, e := range s.answers {
		keys = append(keys, "id:"+e.ID)
	}
	same := map[string]int{}
	for _, e := range s.rules {
		sum := sha256.Sum256([]byte(e.content()))
		key := "rule:" + hex.EncodeToString(sum[:12])
		n := same[key]
		if same[key]++; n > 0 {
			key += "+" + strconv.Itoa(n)
		}
		keys = append(keys, key)
	}
	return keys
}

// content writes what a rule matches and answers, each text quoted, so that two
// rules have the same content only where they are the same.
func (e *Entry) content() string {
	var b strings.Builder
	m := e.Match
	write := func(name string, texts ...string) {
		if len(texts) == 0 {
			return
		}
		b.WriteString(name)
		for _, t := range texts {
			b.WriteString(" " + strconv.Quote(t))
		}
		b.WriteByte('\n')
	}
	some := func(name, text string) {
		if text != "" {
			write(name, text)
		}
	}
	some(keyID, m.ID)
	some(keyQuestion, m.Question)
	some(keyContains, m.Contains)
	if m.Regex != nil {
		write(keyRegex, m.Regex.source)
	}
	if m.Detail != nil {
		write(keyDetail, m.Detail.source)
	}
	write(keyWords, m.Words...)
	write(keyWithout, m.Without...)
	some(keyHeader, m.Header)
	write(keyOptions, m.Options...)
	if m.MultiSelect != nil {
		write(keyMultiSelect, strconv.FormatBool(*m.MultiSelect))
	}
	some(keyIntent, m.Intent)
	e.Answer.content(write)
	return b.String()
}

func (a *Answer) content(write func(name string, texts ...string)) {
	value := func(name string, v *Value) { write(name, strconv.Itoa(int(v.From)), v.Text) }
	write("answer", strconv.Itoa(int(a.Form)), a.Refuse, strconv.FormatBool(a.Approve), string(a.Pick))
	value("value", &a.Value)
	for i := range a.Select {
		value(keySelect+strconv.Itoa(int(a.Select[i].By)), &a.Select[i].Value)
	}
	if a.Text != nil {
		value(keyText, a.Text)
	}
	for i := range a.Sequence {
		a.Sequence[i].content(write)
	}
}
