package dialects

import (
	"fmt"
	"strings"
	"testing"

	"standin/seam"
)

// form returns an elicitation with these properties.
func form(properties string, required ...string) string {
	return fmt.Sprintf(`{"message":"Please fill in","requestedSchema":{"$schema":"x","type":"object","properties":{%s},"required":["%s"],"additionalProperties":false}}`,
		properties, strings.Join(required, `","`))
}

// Each property alone, one item that answers it, and the value that goes back or
// the code.
func TestElicitation_valuesAreCheckedAgainstTheForm(t *testing.T) {
	pick := func(labels ...string) seam.Item { return chosen("p", labels...) }
	text := func(s string) seam.Item { return typed("p", s) }
	for _, c := range []struct {
		schema string
		item   seam.Item
		want   string // BAD_ANSWER where it is empty
	}{
		{`{"type":"string"}`, text("any, \"text\"\n🦊"), `"any, \"text\"\n🦊"`},
		{`{"type":"string","minLength":2,"maxLength":2}`, text("🦊é"), `"🦊é"`},
		{`{"type":"string","minLength":2}`, text("🦊"), ``},
		{`{"type":"string","maxLength":2}`, text("abc"), ``},
		{`{"type":"string","pattern":"^[a-z]+$"}`, text("abc"), `"abc"`},
		{`{"type":"string","pattern":"^[a-z]+$"}`, text("abC"), ``},
		{`{"type":"string","pattern":"b"}`, text("abc"), `"abc"`},
		{`{"type":"string","format":"email"}`, text("a@example.com"), `"a@example.com"`},
		{`{"type":"string","format":"email"}`, text("A <a@example.com>"), ``},
		{`{"type":"string","format":"email"}`, text("nobody"), ``},
		{`{"type":"string","format":"uri"}`, text("https://example.com/a?b=c#d"), `"https://example.com/a?b=c#d"`},
		{`{"type":"string","format":"uri"}`, text("urn:isbn:1"), `"urn:isbn:1"`},
		{`{"type":"string","format":"uri"}`, text("/relative"), ``},
		{`{"type":"string","format":"uri"}`, text("https://a b"), ``},
		{`{"type":"string","format":"date"}`, text("2024-02-29"), `"2024-02-29"`},
		{`{"type":"string","format":"date"}`, text("2023-02-29"), ``},
		{`{"type":"string","format":"date-time"}`, text("2024-02-29T10:00:00Z"), `"2024-02-29T10:00:00Z"`},
		{`{"type":"string","format":"date-time"}`, text("2024-02-29"), ``},
		{`{"type":"string","format":"phone"}`, text("12"), `"12"`},
		{`{"type":"integer"}`, text(" 42 "), `42`},
		{`{"type":"integer"}`, text("3.0"), `3`},
		{`{"type":"integer"}`, text("1e3"), `1000`},
		{`{"type":"integer"}`, text("3.5"), ``},
		{`{"type":"integer"}`, text("0x10"), ``},
		{`{"type":"integer"}`, text("010"), ``},
		{`{"type":"integer"}`, text("+1"), ``},
		{`{"type":"integer"}`, text("1_000"), ``},
		{`{"type":"integer"}`, text("NaN"), ``},
		{`{"type":"integer"}`, text("1e999999999"), ``},
		{`{"type":"integer"}`, text("three"), ``},
		{`{"type":"integer","maximum":9007199254740992}`, text("9007199254740993"), ``},
		{`{"type":"integer","minimum":1,"maximum":10}`, text("10"), `10`},
		{`{"type":"integer","minimum":1,"maximum":10}`, text("0"), ``},
		{`{"type":"integer","minimum":1,"maximum":10}`, text("11"), ``},
		{`{"type":"number","exclusiveMinimum":0}`, text("0"), ``},
		{`{"type":"number","exclusiveMaximum":1}`, text("0.999"), `0.999`},
		{`{"type":"number","multipleOf":0.1}`, text("0.3"), `0.3`},
		{`{"type":"number","multipleOf":0.1}`, text("0.35"), ``},
		{`{"type":"number"}`, text("-1.5e2"), `-1.5e2`},
		{`{"type":"number"}`, text("1."), ``},
		{`{"type":"boolean"}`, pick("true"), `true`},
		{`{"type":"boolean"}`, pick("false"), `false`},
		{`{"type":"boolean"}`, text("true"), `true`},
		{`{"type":"boolean"}`, text("yes"), ``},
		{`{"type":"string","enum":["a, b","c"]}`, pick("a, b"), `"a, b"`},
		{`{"type":"string","enum":["a","c"]}`, text("d"), ``},
		{`{"enum":["a","c"]}`, text("c"), `"c"`},
		{`{"type":"string","enum":["a","b"],"enumNames":["Alpha","Beta"]}`, pick("Beta"), `"b"`},
		{`{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}`, pick("Green"), `"#0f0"`},
		{`{"type":"string","oneOf":[{"const":"#f00","title":"Red"},{"const":"#0f0","title":"Green"}]}`, text("#f00"), `"#f00"`},
		{`{"type":"array","items":{"type":"string","enum":["a","b, c"]},"minItems":1,"maxItems":2}`, pick("a", "b, c"), `["a","b, c"]`},
		{`{"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":2}`, pick("a"), ``},
		{`{"type":"array","items":{"type":"string","enum":["a","b"]},"maxItems":1}`, pick("a", "b"), ``},
		{`{"type":"array","items":{"anyOf":[{"const":"1","title":"One"},{"const":"2","title":"Two"}]}}`, pick("Two"), `["2"]`},
		{`{"type":"array","items":{"anyOf":[{"const":"1","title":"One"},{"const":"2","title":"Two"}]}}`, text("3"), ``},
	} {
		t.Run(c.schema, func(t *testing.T) {
			x := read(t, "mcp-elicitation", form(`"p":`+c.schema, "p"))
			if err := seam.CheckQuestions(x.Request.Questions); err != nil {
				t.Fatal(err)
			}
			out, err := x.Answer(seam.Answer{Answers: []seam.Item{c.item}})
			switch {
			case c.want == "" && seam.CodeOf(err) != seam.BadAnswer:
				t.Errorf("got %s, %v, want BAD_ANSWER", out, err)
			case c.want == "":
				if got := string(x.Failure(err)); !strings.HasPrefix(got, `{"action":"cancel","_meta":{"standin/code":"BAD_ANSWER"`) {
					t.Errorf("the failure is %s, want a cancel", got)
				}
			case err != nil:
				t.Error(err)
			case string(out) != `{"action":"accept","content":{"p":`+c.want+`}}`:
				t.Errorf("got %s, want the value %s", out, c.want)
			}
		})
	}
}

