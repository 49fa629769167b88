package dialects

import (
	"encoding/json"
	"strings"
	"testing"

	"standin/seam"
)

// hostile are labels that a join, a key or a quote could break.
var hostile = []string{
	"plain", "a, b", "a,b", `say "hi"`, "two\nlines", "tab\there", "🦊 fox", "東京リージョン", "__proto__",
	"back\\slash", "</script>", "a\u2028b", "é", "e\u0301", "true", "0", " padded ",
}

func hostileQuestions() string {
	var options []map[string]string
	for _, label := range hostile {
		options = append(options, map[string]string{"label": label, "description": label})
	}
	doc, _ := json.Marshal(map[string]any{"questions": []any{
		map[string]any{"id": "one", "question": "Which \"one\", now?\n🦊", "header": "H", "options": options},
		map[string]any{"id": "many", "question": "Which, several?", "header": "H", "options": options, "multiSelect": true},
		map[string]any{"id": "free", "question": "__proto__", "header": "H"},
		map[string]any{"id": "skipped", "question": "Skipped?", "header": "H"},
	}})
	return string(doc)
}

// read reads a document that has to be sound.
func read(t *testing.T, dialect, doc string) *Exchange {
	t.Helper()
	x, err := Named(dialect).Read([]byte(doc))
	if err != nil {
		t.Fatalf("%s: %v", dialect, err)
	}
	return x
}

func answered(t *testing.T, x *Exchange, items ...seam.Item) string {
	t.Helper()
	out, err := x.Answer(seam.Answer{Answers: items})
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(out) || strings.Contains(string(out), "\n") {
		t.Fatalf("not one line of JSON: %s", out)
	}
	return string(out)
}

func TestRoundTrip_hostileLabelsComeBackWhole(t *testing.T) {
	all := strings.Join(hostile, ", ")
	for _, label := range hostile {
		answer := func(x *Exchange) []seam.Item {
			q := x.Request.Questions
			if err := seam.CheckQuestions(q); err != nil {
				t.Fatal(err)
			}
			return []seam.Item{chosen(q[0].ID, label), chosen(q[1].ID, hostile...), typed(q[2].ID, label), chosen(q[3].ID)}
		}
		x := read(t, "claude-code", hostileQuestions())
		out := answered(t, x, answer(x)...)
		var claude struct{ Answers map[string]string }
		json.Unmarshal([]byte(out), &claude)
		if got := claude.Answers["Which \"one\", now?\n🦊"]; got != label {
			t.Errorf("claude-code: got %q, want %q", got, label)
		}
		if got := claude.Answers["Which, several?"]; got != all {
			t.Errorf("claude-code: got %q, want %q", got, all)
		}
		if got := claude.Answers["__proto__"]; got != label {
			t.Errorf("claude-code: got %q, want %q", got, label)
		}
		if _, ok := claude.Answers["Skipped?"]; ok {
			t.Errorf("claude-code: the skipped question is in %s", out)
		}

		x = read(t, "qwen", hostileQuestions())
		var qwen struct{ Answers map[string]string }
		json.Unmarshal([]byte(answered(t, x, answer(x)...)), &qwen)
		if qwen.Answers["0"] != label || qwen.Answers["1"] != all || qwen.Answers["2"] != label || len(qwen.Answers) != 3 {
			t.Errorf("qwen: got %q", qwen.Answers)
		}

		x = read(t, "codex", hostileQuestions())
		var codex struct {
			Answers map[string]struct{ Answers []string }
		}
		json.Unmarshal([]byte(answered(t, x, answer(x)...)), &codex)
		if got := codex.Answers["one"].Answers; len(got) != 1 || got[0] != label {
			t.Errorf("codex: got %q, want %q", got, label)
		}
		if got := codex.Answers["skipped"].Answers; got == nil || len(got) != 0 {
			t.Errorf("codex: a skipped question is %q, want an empty list", got)
		}

		x = read(t, "opencode", hostileQuestions())
		var opencode struct{ Answers [][]string }
		json.Unmarshal([]byte(answered(t, x, answer(x)...)), &opencode)
		if got := opencode.Answers; len(got) != 4 || got[0][0] != label || len(got[1]) != len(hostile) || got[2][0] != label || got[3] == nil || len(got[3]) != 0 {
			t.Errorf("opencode: got %q", got)
		}
	}
}

