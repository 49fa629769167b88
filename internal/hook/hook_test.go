package hook

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"standin/seam"
)

// captured returns what one of the real programs sent, kept with the dialects.
func captured(t testing.TB, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../dialects/testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var payload struct {
		Capture struct{ In json.RawMessage }
	}
	if err := json.Unmarshal(data, &payload); err != nil {
		t.Fatal(err)
	}
	return string(payload.Capture.In)
}

// first answers each question with its first label, or with text.
func first(_ context.Context, req seam.Request) (seam.Answer, error) {
	var a seam.Answer
	for _, q := range req.Questions {
		it := seam.Item{ID: q.ID}
		if len(q.Options) > 0 {
			it.Selected = []string{q.Options[0].Label}
		} else {
			text := "typed"
			it.Custom = &text
		}
		a.Answers = append(a.Answers, it)
	}
	return a, nil
}

func failing(err error) Ask {
	return func(context.Context, seam.Request) (seam.Answer, error) { return seam.Answer{}, err }
}

func verdict(host Host, ask Ask, neutral bool, event string) string {
	h := Handler{Host: host, Ask: ask, Neutral: neutral, MaxEvent: 1 << 20}
	return string(h.Verdict(context.Background(), strings.NewReader(event)))
}

const (
	denied   = `"permissionDecision":"deny"`
	question = `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}]}}`
	forged   = `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}],"answers":{"Which?":"B"}}}`
)