func TestElicitation_skippedIsLeftOutUnlessRequired(t *testing.T) {
	x := read(t, "mcp-elicitation", form(`"a":{"type":"string","default":"preset"},"b":{"type":"integer"}`, "b"))
	if got, want := answered(t, x, chosen("a"), typed("b", "1")), `{"action":"accept","content":{"b":1}}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	_, err := x.Answer(seam.Answer{Answers: []seam.Item{typed("a", "x"), chosen("b")}})
	if e := seam.AsError(err); e == nil || e.Code != seam.Unanswered || len(e.Open) != 1 || e.Open[0].Question.ID != "b" {
		t.Errorf("got %v, want UNANSWERED with b open", err)
	}
	if got := string(x.Failure(err)); !strings.HasPrefix(got, `{"action":"cancel"`) {
		t.Errorf("got %s, want a cancel", got)
	}
}

func TestElicitation_defaultsAreShown(t *testing.T) {
	x := read(t, "mcp-elicitation", form(`"a":{"type":"string","title":"Name","description":"Of the host.","minLength":1,"default":"web"},"b":{"type":"boolean","default":true},"c":{"type":"array","items":{"type":"string","enum":["x","y","z"]},"default":["x","z"]},"d":{"type":"integer","minimum":1,"maximum":10,"default":3}`, "a", "b"))
	q := x.Request.Questions
	if got, want := q[0].Question+"|"+q[0].Detail, "Name|Please fill in\nOf the host.\nat least 1 characters\nDefault: web"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if q[1].Options[0].Description != "default" || q[1].Options[1].Description != "" {
		t.Errorf("got the options %+v, want true marked", q[1].Options)
	}
	if o := q[2].Options; o[0].Description != "default" || o[1].Description != "" || o[2].Description != "default" {
		t.Errorf("got the options %+v, want x and z marked", o)
	}
	if !strings.HasSuffix(q[3].Detail, "A whole number from 1 up to 10\nDefault: 3") {
		t.Errorf("got the detail %q", q[3].Detail)
	}
}

func TestElicitation_theMessageIsTheTextOfTheOneQuestion(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{form(`"a":{"type":"string"}`), "Please fill in"},
		{form(`"a":{"type":"string","title":"A"},"b":{"type":"string"}`, "a"), "Please fill in|b"},
		{form(`"a":{"type":"string","title":"A"},"b":{"type":"string"}`, "a", "b"), "A|b"},
	} {
		doc := strings.Replace(c.doc, `"required":[""]`, `"required":[]`, 1)
		var texts []string
		for _, q := range read(t, "mcp-elicitation", doc).Request.Questions {
			texts = append(texts, q.Question)
		}
		if got := strings.Join(texts, "|"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestElicitation_consentIsAPermission(t *testing.T) {
	for _, doc := range []string{
		`{"message":"Allow the tool \"deploy\"?","requestedSchema":{"type":"object","properties":{}},"_meta":{"codex_approval_kind":"mcp_tool_call","tool":"deploy"}}`,
		`{"message":"Go on?","requestedSchema":{"type":"object","properties":{}}}`,
		`{"message":"Go on?","mode":"form"}`,
	} {
		x := read(t, "mcp-elicitation", doc)
		q := x.Request.Questions[0]
		if err := seam.CheckQuestions(x.Request.Questions); err != nil {
			t.Fatal(err)
		}
		if q.Intent == nil || q.Intent.Kind != seam.Permission || q.Intent.Approve != "Accept" {
			t.Errorf("%s: the intent is %+v", doc, q.Intent)
		}
		if got, want := answered(t, x, chosen(q.ID, "Accept")), `{"action":"accept","content":{}}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		for _, c := range []struct {
			item seam.Item
			want string
		}{{chosen(q.ID, "Decline"), "decline"}, {typed(q.ID, "Accept"), "decline"}, {chosen(q.ID), "cancel"}} {
			if got := answered(t, x, c.item); !strings.HasPrefix(got, `{"action":"`+c.want+`"`) {
				t.Errorf("%+v: got %s, want %s", c.item, got, c.want)
			}
		}
	}
}