func TestClaudeCode_answersOfTheModelAreNeverUsed(t *testing.T) {
	x := read(t, "claude-code", `{"questions":[{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}],"answers":{"Which?":"B","More?":"x"},"annotations":{"Which?":{"notes":"B"}}}`)
	got := answered(t, x, chosen("Which?", "A"))
	sameJSON(t, []byte(got), []byte(`{"questions":[{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}],"answers":{"Which?":"A"}}`))
	got = answered(t, x, chosen("Which?"))
	sameJSON(t, []byte(got), []byte(`{"questions":[{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}],"answers":{}}`))
}

func TestClaudeCode_customStandsBehindTheLabels(t *testing.T) {
	x := read(t, "claude-code", `{"questions":[{"question":"Which?","multiSelect":true,"options":[{"label":"A"},{"label":"B"}]}]}`)
	it := typed("Which?", "and C")
	it.Selected = []string{"B", "A"}
	if got := answered(t, x, it); !strings.Contains(got, `"answers":{"Which?":"A, B, and C"}`) {
		t.Errorf("got %s, want the labels in option order and the text behind them", got)
	}
}

func TestRepeatedText_isRefusedWhereTextIsTheKey(t *testing.T) {
	doc := `{"questions":[{"question":"Sure?"},{"question":"Sure?"},{"question":"Sure? (2)"},{"question":"Sure?"}]}`
	if x, err := (ClaudeCode{}).Read([]byte(doc)); seam.CodeOf(err) != seam.BadRequest {
		t.Errorf("claude-code: got %v, want BAD_REQUEST", err)
	} else if got := string(x.Failure(err)); !strings.Contains(got, `"deny"`) {
		t.Errorf("claude-code: got %s, want a denial", got)
	}
	for _, dialect := range []string{"opencode", "qwen"} {
		var ids []string
		for _, q := range read(t, dialect, doc).Request.Questions {
			ids = append(ids, q.ID)
		}
		if got, want := strings.Join(ids, "|"), "Sure?|Sure? (3)|Sure? (2)|Sure? (4)"; got != want {
			t.Errorf("%s: got ids %s, want %s", dialect, got, want)
		}
	}
}

func TestCodex_secretAndClosedQuestions(t *testing.T) {
	x := read(t, "codex", `{"questions":[{"id":"a","question":"Token?","isSecret":true},{"id":"b","question":"Which?","isOther":false,"options":[{"label":"A"}]},{"question":"No id?"}]}`)
	q := x.Request.Questions
	if !q[0].Secret || q[1].Secret {
		t.Errorf("secret: got %v and %v, want true and false", q[0].Secret, q[1].Secret)
	}
	if q[2].ID != "No id?" {
		t.Errorf("a missing id became %q, want the text", q[2].ID)
	}
	_, err := x.Answer(seam.Answer{Answers: []seam.Item{typed("a", "s"), typed("b", "other"), typed("No id?", "t")}})
	if seam.CodeOf(err) != seam.BadAnswer {
		t.Errorf("text for a question with isOther false: got %v, want BAD_ANSWER", err)
	}
}

func TestOpencode_closedQuestionsTakeNoText(t *testing.T) {
	x := read(t, "opencode", `{"questions":[{"question":"Which?","custom":false,"options":[{"label":"A"}]}]}`)
	if out, err := x.Answer(seam.Answer{Answers: []seam.Item{typed("Which?", "B")}}); seam.CodeOf(err) != seam.BadAnswer {
		t.Errorf("got %s, %v, want BAD_ANSWER", out, err)
	}
}

func TestEveryDialect_anAnswerNobodyOfferedIsNotWritten(t *testing.T) {
	for _, name := range Names() {
		if name == "mcp-elicitation" {
			continue
		}
		x := read(t, name, `{"questions":[{"id":"Which?","question":"Which?","options":[{"label":"A"}]}]}`)
		for _, it := range []seam.Item{chosen("Which?", "B"), chosen("Other?", "A"), typed("Which?", " ")} {
			if out, err := x.Answer(seam.Answer{Answers: []seam.Item{it}}); seam.CodeOf(err) != seam.BadAnswer {
				t.Errorf("%s: %+v gave %s, %v, want BAD_ANSWER", name, it, out, err)
			}
		}
	}
}

