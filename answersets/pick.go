package answersets

import "standin/seam"

// pick takes options by what they are. An intent is answered on purpose or not
// at all, so never by this.
func (r *resolver) pick(it *seam.Item, p Pick) error {
	switch {
	case r.q.Intent != nil:
		return r.bad("picks an option, and the question has an intent, which takes a label or { approve: … }")
	case len(r.q.Options) == 0:
		return r.bad("picks an option, and the question offers none")
	case p == PickAll && !r.q.MultiSelect:
		return r.bad("picks all options, and the question takes one")
	}
	labels, why := p.Of(r.q)
	if why != "" {
		return r.fail(seam.Unanswered, "picks nothing: %s", why)
	}
	it.Selected = labels
	return nil
}

// Of returns the labels of q that p takes, or why there is none to take. It is
// not to be asked about a question with an intent.
func (p Pick) Of(q *seam.Question) (labels []string, why string) {
	if len(q.Options) == 0 {
		return nil, "the question offers no options"
	}
	switch p {
	case PickFirst:
		return []string{q.Options[0].Label}, ""
	case PickAll:
		return q.Labels(), ""
	}
	for i := range q.Options {
		if _, marked := seam.Recommended(q.Options[i].Label); marked {
			labels = append(labels, q.Options[i].Label)
		}
	}
	switch {
	case len(labels) == 0:
		return nil, "no option is marked as recommended"
	case len(labels) > 1 && !q.MultiSelect:
		return nil, "one option may be taken, and several are marked as recommended: " + quoteList(labels)
	}
	return labels, ""
}
