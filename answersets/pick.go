package answersets

import "standin/seam"

// pick takes options by what they are. An intent is answered on purpose or not
// at all, so never by this.
func (r *resolver) pick(it *seam.Item, p Pick) error {
	switch {
	case r.q.Intent != nil:
		return r.bad("picks, and question %s has an intent, which is answered by name or with { approve: … } only", quote(r.q.ID))
	case len(r.q.Options) == 0:
		return r.bad("picks an option, and question %s offers none", quote(r.q.ID))
	case p == PickAll && !r.q.MultiSelect:
		return r.bad("picks all options, and question %s takes one", quote(r.q.ID))
	}
	labels, why := p.Of(r.q)
	if why != "" {
		return r.fail(seam.Unanswered, "cannot pick for question %s: %s", quote(r.q.ID), why)
	}
	it.Selected = labels
	return nil
}

// Of returns the labels of q that p takes, or why there is none to take. It is
// not to be asked about a question with an intent.
func (p Pick) Of(q *seam.Question) (labels []string, why string) {
	if len(q.Options) == 0 {
		return nil, "it offers no options"
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
		return nil, "none of its options is marked as recommended"
	case len(labels) > 1 && !q.MultiSelect:
		return nil, "it takes one option, and several are marked as recommended: " + quoteList(labels)
	}
	return labels, ""
}