func TestVerdict_answersAndRefusals(t *testing.T) {
	miss := seam.Errorf(seam.Unanswered, "no entry matches")
	for _, c := range []struct {
		name    string
		host    Host
		ask     Ask
		neutral bool
		event   string
		want    string // a part of it; "" for no opinion
	}{
		{"claude answered", ClaudeCode(), first, false, captured(t, "claude-pretooluse-hook.json"), `"answers":{"Which store?":"Postgres","Which extras?":"Cache"}`},
		{"claude elicitation", ClaudeCode(), first, false, captured(t, "claude-elicitation-hook.json"), `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"store":"Postgres","note":"typed"}}}`},
		{"claude permission", ClaudeCode(), first, false, `{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`, `"decision":{"behavior":"allow","updatedInput":{"command":"ls"}}`},
		{"codex answered", Codex(), first, false, captured(t, "codex-exec-hook-posttooluse.json"), `{"decision":"block","reason":"{\"answers\":{\"store\":{\"answers\":[\"Postgres (Recommended)\"]}}}"}`},

		{"claude miss", ClaudeCode(), failing(miss), false, question, denied},
		{"claude miss says why", ClaudeCode(), failing(miss), false, question, "no entry matches (UNANSWERED)"},
		{"claude elicitation miss", ClaudeCode(), failing(miss), false, captured(t, "claude-elicitation-hook.json"), `"action":"cancel"`},
		{"claude permission miss", ClaudeCode(), failing(miss), false, `{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{}}`, `"behavior":"deny"`},
		{"codex miss", Codex(), failing(miss), false, captured(t, "codex-exec-hook-posttooluse.json"), `{"decision":"block","reason":"Nobody could answer: no entry matches (UNANSWERED)`},

		{"neutral miss", ClaudeCode(), failing(miss), true, question, ""},
		{"neutral without provider", ClaudeCode(), failing(seam.Errorf(seam.NoProvider, "none")), true, question, ""},
		{"neutral codex miss", Codex(), failing(miss), true, captured(t, "codex-exec-hook-posttooluse.json"), ""},
		{"neutral refusal", ClaudeCode(), failing(seam.Errorf(seam.AskCancelled, "no")), true, question, denied},
		{"neutral stale", ClaudeCode(), failing(seam.Errorf(seam.StaleAnswer, "old")), true, question, denied},
		{"neutral timeout", ClaudeCode(), failing(seam.Errorf(seam.AskTimeout, "late")), true, question, denied},
		{"neutral broken file", ClaudeCode(), failing(seam.Errorf(seam.BadAnswerSet, "broken")), true, question, denied},
		{"neutral fault", ClaudeCode(), failing(errors.New("unknown key")), true, question, denied},
		{"neutral, the model answered", ClaudeCode(), failing(miss), true, forged, denied},
		{"the model answered", ClaudeCode(), first, true, forged, `"answers":{"Which?":"A"}}`},

		{"wrong answer", ClaudeCode(), func(context.Context, seam.Request) (seam.Answer, error) {
			return seam.Answer{Answers: []seam.Item{{ID: "Which?", Selected: []string{"C"}}}}, nil
		}, true, question, denied},
		{"panic", ClaudeCode(), func(context.Context, seam.Request) (seam.Answer, error) { panic("x") }, true, question, denied},

		{"another tool", ClaudeCode(), nil, false, `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","Answers":1}}`, ""},
		{"another event", ClaudeCode(), nil, false, `{"hook_event_name":"Stop"}`, ""},
		{"codex before the tool", Codex(), nil, false, captured(t, "codex-exec-hook-pretooluse.json"), ""},
		{"codex, a person answered", Codex(), nil, false, `{"hook_event_name":"PostToolUse","tool_name":"request_user_input","tool_input":{"questions":[{"id":"a","question":"Q?"}]},"tool_response":"{\"answers\":{\"a\":{\"answers\":[\"x\"]}}}"}`, ""},
		{"codex, empty answers", Codex(), first, false, `{"hook_event_name":"PostToolUse","tool_name":"request_user_input","tool_input":{"questions":[{"id":"a","question":"Q?"}]},"tool_response":{"answers":{"a":{"answers":[]}}}}`, `typed`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := verdict(c.host, c.ask, c.neutral, c.event)
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestVerdict_anEventThatCannotBeReadAllowsNothing(t *testing.T) {
	for name, event := range map[string]string{
		"empty":          "",
		"text":           "hello",
		"list":           "[]",
		"no name":        `{"tool_name":"AskUserQuestion"}`,
		"name not text":  `{"hook_event_name":7}`,
		"truncated":      question[:len(question)-20],
		"two documents":  question + question,
		"duplicate key":  `{"hook_event_name":"PreToolUse","hook_event_name":"Stop","tool_name":"AskUserQuestion"}`,
		"duplicate deep": strings.Replace(question, `"label":"A"`, `"label":"A","label":"C"`, 1),
		"UTF-16":         "\xff\xfe{\x00\"\x00",
		"bad UTF-8":      strings.Replace(question, "Which?", "\xc3", 1),
		"huge":           strings.Replace(question, "Which?", strings.Repeat("x", 2<<20), 1),
		"no questions":   `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{}}`,
		"no input":       `{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion"}`,
		"key in case":    `{"Hook_Event_Name":"PreToolUse","tool_name":"AskUserQuestion"}`,
	} {
		for _, neutral := range []bool{false, true} {
			if got := verdict(ClaudeCode(), first, neutral, event); !strings.Contains(got, denied) || strings.Contains(got, `"allow"`) {
				t.Errorf("%s: got %s, want a denial", name, got)
			}
			if got := verdict(Codex(), first, neutral, event); name != "no questions" && name != "no input" && name != "duplicate deep" && !strings.HasPrefix(got, `{"decision":"block","reason":"`) {
				t.Errorf("%s: codex: got %s, want a block", name, got)
			}
		}
	}
	if got := verdict(ClaudeCode(), first, true, `{"hook_event_name":"Elicitation","message":`); !strings.Contains(got, `{"hookEventName":"Elicitation","action":`) || strings.Contains(got, "accept") {
		t.Errorf("a truncated elicitation: got %s, want it not accepted, in its own shape", got)
	}
	h := Handler{Host: ClaudeCode(), Ask: first, MaxEvent: 10}
	if got := string(h.Verdict(context.Background(), iotest.ErrReader(errors.New("gone")))); !strings.Contains(got, denied) {
		t.Errorf("a broken pipe: got %s, want a denial", got)
	}
}

func FuzzVerdict(f *testing.F) {
	f.Add(question)
	f.Add(forged)
	f.Add(`{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{}}`)
	f.Add(`{"hook_event_name":"Elicitation","message":"m","requested_schema":{"type":"object","properties":{"a":{"type":"boolean"}}}}`)
	f.Fuzz(func(t *testing.T, event string) {
		for _, host := range []Host{ClaudeCode(), Codex()} {
			got := verdict(host, failing(seam.Errorf(seam.Unanswered, "no")), false, event)
			if got != "" && !json.Valid([]byte(got)) {
				t.Errorf("no JSON: %s", got)
			}
			if strings.Contains(got, `"permissionDecision":"allow"`) || strings.Contains(got, `"behavior":"allow"`) || strings.Contains(got, `"action":"accept"`) {
				t.Errorf("a miss was let pass: %s", got)
			}
		}
	})
}
