package command

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/clock"
	"turnpost/rules/all"
	"turnpost/rules/rulestest/three"
)

// typed writes what a command asks for: its type, and what is in it.
func typed(do any) string {
	switch do := do.(type) {
	case nil:
		return ""
	case Challenge:
		to := do.To.Addr + do.Name
		if do.Anyone {
			to = "anyone"
		}
		if do.Bot {
			to = "robot:" + do.Level
		}
		if do.Ladder {
			to = "ladder"
		}
		if do.Wrong != nil {
			return "Challenge " + to + " " + typed(*do.Wrong)
		}
		return fmt.Sprintf("Challenge %s %s %s %s %t", to, do.Proposed.Game.Name, do.Proposed.Side, do.Proposed.Pace, do.Proposed.Rated)
	case Misread:
		return strings.TrimSpace(fmt.Sprintf("Misread %s %v %s", do.Code, do.Near, map[bool]string{true: "hint"}[do.Hint]))
	case Standings:
		return fmt.Sprintf("Standings %d", len(do.Games))
	case Rules:
		if do.Game != nil {
			return "Rules " + do.Game.Name
		}
		return "Rules"
	case Vacation:
		return fmt.Sprintf("Vacation %s %s", day(do.First), day(do.Last))
	}
	text, err := json.Marshal(do)
	if err != nil {
		return err.Error()
	}
	name := reflect.TypeOf(do).Name()
	if string(text) == "{}" {
		return name
	}
	return name + " " + string(text)
}

func day(d Day) string {
	switch {
	case d.Unread:
		return "?"
	case d.Word != "":
		return d.Word
	}
	return d.Date.String()
}

