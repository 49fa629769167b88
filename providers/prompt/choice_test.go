//go:build unix

package prompt

import (
	"fmt"
	"strings"
	"testing"

	"standin/internal/ptytest"
)

func TestChoice_enterTakesTheOptionUnderTheCursor(t *testing.T) {
	p := start(t, database)
	p.See("Which database?")
	p.See("> PostgreSQL - a server of its own")
	p.See("SQLite (Recommended) - one file")
	p.Send(down)
	p.See("> SQLite (Recommended)")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"db","selected":["SQLite (Recommended)"]}]}`)
}

func TestChoice_skipHasItsOwnEntry(t *testing.T) {
	p := start(t, database)
	p.See("Which database?")
	p.Send("skip")
	p.See("> Skip")
	p.Gone("PostgreSQL")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"db","selected":[]}]}`)
}

func TestChoice_cancelRefusesTheBatch(t *testing.T) {
	p := start(t, database)
	p.See("Which database?")
	p.Send(up)
	p.See("> Cancel")
	p.Send(enterSent)
	p.wantCode(8, "ASK_CANCELLED")
}

func TestChoice_otherIsAnAnswerInOnesOwnWords(t *testing.T) {
	p := start(t, database)
	p.See("Which database?")
	p.Send("other")
	p.See("> Other…")
	p.Send(enterSent)
	p.See("Your own answer:")
	p.Send(enterSent)
	p.See("A blank line is no answer.")
	p.Send("DuckDB" + enterSent)
	p.want(0, `{"answers":[{"id":"db","selected":[],"custom":"DuckDB"}]}`)
}

func TestChoice_fromOtherBackToTheOptions(t *testing.T) {
	p := start(t, database)
	p.See("Which database?")
	p.Send("other")
	p.See("> Other…")
	p.Send(enterSent)
	p.See("Your own answer:")
	p.Send("Du\x1b")
	p.See("> Type an answer")
	p.Send(down)
	p.See("> Choose again")
	p.Send(enterSent)
	p.See("> PostgreSQL")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"db","selected":["PostgreSQL"]}]}`)
}

func TestChoice_aDigitNeverSubmits(t *testing.T) {
	p := start(t, database)
	p.See("> PostgreSQL")
	p.Send("2")
	p.Gone("PostgreSQL")
	p.Send("\x7f")
	p.See("> PostgreSQL")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"db","selected":["PostgreSQL"]}]}`)
}

func TestChoice_aFilterThatMatchesNothingIsNoAnswer(t *testing.T) {
	for name, shape := range map[string]string{"single": "", "multi": `"multiSelect":true,`} {
		t.Run(name, func(t *testing.T) {
			p := start(t, `{"questions":[{"id":"q","question":"Which?",`+shape+`"options":[{"label":"first"},{"label":"second"}]}]}`)
			p.See("first")
			p.Send("zzz")
			p.See("Nothing matches")
			p.Gone("first")
			p.Send(up + " " + down + right + enterSent + "q")
			p.See("q  ")
			p.Send("\x7f\x7f\x7f\x7f\x7f\x7f")
			p.See("first")
			p.Send("\x04")
			p.wantCode(8, "ASK_CANCELLED")
		})
	}
}

func TestChoice_labelsLikeTheEntriesAreToldApart(t *testing.T) {
	p := start(t, `{"questions":[{"id":"q","question":"Next?","options":[
		{"label":"Skip"},{"label":"Cancel"},{"label":"Other…"},{"label":"a\u001bb"},{"label":"a\\x1bb"}]}]}`)
	p.See("> Skip [one of the options]")
	p.See("Cancel [one of the options]")
	p.See("Other… [one of the options]")
	p.See(`a\x1bb [option 4]`)
	p.See(`a\x1bb [option 5]`)
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["Skip"]}]}`)
}

func TestChoice_labelsThatLookTheSameGiveTheOneChosen(t *testing.T) {
	p := start(t, `{"questions":[{"id":"q","question":"Next?","options":[{"label":"a\u001bb"},{"label":"a\\x1bb"}]}]}`)
	p.See("Next?")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["a\u001bb"]}]}`)
}

