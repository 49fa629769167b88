package prompt

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPick_aWordOrANumberOrALabel(t *testing.T) {
	entries := []entry{
		{label: "Yes"}, {label: "No", option: 1}, {label: "/skip", option: 2}, skip.entry(1), refuse.entry(1),
	}
	for line, want := range map[string]string{
		"1": "0", " 2 ": "1", "#3": "2", "No": "1", "/skip": "3", "/cancel": "4",
		"4": "no", "0": "no", "-1": "no", "no": "no", "": "no", "1 2": "no", "skip": "no", "s": "no", "１": "no",
	} {
		at, hint := pick(entries, line)
		got := fmt.Sprint(at)
		if hint != "" {
			got = "no"
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", line, diff)
		}
	}
}