// What each line asks for, with its type.
func TestTypedCommands(t *testing.T) {
	t.Parallel()
	games := append(all.Games(), three.Game())
	r, err := NewReader(games)
	require.NoError(t, err)
	for _, c := range []struct{ line, want string }{
		{"d3-d4", ""}, {"move d3-d4", ""}, {"Hello there", ""}, {"resign yourself", ""}, {"resign?", ""},
		{"preview d3-d4", `Preview {"Plies":"d3-d4"}`}, {"if d3-d4 then d5-d4", `SetConditionals {"Lines":"d3-d4 then d5-d4"}`}, {"draw", "Draw"}, {"undo", "Undo"}, {"yes", "Yes"}, {"no.", "No"}, {"#12 resign", "Resign"},
		{"challenge bob@example.org turro", "Challenge bob@example.org turro none 3d+1d/7d true"},
		{"challenge Bob <bob@example.org> turro as white pace fast weekdays, unrated", "Challenge bob@example.org turro white 1d+8h/2d weekdays false"},
		{"challenge bob@example.org rooya unrated as white pace fast weekdays", "Challenge bob@example.org rooya white 1d+8h/2d weekdays false"},
		{"challenge anyone rooya as random", "Challenge anyone rooya none 3d+1d/7d true"},
		{"challenge the robot turro", "Challenge robot: turro none 3d+1d/7d false"}, {"challenge bot rooya as white level 7.", "Challenge robot:7 rooya white 3d+1d/7d false"},
		{"challenge robot level 3 to turro as black pace fast", "Challenge robot:3 turro black 1d+8h/2d false"}, {"challenge computer roses level", "Challenge robot:? roses none 3d+1d/7d false"},
		{"challenge robot turro level 2 rated", "Challenge robot:2 turro none 3d+1d/7d true"}, {"challenge robot whist", "Challenge robot: Misread unknown-game []"},
		{"challenge robot roses 3", "Challenge robot:3 roses none 3d+1d/7d false"}, {"challenge robot 5 turro as white pace slow.", "Challenge robot:5 turro white 7d+2d/21d false"},
		{"robot turro level 9", "Challenge robot:9 turro none 3d+1d/7d false"}, {"Roboter roses Stufe 2 als Weiß", "Challenge robot:2 roses white 3d+1d/7d false"}, {"robot turro", "Challenge robot: turro none 3d+1d/7d false"},
		{"challenge robot turro lvl 4", "Challenge robot:4 turro none 3d+1d/7d false"}, {"robot wars are on tonight", "Misread usage [] hint"}, {"robot perhaps", "Misread bad-word []"},
		{"challenge robot", "Challenge robot: Misread robot-game []"}, {"challenge robot level 5!", "Challenge robot:5 Misread robot-game []"}, {"challenge robot as white", "Challenge robot: Misread robot-game []"},
		{"challenge ladder turro", "Challenge ladder turro none 3d+1d/7d true"}, {"Challenge the ladder of Le Rooya.", "Challenge ladder rooya none 3d+1d/7d true"},
		{"challenge ladder turro rated", "Challenge ladder turro none 3d+1d/7d true"}, {"challenge ladder turro unrated", "Challenge ladder Misread ladder-plain []"},
		{"challenge ladder turro as white", "Challenge ladder Misread ladder-plain []"}, {"challenge ladder turro pace slow", "Challenge ladder Misread ladder-plain []"},
		{"challenge ladder whist", "Challenge ladder Misread unknown-game []"}, {"challenge ladder", "Misread usage [] hint"},
		{"défier l'échelle turro", "Challenge ladder turro none 3d+1d/7d true"}, {"défier échelle turro", "Challenge ladder turro none 3d+1d/7d true"},
		{"sfida scala turro", "Challenge ladder turro none 3d+1d/7d true"}, {"herausfordern leiter turro", "Challenge ladder turro none 3d+1d/7d true"},
		{"ladder", `Ladder {"Game":"","What":""}`}, {"ladder turro", `Ladder {"Game":"turro","What":""}`}, {"ladder Le Rooya on.", `Ladder {"Game":"rooya","What":"on"}`},
		{"ladder turro off", `Ladder {"Game":"turro","What":"off"}`}, {"ladder off", `Ladder {"Game":"","What":"off"}`}, {"ladder on", "Misread usage [] hint"},
		{"ladder of fire", "Misread usage [] hint"}, {"ladder on my roof", "Misread usage [] hint"}, {"ladder whist on", "Misread usage [] hint"},
		{"échelle turro oui", `Ladder {"Game":"turro","What":"on"}`}, {"scala turro no", `Ladder {"Game":"turro","What":"off"}`}, {"Leiter Turro an", `Ladder {"Game":"turro","What":"on"}`}, {"Leiter aus Holz", "Misread usage [] hint"},
		{"challenge bob@example.org whist", "Challenge bob@example.org Misread unknown-game []"},
		{"challenge bob@example.org", "Challenge bob@example.org Misread usage []"},
		{"challenge bob@example.org turro as green", "Challenge bob@example.org Misread bad-side []"},
		{"challenge bob@example.org turro rated highly", "Challenge bob@example.org Misread bad-word []"},
		{"challenge bob turro", "Challenge bob turro none 3d+1d/7d true"}, {"challenge accepted", "Accept"},
		{"accept", "Accept"}, {"accept #12", "Accept"}, {"decline", "Decline"}, {"withdraw", "Withdraw"}, {"rematch", "Rematch"},
		{"block", `Block {"Address":{"Name":"","Addr":""},"Name":"","Off":false}`}, {"block bob@example.org", `Block {"Address":{"Name":"","Addr":"bob@example.org"},"Name":"","Off":false}`},
		{"block the road", "Misread usage [] hint"},
		{"board", `Board {"Words":false,"From":""}`}, {"board words", `Board {"Words":true,"From":""}`}, {"board unicode", `BoardStyle {"Style":"unicode"}`},
		{"history", "History"}, {"export", "Export"}, {"games", `Games {"Open":false}`}, {"games open", `Games {"Open":true}`},
		{"standings", fmt.Sprint("Standings ", len(games))}, {"standings turro", "Standings 1"}, {"standings whist", "Misread unknown-game [] hint"},
		{"help rated", `Help {"Verb":"standings"}`}, {"aide cotes", `Help {"Verb":"standings"}`}, {"hilfe gewertet", `Help {"Verb":"standings"}`}, {"help robots", `Help {"Verb":"robot"}`}, {"player Bob", `Player {"Who":"Bob"}`}, {"player", `Player {"Who":""}`}, {"rules", "Rules"}, {"rules turro", "Rules turro"},
		{"help", `Help {"Verb":""}`}, {"help resign", `Help {"Verb":"resign"}`}, {"help resing", "Misread no-command [resign] hint"},
		{"say hello", `Say {"Text":"hello","Implied":false}`}, {"note hello", `Note {"Text":"hello"}`}, {"notes", "Notes"}, {"publish notes", "Publish"}, {"publish", "Misread usage []"},
		{"name Ada Lovelace", `Name {"Name":"Ada Lovelace"}`}, {"lang français", `Lang {"Tag":"fr"}`}, {"lang xx", "Misread lang-unknown []"}, {"lang", "Misread usage []"},
		{"timezone", `Timezone {"Name":""}`}, {"timezone europe/rome", `Timezone {"Name":"Europe/Rome"}`}, {"timezone rome", "Misread no-zone [Europe/Rome Africa/Lome America/Nome]"}, {"timezone Atlantis", "Misread no-zone [Canada/Atlantic]"},
		{"digest", `Digest {"What":"","Day":null,"Minute":null}`}, {"digest now", `Digest {"What":"now","Day":null,"Minute":null}`},
		{"digest weekly monday at 7:30", `Digest {"What":"weekly","Day":1,"Minute":450}`}, {"digest daily 25:00", "Misread digest-time []"},
		{"digest weekly someday", "Misread digest-day []"}, {"digest often", "Misread usage []"}, {"digest now please", "Misread usage [] hint"},
		{"analysis off", `SwitchSetting {"What":"analysis","On":false}`}, {"Analyse an.", `SwitchSetting {"What":"analysis","On":true}`}, {"analisi sì", `SwitchSetting {"What":"analysis","On":true}`}, {"analyse non", `SwitchSetting {"What":"analysis","On":false}`},
		{"html off", `SwitchSetting {"What":"html","On":false}`}, {"HTML aus", `SwitchSetting {"What":"html","On":false}`}, {"html non", `SwitchSetting {"What":"html","On":false}`}, {"html sì.", `SwitchSetting {"What":"html","On":true}`},
		{"public on", `SwitchSetting {"What":"public","On":true}`}, {"Öffentlich aus.", `SwitchSetting {"What":"public","On":false}`}, {"pubblico sì", `SwitchSetting {"What":"public","On":true}`}, {"publique oui", `SwitchSetting {"What":"public","On":true}`},
		{"public holidays begin tomorrow", "Misread usage [] hint"}, {"public perhaps", "Misread bad-word []"},
		{"analysis", "Misread usage [] hint"}, {"analysis of it: I was lost", "Misread usage [] hint"}, {"analysis perhaps", "Misread bad-word []"},
		{"letters", `SetMessages {"Which":""}`}, {"letters mine", `SetMessages {"Which":"mine"}`}, {"letters few", "Misread bad-word []"}, {"letters are fun", "Misread usage [] hint"},
		{"vacation", "Vacations"}, {"vacation off", "VacationOff"}, {"vacation today to 2026-12-24", "Vacation today 2026-12-24"}, {"vacation from 2026/2/3 until tomorrow", "Vacation 2026-02-03 tomorrow"},
		{"vacation 2026-02-30 to 2026-03-01", "Vacation ? 2026-03-01"}, {"vacation 2026-02-03", "Misread usage []"}, {"vacation was great", "Misread usage [] hint"}, {"vacation was really great", "Misread usage [] hint"},
		{"address ada@work.example", `AddAddress {"Address":{"Name":"","Addr":"ada@work.example"}}`}, {"address off", `RemoveAddress {"Which":""}`}, {"address off ada@work.example", `RemoveAddress {"Which":"ada@work.example"}`},
		{"address the king", "Misread usage [] hint"}, {"settings", "Settings"}, {"stop", "Stop"}, {"forget me", "Forget"}, {"forget", "Misread usage [] hint"},
		{"défier bob@example.org turro avec les noirs", "Challenge bob@example.org turro black 3d+1d/7d true"}, {"sfida chiunque rooya ritmo lento", "Challenge anyone rooya none 7d+2d/21d true"},
	} {
		require.Equal(t, c.want, typed(r.Read(c.line, "").Do), c.line)
	}
}