func TestChoice_hugeLabelsAreCutAndToldApart(t *testing.T) {
	huge := strings.Repeat("l", 100_000)
	p := start(t, `{"questions":[{"id":"q","question":"Which?","options":[{"label":"first"},{"label":"`+huge+`a"},{"label":"`+huge+`b"}]}]}`)
	p.See("> first")
	p.Send("option 3")
	p.Gone("> first")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["`+huge+`b"]}]}`)
}

func TestChoice_twoHundredOptionsFilterAndScroll(t *testing.T) {
	p := start(t, manyOptions(200, ""))
	p.See("> option-001")
	for range 30 {
		p.Send(down)
	}
	p.See("> option-031")
	p.Send("17")
	p.See("option-170")
	p.Gone("option-031")
	p.Until("the cursor on option-179", func(s *ptytest.Screen) bool {
		if strings.Contains(s.Visible(), "> option-179") {
			return true
		}
		p.Send(down)
		return false
	})
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["option-179"]}]}`)
	if n := strings.Count(p.All(), "Which of them?"); n != 1 {
		t.Errorf("the question stands %d times, want once:\n%s", n, p.All())
	}
}

func manyOptions(n int, shape string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"questions":[{"id":"q","question":"Which of them?",%s"options":[`, shape)
	for i := 1; i <= n; i++ {
		if i > 1 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"label":"option-%03d"}`, i)
	}
	return b.String() + "]}]}"
}

func TestSeveral_tickedLabelsComeInOptionOrder(t *testing.T) {
	p := start(t, manyOptions(3, `"multiSelect":true,`))
	p.See("> [ ]  option-001")
	p.Send(down + down + " ")
	p.See("[x]  option-003")
	p.Send(up + up + " ")
	p.See("[x]  option-001")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["option-001","option-003"]}]}`)
}

func TestSeveral_twoPicksUnderAFilterAreBothKept(t *testing.T) {
	p := start(t, manyOptions(200, `"multiSelect":true,`))
	p.See("option-001")
	p.Send("19")
	p.See("[ ]  option-190")
	p.Gone("option-001")
	p.See("> [ ]  option-019")
	p.Send(" ")
	p.See("[x]  option-019")
	p.Send(down)
	p.See("> [ ]  option-119")
	p.Send(" ")
	p.See("[x]  option-119")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["option-019","option-119"]}]}`)
}

func TestSeveral_ownTextComesWithTheTickedLabels(t *testing.T) {
	p := start(t, manyOptions(2, `"multiSelect":true,`))
	p.See("option-001")
	p.Send(" " + down + down + " ")
	p.See("[x]  Other…")
	p.Send(enterSent)
	p.See("Your own answer:")
	p.Send("use the blue one" + enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["option-001"],"custom":"use the blue one"}]}`)
}

func TestSeveral_nothingTickedIsAskedAgain(t *testing.T) {
	p := start(t, manyOptions(2, `"multiSelect":true,`))
	p.See("option-001")
	p.Send(enterSent)
	p.See("Nothing is ticked")
	p.See("> Choose again")
	p.Send(enterSent)
	p.See("> [ ]  option-001")
	p.Send(enterSent)
	p.See("> Choose again")
	p.Send(down)
	p.See("> Skip")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":[]}]}`)
}

func TestSeveral_selectAllTakesNeitherSkipNorCancel(t *testing.T) {
	p := start(t, manyOptions(2, `"multiSelect":true,`))
	p.See("option-001")
	p.Send(right)
	p.See("[x]  Other…")
	p.Send(down + down)
	p.See("> [x]  Other…")
	p.Send(" ")
	p.See("[ ]  Other…")
	p.Send(enterSent)
	p.want(0, `{"answers":[{"id":"q","selected":["option-001","option-002"]}]}`)
}
