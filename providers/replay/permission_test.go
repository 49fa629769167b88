package replay_test

import (
	"testing"

	"standin/providers/replay"
	"standin/seam"
)

func TestReplay_aRecordedPermissionServesWhatItWasGivenForAlone(t *testing.T) {
	const recorded = `standin: 1
answers:
  permission.Bash:
    select: Allow
    asked: { question: "May it run?", options: [Allow, Deny], intent: { kind: permission, approve: Allow }, detail: "sha256:4cf29611a66934862f29acfcc817e30b905c1ab73d5e65831413eb6b454d49db" }
`
	const withoutIntent = `standin: 1
answers:
  permission.Bash: { select: Allow, asked: { question: "May it run?", options: [Allow, Deny] } }
`
	for _, c := range []struct {
		name, file, detail string
		want               seam.Code
	}{
		{"the same input", recorded, `{"command":"ls"}`, ""},
		{"another input", recorded, `{"command":"rm -rf /"}`, seam.StaleAnswer},
		{"recorded for no permission", withoutIntent, `{"command":"ls"}`, seam.StaleAnswer},
	} {
		for _, drift := range []replay.Drift{replay.DriftFail, replay.DriftWarn, replay.DriftIgnore} {
			t.Run(c.name+", drift "+string(drift), func(t *testing.T) {
				p := load(t, c.file, replay.Options{Drift: drift})
				_, err := p.Ask(t.Context(), seam.Request{Questions: []seam.Question{{
					ID: "permission.Bash", Question: "May it run?", Detail: c.detail,
					Options: []seam.Option{{Label: "Allow"}, {Label: "Deny"}},
					Intent:  &seam.Intent{Kind: seam.Permission, Approve: "Allow"},
				}}})
				if got := seam.CodeOf(err); got != c.want {
					t.Errorf("got code %q (%v), want %q", got, err, c.want)
				}
			})
		}
	}
}