// Every verb makes a value of some type, save that of plies alone.
func TestEveryVerbIsTyped(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for _, v := range r.Verbs() {
		do := r.Read(v.as(string(v.Name), nil), "").Do
		require.Equal(t, v.Name == VerbMove, do == nil, v.Name)
	}
}

// A day is another one tomorrow.
func TestDayOn(t *testing.T) {
	t.Parallel()
	today := clock.DateOf(time.Date(2026, 6, 19, 0, 0, 0, 0, time.UTC))
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	v := r.Read("vacation tomorrow to 2026-06-25", "").Do.(Vacation)
	require.Equal(t, [2]clock.Date{today.Add(1), today.Add(6)}, [2]clock.Date{v.First.On(today), v.Last.On(today)})
	require.Equal(t, today, Day{Word: "today"}.On(today))
}

// A line of conditionals that a mail program wrapped is one command; another
// command below it is none of its.
func TestReadAll(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	var got []string
	for _, c := range r.ReadAll([]string{"if d5-d4", "then c2-c3", "", "if d5-d4 then c2-c3 and", "d3-d4", "if d5-d4 then", "resign", "d3-d4"}, "") {
		got = append(got, c.Text)
	}
	require.Equal(t, []string{"if d5-d4 then c2-c3", "if d5-d4 then c2-c3 and d3-d4", "if d5-d4 then", "resign", "d3-d4"}, got)
}