func TestElicitation_refusalMissAndAbortDiffer(t *testing.T) {
	x := read(t, "mcp-elicitation", `{"jsonrpc":"2.0","id":"e1","method":"elicitation/create","params":`+form(`"a":{"type":"string"}`, "a")+`}`)
	for _, c := range []struct {
		code seam.Code
		want string
	}{{seam.AskCancelled, "decline"}, {seam.Unanswered, "cancel"}, {seam.NoProvider, "cancel"}, {seam.AskAborted, "cancel"}, {seam.AskTimeout, "cancel"}, {seam.ProviderFailed, "cancel"}} {
		got := string(x.Failure(seam.Errorf(c.code, "why")))
		if !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":"e1","result":{"action":"`+c.want+`","_meta":{"standin/code":"`+string(c.code)+`"`) {
			t.Errorf("%s: got %s, want %s", c.code, got, c.want)
		}
	}
}

func TestElicitation_hostileFormsAreRefused(t *testing.T) {
	many := func(n int, f func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = f(i)
		}
		return strings.Join(parts, ",")
	}
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 500) + `{"type":"string"}` + strings.Repeat(`}}`, 500)
	for name, doc := range map[string]string{
		"url mode":           `{"mode":"url","message":"Log in","url":"https://example.com","elicitationId":"1"}`,
		"unknown mode":       `{"mode":"voice","message":"m"}`,
		"mode of no kind":    `{"mode":7,"message":"m"}`,
		"a page, no mode":    `{"message":"Log in","url":"https://example.com"}`,
		"nested object":      form(`"a":` + deep),
		"too many":           form(many(101, func(i int) string { return fmt.Sprintf(`"p%d":{"type":"string"}`, i) })),
		"too many values":    form(`"a":{"type":"string","enum":[` + many(10000, func(i int) string { return fmt.Sprintf(`"v%d"`, i) }) + `]}`),
		"too many titles":    form(`"a":{"type":"string","oneOf":[` + many(10000, func(i int) string { return fmt.Sprintf(`{"const":"v%d"}`, i) }) + `]}`),
		"unknown type":       form(`"a":{"type":"file"}`),
		"null type":          form(`"a":{"type":"null"}`),
		"list of types":      form(`"a":{"type":["string","null"]}`),
		"no type":            form(`"a":{}`),
		"boolean schema":     form(`"a":true`),
		"reference":          form(`"a":{"$ref":"#/$defs/x"}`),
		"reference beside":   form(`"a":{"type":"string","$ref":"#/$defs/x"}`),
		"const":              form(`"a":{"type":"string","const":"x"}`),
		"not":                form(`"a":{"type":"string","not":{"enum":["x"]}}`),
		"allOf at the top":   `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}},"allOf":[{}]}}`,
		"array at the top":   `{"message":"m","requestedSchema":{"type":"array","items":{"type":"string"}}}`,
		"schema is a list":   `{"message":"m","requestedSchema":[]}`,
		"look-ahead":         form(`"a":{"type":"string","pattern":"^(?=a)b"}`),
		"back reference":     form(`"a":{"type":"string","pattern":"(a)\\1"}`),
		"broken pattern":     form(`"a":{"type":"string","pattern":"("}`),
		"regex bomb":         form(`"a":{"type":"string","pattern":"((((a{100}){100}){100}){100}){100}"}`),
		"long pattern":       form(`"a":{"type":"string","pattern":"` + strings.Repeat("a?", 5000) + `"}`),
		"prototype":          form(`"__proto__":{"type":"string"}`),
		"constructor":        form(`"constructor":{"type":"string"}`),
		"blank name":         form(`" ":{"type":"string"}`),
		"long name":          form(`"` + strings.Repeat("x", 1000) + `":{"type":"string"}`),
		"same titles":        form(`"a":{"type":"string","oneOf":[{"const":"1","title":"X"},{"const":"2","title":"X"}]}`),
		"same values":        form(`"a":{"type":"string","enum":["x","x"]}`),
		"blank value":        form(`"a":{"type":"string","enum":["x"," "]}`),
		"numbers in enum":    form(`"a":{"type":"string","enum":[1,2]}`),
		"empty enum":         form(`"a":{"type":"string","enum":[]}`),
		"names do not match": form(`"a":{"type":"string","enum":["x","y"],"enumNames":["X"]}`),
		"values twice":       form(`"a":{"type":"string","enum":["x"],"oneOf":[{"const":"x"}]}`),
		"free list":          form(`"a":{"type":"array","items":{"type":"string"}}`),
		"list of numbers":    form(`"a":{"type":"array","items":{"type":"integer","enum":["1"]}}`),
		"list of anything":   form(`"a":{"type":"array"}`),
		"contains":           form(`"a":{"type":"array","items":{"enum":["a"]},"contains":{"const":"a"}}`),
		"negative length":    form(`"a":{"type":"string","minLength":-1}`),
		"length as text":     form(`"a":{"type":"string","maxLength":"5"}`),
		"huge bound":         form(`"a":{"type":"number","maximum":1e999999999}`),
		"zero step":          form(`"a":{"type":"number","multipleOf":0}`),
		"number keywords":    form(`"a":{"type":"string","minimum":1}`),
		"unknown required":   form(`"a":{"type":"string"}`, "b"),
		"approval and form":  `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}},"_meta":{"codex_approval_kind":"mcp_tool_call"}}`,
		"duplicate property": `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string"},"a":{"type":"boolean"}}}}`,
		"blank consent":      `{"message":" ","requestedSchema":{"type":"object","properties":{}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			doc = strings.Replace(doc, `"required":[""]`, `"required":[]`, 1)
			x, err := (Elicitation{}).Read([]byte(doc))
			if seam.CodeOf(err) != seam.BadRequest {
				t.Fatalf("got %v, want BAD_REQUEST", err)
			}
			if strings.Count(err.Error(), "cannot be asked") > 1 {
				t.Errorf("the reason says it twice: %v", err)
			}
			if len(err.Error()) > 1500 {
				t.Errorf("the reason is %d bytes long", len(err.Error()))
			}
			if got := string(x.Failure(err)); !strings.HasPrefix(got, `{"action":"decline","_meta":{"standin/code":"BAD_REQUEST","standin/reason":"`) {
				t.Errorf("got %s, want a decline with the reason", got)
			}
		})
	}
}