func TestEveryDialect_unreadableDocumentsHaveAFailureOnly(t *testing.T) {
	for _, name := range Names() {
		for _, doc := range []string{
			"", "null", "[]", `"x"`, "{", `{"questions":`, `{"questions":[{"question":"a","question":"b"}]}`,
			"{\"questions\":[{\"question\":\"\xff\"}]}", "\xff\xfe{\x00}\x00", `{"questions":{}}`, `{"questions":[1]}`,
			`{"questions":[{"question":1}]}`, `{"questions":[{"question":"a","options":[{"label":null}]}]}`,
			`{"questions":[{"question":"\ud800"}]}`, `{} {}`, strings.Repeat("[", 20000),
		} {
			if name == "mcp-elicitation" && (doc == `{"questions":{}}` || doc == `{"questions":[1]}`) {
				continue // not looked at by it
			}
			x, err := Named(name).Read([]byte(doc))
			if seam.CodeOf(err) != seam.BadRequest {
				t.Errorf("%s: %.40q: got %v, want BAD_REQUEST", name, doc, err)
				continue
			}
			if out := x.Failure(err); !json.Valid(out) {
				t.Errorf("%s: %.40q: the failure is %s", name, doc, out)
			}
			if out, err := x.Answer(seam.Answer{}); err == nil {
				t.Errorf("%s: %.40q: an unreadable document was answered with %s", name, doc, out)
			}
		}
	}
}

func TestPermission_onlyAllowAllows(t *testing.T) {
	const input = `{"command":"rm -rf \u0041 /","n":1e2,"deep":{"__proto__":[1,2]}}`
	x := read(t, "claude-code", `{"tool_name":"Bash","input":`+input+`,"tool_use_id":"x"}`)
	q := x.Request.Questions[0]
	if q.ID != "permission.Bash" || q.Detail != strings.Replace(input, `\u0041`, "A", 1) || q.Intent == nil || q.Intent.Kind != seam.Permission || q.Intent.Approve != "Allow" {
		t.Errorf("got the question %+v", q)
	}
	if got, want := answered(t, x, chosen(q.ID, "Allow")), `{"behavior":"allow","updatedInput":`+input+`}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, it := range []seam.Item{chosen(q.ID, "Deny"), chosen(q.ID), typed(q.ID, "Allow"), typed(q.ID, "yes")} {
		if got := answered(t, x, it); !strings.HasPrefix(got, `{"behavior":"deny","message":`) {
			t.Errorf("%+v: got %s, want a denial", it, got)
		}
	}
	for _, doc := range []string{`{"tool_name":"Bash"}`, `{"tool_name":"","input":{}}`, `{"tool_name":"Bash","input":[]}`, `{"tool_name":7,"input":{}}`} {
		x, err := (ClaudeCode{}).Read([]byte(doc))
		if err == nil || !strings.HasPrefix(string(x.Failure(err)), `{"behavior":"deny"`) {
			t.Errorf("%s: got %v, want an error that denies", doc, err)
		}
	}
}

func TestPermission_hookOfAnyTool(t *testing.T) {
	x := read(t, "claude-code", `{"hook_event_name":"PermissionRequest","tool_name":"Write","tool_input":{"file_path":"a"}}`)
	sameJSON(t, []byte(answered(t, x, chosen("permission.Write", "Allow"))), []byte(`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"file_path":"a"}}}}`))
	if got := string(x.Failure(seam.Errorf(seam.NoProvider, "nothing"))); !strings.Contains(got, `"decision":{"behavior":"deny","message":"Nobody could answer: nothing (NO_PROVIDER)`) {
		t.Errorf("got %s, want a denial with the reason", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(hostileQuestions()))
	f.Add([]byte(`{"tool_name":"Bash","input":{}}`))
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[]}}`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"integer","default":1}}}}}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		for _, name := range Names() {
			x, err := Named(name).Read(doc)
			if err != nil {
				if out := x.Failure(err); !json.Valid(out) {
					t.Errorf("%s: the failure %s is no JSON", name, out)
				}
				continue
			}
			if seam.CheckQuestions(x.Request.Questions) != nil {
				continue
			}
			var items []seam.Item
			for _, q := range x.Request.Questions {
				switch {
				case len(q.Options) > 0:
					items = append(items, chosen(q.ID, q.Options[0].Label))
				default:
					items = append(items, typed(q.ID, "1"))
				}
			}
			if out, err := x.Answer(seam.Answer{Answers: items}); err == nil && !json.Valid(out) {
				t.Errorf("%s: the answer %s is no JSON", name, out)
			}
		}
	})
}
