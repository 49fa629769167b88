package answersets

// The first rule that holds wins, so rules are tried in order; but ten thousand
// rules must not mean ten thousand regular expressions for each question. So
// each rule is filed once, under something that every question it matches has: a
// whole text (question, id, header, option, intent) or a piece of a text that
// its pattern cannot match without. Of all that would do, it is filed under what
// the fewest other rules need as well. Only rules that are filed under something
// which the question has, and those for which nothing was found, are tried.

// fewRules is the size up to which trying every rule is cheaper than looking.
const fewRules = 16

type ruleIndex struct {
	rules  []*Entry
	tables [tables]table
	rest   []int32 // rules that are tried for every question
}

// The tables by what a rule is filed under. Those of texts hold pieces.
const (
	questionTable = iota
	idTable
	headerTable
	optionTable
	intentTable
	textTable   // pieces of the question text
	partTable   // pieces of the id
	detailTable // pieces of the detail
	tables
)

// feature is something to file a rule under.
type feature struct {
	table int
	key   uint64
}

func newRuleIndex(rules []*Entry) ruleIndex {
	x := ruleIndex{rules: rules}
	if len(rules) <= fewRules {
		for i := range rules {
			x.rest = append(x.rest, int32(i))
		}
		return x
	}
	needs := make([][]need, len(rules))
	common := &sketch{}
	for i, e := range rules {
		needs[i] = e.Match.needs()
		for _, n := range needs[i] {
			for _, f := range n.features {
				common.add(f)
			}
		}
	}
	for i := range rules {
		x.file(int32(i), needs[i], common)
	}
	return x
}

// need is one thing that a question must have for a rule to match it: any of
// several alternatives, and of that one all of its features.
type need struct {
	features []feature
	ends     []int // where the features of each alternative end
}

// rarest returns the rarest feature of each alternative, and how common they
// are together.
func (n *need) rarest(common *sketch) (best []feature, count uint64) {
	start := 0
	for _, end := range n.ends {
		least := n.features[start]
		for _, f := range n.features[start+1 : end] {
			if common.count(f) < common.count(least) {
				least = f
			}
		}
		best = append(best, least)
		count += uint64(common.count(least))
		start = end
	}
	return best, count
}

// file enters a rule under the need that is the rarest.
func (x *ruleIndex) file(rule int32, needs []need, common *sketch) {
	if len(needs) == 0 {
		x.rest = append(x.rest, rule)
		return
	}
	best, least := needs[0].rarest(common)
	for _, n := range needs[1:] {
		if features, count := n.rarest(common); count < least {
			best, least = features, count
		}
	}
	for _, f := range best {
		x.tables[f.table].add(f.key, rule)
	}
}

// needs returns what every question that m matches has.
func (m *Match) needs() []need {
	var all []need
	add := func(features ...feature) {
		if len(features) > 0 {
			all = append(all, need{features, []int{len(features)}})
		}
	}
	whole := func(table int, text string) { add(feature{table, hash(text)}) }
	pieces := func(table int, text string) { add(appendPieces(nil, table, text)...) }
	pattern := func(table int, p *Pattern) {
		for _, texts := range p.required() {
			var n need
			for _, s := range texts {
				n.features = appendPieces(n.features, table, s)
				n.ends = append(n.ends, len(n.features))
			}
			all = append(all, n)
		}
	}
	for _, k := range m.Keys {
		switch k.Name {
		case keyQuestion:
			whole(questionTable, m.question)
		case keyHeader:
			whole(headerTable, m.header)
		case keyIntent:
			whole(intentTable, m.Intent)
		case keyOptions:
			for _, o := range m.Options {
				whole(optionTable, plain(o))
			}
		case keyID:
			if len(m.segments) == 1 {
				whole(idTable, m.ID)
				break
			}
			for _, s := range m.segments {
				pieces(partTable, s)
			}
		case keyContains:
			pieces(textTable, foldCase(m.contains))
		case keyWords:
			for _, w := range m.words {
				pieces(textTable, w)
			}
		case keyRegex:
			pattern(textTable, m.Regex)
		case keyDetail:
			pattern(detailTable, m.Detail)
		}
	}
	return all
}

// candidates returns the rules that may hold for v, in order.
func (x *ruleIndex) candidates(v *view) cursor {
	c := cursor{rules: x.rules, last: -1}
	c.add(x.rest)
	if len(x.rules) <= fewRules {
		return c
	}
	c.whole(&x.tables[questionTable], v.text)
	c.whole(&x.tables[idTable], func() string { return v.ID })
	c.whole(&x.tables[headerTable], v.header)
	if v.Intent != nil {
		c.whole(&x.tables[intentTable], func() string { return v.Intent.Kind })
	}
	if t := &x.tables[optionTable]; !t.empty() {
		for i := range v.Options {
			c.add(t.find(hash(plain(v.Options[i].Label))))
		}
	}
	c.pieces(&x.tables[partTable], func() string { return v.ID })
	c.pieces(&x.tables[textTable], v.words)
	c.pieces(&x.tables[detailTable], v.detailWords)
	return c
}

// cursor walks several ascending lists of rules as one.
type cursor struct {
	rules []*Entry
	lists [][]int32
	last  int32
}

func (c *cursor) add(list []int32) {
	if len(list) > 0 {
		c.lists = append(c.lists, list)
	}
}

func (c *cursor) whole(t *table, text func() string) {
	if !t.empty() {
		c.add(t.find(hash(text())))
	}
}

func (c *cursor) pieces(t *table, text func() string) {
	if !t.empty() {
		t.search(text(), c.add)
	}
}

// next returns the next rule, nil after the last.
func (c *cursor) next() *Entry {
	for {
		at := -1
		for i, l := range c.lists {
			if len(l) > 0 && (at < 0 || l[0] < c.lists[at][0]) {
				at = i
			}
		}
		if at < 0 {
			return nil
		}
		rule := c.lists[at][0]
		c.lists[at] = c.lists[at][1:]
		if rule != c.last { // it may be filed under several alternatives
			c.last = rule
			return c.rules[rule]
		}
	}
}
