package wire

import "standin/seam"

// ReadAnswer reads one answer, {"answers":[…]}. The error is a [*seam.Error]
// with [seam.BadAnswer]. Whether the answer fits a request is not looked at.
func ReadAnswer(data []byte) (seam.Answer, error) {
	var a seam.Answer
	err := document(data, func(r *Reader) error {
		answered := false
		err := r.Object("the answer", []string{"answers"}, func(string) (err error) {
			answered = true
			a.Answers, err = r.Items()
			return err
		})
		if err == nil && !answered {
			return &Fault{Message: `the answer has no "answers"`, text: r.text}
		}
		return err
	})
	if err != nil {
		return seam.Answer{}, bad(seam.BadAnswer, err)
	}
	return a, nil
}

// Items reads the array of items of an answer.
func (r *Reader) Items() ([]seam.Item, error) {
	items := []seam.Item{}
	err := r.Array("answers", func(int) error {
		it, err := r.Item()
		items = append(items, it)
		return err
	})
	return items, err
}

// Item reads one item of an answer.
func (r *Reader) Item() (it seam.Item, err error) {
	hasID := false
	err = r.Object("an answer", []string{"id", "selected", "custom"}, func(key string) (err error) {
		switch key {
		case "id":
			hasID = true
			it.ID, err = r.String("an answer's id")
		case "selected":
			it.Selected, err = r.labels()
		case "custom":
			var text string
			text, err = r.String("custom")
			it.Custom = &text
		}
		return err
	})
	switch {
	case err != nil:
		return it, err
	case !hasID:
		return it, r.Fault("an answer has no id")
	case it.Selected == nil:
		return it, r.Fault(`the answer to %q has no "selected"; to select nothing it is []`, it.ID)
	}
	return it, nil
}

func (r *Reader) labels() ([]string, error) {
	labels := []string{}
	err := r.Array("selected", func(int) error {
		label, err := r.String("a selected label")
		labels = append(labels, label)
		return err
	})
	return labels, err
}

// ReadReply reads one line of answers: a whole answer, or a single item of one.
// The error is a [*seam.Error] with [seam.BadAnswer].
func ReadReply(data []byte) ([]seam.Item, error) {
	if hasKey(data, "answers") {
		a, err := ReadAnswer(data)
		return a.Answers, err
	}
	var it seam.Item
	err := document(data, func(r *Reader) (err error) {
		it, err = r.Item()
		return err
	})
	if err != nil {
		return nil, bad(seam.BadAnswer, err)
	}
	return []seam.Item{it}, nil
}

// hasKey reports whether a text is an object with the key, as far as it can be
// read.
func hasKey(data []byte, key string) bool {
	text, err := Text(data)
	if err != nil {
		return false
	}
	found := false
	r := NewReader(text)
	_ = r.Object("it", []string{key}, func(string) error {
		found = true
		return r.skip()
	})
	return found
}
