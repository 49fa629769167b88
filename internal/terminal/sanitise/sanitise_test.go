package sanitise

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLine_whatActsOnATerminalIsMadeVisible(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text", "SQLite (Recommended)", "SQLite (Recommended)"},
		{"clear screen", "a\x1b[2Jb", `a\x1b[2Jb`},
		{"title", "\x1b]0;owned\x07", `\x1b]0;owned\x07`},
		{"clipboard", "\x1b]52;c;aGk=\x07", `\x1b]52;c;aGk=\x07`},
		{"carriage return", "Deny\rAllow", `Deny\rAllow`},
		{"newline in a label", "Yes\nNo", `Yes\nNo`},
		{"tab", "a\tb", `a\tb`},
		{"delete", "a\x7f", `a\x7f`},
		{"C1 control", "a\u009b2J", "a⟨U+009B⟩2J"},
		{"raw C1 byte", "a\x9b2J", `a\x9b2J`},
		{"override", "a\u202egnp.exe", "a⟨U+202E⟩gnp.exe"},
		{"isolates", "\u2066x\u2069", "⟨U+2066⟩x⟨U+2069⟩"},
		{"marks", "\u200e\u200f\u061c", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"},
		{"zero width space", "Ye\u200bs", "Ye⟨U+200B⟩s"},
		{"zero width joiner between letters", "Ye\u200ds", "Ye⟨U+200D⟩s"},
		{"BOM and soft hyphen", "\ufeffa\u00adb", "⟨U+FEFF⟩a⟨U+00AD⟩b"},
		{"tag characters", "ok\U000E0041", "ok⟨U+E0041⟩"},
		{"filler", "a\u3164b", "a⟨U+3164⟩b"},
		{"line separator", "a\u2028b", "a⟨U+2028⟩b"},
		{"private use", "\ue0b0", "⟨U+E0B0⟩"},
		{"Chinese", "东京区域（推荐）", "东京区域（推荐）"},
		{"emoji family", "👩\u200d💻 ❤\ufe0f 1\ufe0f⃣", "👩\u200d💻 ❤\ufe0f 1\ufe0f⃣"},
		{"regional flag", "🏴\U000E0067\U000E0062\U000E007F", "🏴\U000E0067\U000E0062\U000E007F"},
		{"skin tone", "👍🏽", "👍🏽"},
		{"combining", "e\u0301", "e\u0301"},
		{"Persian joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"piled marks", "a" + strings.Repeat("\u0301", 7), "a" + strings.Repeat("\u0301", 6) + "⟨U+0301⟩"},
	} {
		if got := Line(c.in); got != c.want {
			t.Errorf("%s: Line(%q) = %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestText_keepsItsLines(t *testing.T) {
	in := "# Plan\r\n\tstep\x1b[1m\nab\tc\rd\n"
	want := "# Plan\n        step\\x1b[1m\nab      c\\rd\n"
	if got := Text(in); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzLine(f *testing.F) {
	f.Add("a\x1b[2J\u202e\xff\u200d👩\u200d💻")
	f.Fuzz(func(t *testing.T, s string) {
		got := Line(s)
		if !utf8.ValidString(got) {
			t.Errorf("Line(%q) = %q is no UTF-8", s, got)
		}
		for _, r := range got {
			if r < 0x20 || r >= 0x7F && r < 0xA0 || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
				t.Errorf("Line(%q) = %q still holds %U", s, got, r)
			}
		}
	})
}
