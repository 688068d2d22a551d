package templates_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
	"turnpost/templates/sample"
)

func set(t *testing.T) *templates.Catalogues {
	t.Helper()
	s, err := templates.New()
	require.NoError(t, err)
	return s
}

// sections are the sections of the samples that have one.
func sections() []templates.Section {
	var out []templates.Section
	for _, s := range sample.Letters() {
		if len(s.Message.Sections) == 1 && s.Message.Receipt == nil {
			out = append(out, s.Message.Sections[0])
		}
	}
	return out
}

// kind is the first section of a kind.
func kind(t *testing.T, name string) templates.Section {
	t.Helper()
	for _, sec := range sections() {
		if templates.Kind(sec) == name {
			return sec
		}
	}
	require.Fail(t, "no sample", name)
	return nil
}

// Every section has its templates in every language, they need no key that it
// lacks, and what they set keeps to the columns and to the gutter.
func TestEverySectionIsSet(t *testing.T) {
	s := set(t)
	for _, lang := range templates.Languages() {
		for _, sec := range sections() {
			name := lang + "/" + reflect.TypeOf(sec).Elem().Name()
			text, err := s.Text(lang, templates.Message{Reader: "Ada", Rule: "== rule ==", Sections: []templates.Section{sec}})
			require.NoError(t, err, name)
			lines := strings.Split(text, "\n")
			require.NotEmpty(t, lines[0], "%s: the first line says what matters", name)
			rule := slices.Index(lines, "== rule ==")
			require.Less(t, rule, 4, "%s: the first line may need a second one", name)
			require.Equal(t, []string{"", "== rule ==", ""}, lines[rule-1:rule+2], name)
			require.NotContains(t, text, "\n\n\n", name)
			require.NotContains(t, text, "<no value>", name)
			require.NotContains(t, text, "{{", name)
			require.NotContains(t, text, "%!", name)
			for _, line := range lines {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 78, "%s: %s", name, line)
			}
			require.Contains(t, text, "\n-- \n", "%s: the signature mark keeps its space", name)
		}
	}
}

// rename gives everybody in a section a name of another length.
func rename(v reflect.Value, to func(string) string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			rename(v.Elem(), to)
		}
	case reflect.Slice:
		for i := range v.Len() {
			rename(v.Index(i), to)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type() != reflect.TypeFor[time.Time]() {
				rename(v.Field(i), to)
			}
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(to(v.String()))
		}
	}
}

// TestLongNames: names of the greatest length leave no line too long, and cut no first line.
func TestLongNames(t *testing.T) {
	s := set(t)
	long := strings.NewReplacer("Ada", "Ada "+strings.Repeat("Augusta ", 4)+"Lady", "Bob", strings.Repeat("B", 40), "Eve", strings.Repeat("Ève ", 10)[:44])
	for i := range sections() {
		sec := sections()[i] // of its own: some share what they hold
		rename(reflect.ValueOf(sec), long.Replace)
		for _, lang := range templates.Languages() {
			text, err := s.Text(lang, templates.Message{Reader: long.Replace("Ada"), Rule: "== rule ==", Sections: []templates.Section{sec}})
			require.NoError(t, err)
			opening, _, _ := strings.Cut(text, "== rule ==")
			require.NotRegexp(t, `\.\.\.|…`, opening)
			for _, line := range strings.Split(text, "\n") {
				require.True(t, lang != "en" || utf8.RuneCountInString(line) <= 78, line)
			}
		}
	}
}

// TestHeads: a first line says the most that fits, and always of which game; and which
// zone its time is in, where the reader has set none.
func TestHeads(t *testing.T) {
	s := set(t)
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.FixedZone("Europe/Rome", 3600))
	turn := templates.Turn{Game: 1, Title: "Guerre des deux roses", Side: "white", Opponent: "Ada", Next: 3, ToMove: templates.MoverYou, Board: templates.Board{Diagram: "a b\n"}, Example: "a1", Groups: []templates.MoveGroup{{Title: "a1", Moves: []templates.NumberedMove{{N: 1, Move: "a1"}}}}, GameClock: templates.GameClock{Due: now.AddDate(0, 0, 3)}}
	second, asked, reminded, far := turn, turn, turn, turn
	second.Second = true
	asked.Second, asked.Offer = true, "undo"
	reminded.Reminder = templates.ReminderHalf
	far.Due, far.Second = now.AddDate(0, 0, 20), true
	undo := asked
	undo.Second = false
	drawn := turn
	drawn.ToMove, drawn.Result, drawn.Reason = "nobody", "drawn", "the same position arose for the third time in a row"
	for sec, want := range map[*templates.Turn][2]string{
		&turn: {"Your move, Bob (move 3), due Monday 09:00 (Guerre des deux roses #1)",
			"Your move, Bob (move 3), due Monday 09:00 UTC (Guerre des deux roses #1)"},
		&second: {"Your second move, Bob (move 3), due Monday 09:00 (Guerre des deux roses #1)",
			"Your second move (move 3), due Monday 09:00 UTC (Guerre des deux roses #1)"},
		&asked: {"Ada asks to take a turn back. Your second move, due Monday 09:00 (#1)",
			"Ada asks to take a turn back. Your second move, due Monday 09:00 UTC (#1)"},
		&undo: {"Ada asks to take a turn back. Your move, due Monday 09:00 (#1)",
			"Ada asks to take a turn back. Your move, due Monday 09:00 UTC (#1)"},
		&reminded: {"A reminder, Bob: move 3 is due Monday 09:00 (Guerre des deux roses #1)",
			"A reminder, Bob: move 3 is due Monday 09:00 UTC (Guerre des deux roses #1)"},
		&far: {"Your second move (move 3), due 10 December 09:00 (Guerre des deux roses #1)",
			"Your second move (move 3), due 10 December 09:00 UTC (#1)"},
		&drawn: {"The game is a draw: the same position arose for the third time in a row (#1)",
			"The game is a draw: the same position arose for the third time in a row (#1)"},
	} {
		for i, zone := range []*time.Location{now.Location(), time.UTC} {
			there := *sec
			if !there.Due.IsZero() {
				// The same on the clocks of the other zone.
				there.Due = time.Date(2026, there.Due.Month(), there.Due.Day(), 9, 0, 0, 0, zone)
			}
			text, err := s.Text("en", templates.Message{Reader: "Bob", Now: time.Date(2026, 11, 20, 9, 0, 0, 0, zone), Sections: []templates.Section{&there}})
			require.NoError(t, err)
			head, _, _ := strings.Cut(text, "\n")
			require.Equal(t, want[i], head)
			require.LessOrEqual(t, len(head), 78)
		}
	}
}

// TestEcho: a player's line is repeated within the columns, and not for ever.
func TestEcho(t *testing.T) {
	word, story := strings.Repeat("x", 200), strings.Repeat("words ", 200)
	text, err := set(t).Text("en", templates.Message{Reader: "Ada", Receipt: &templates.Receipt{Done: []string{"#1 a1"}, Held: []string{story},
		Problems: []templates.Problem{{Line: word, Code: "unknown"}}}})
	require.NoError(t, err)
	require.Less(t, len(text), 1500)
	require.Contains(t, text, "\n| ...\n")
	for _, line := range strings.Split(text, "\n") {
		require.LessOrEqual(t, len(line), 78, line)
	}
}

func TestSeveralSections(t *testing.T) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	l := templates.Message{Reader: "Ada", Now: now, Sections: []templates.Section{kind(t, "turn"), kind(t, "invitation")}}
	l.Several = true
	text, err := set(t).Text("en", l)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "Your move, Ada (move 9), due Thursday 18:00 (Tug #3)\n"), "the first section opens the letter")
	require.Contains(t, text, "\n* Bob invites you, Ada, to a game of Tug (#5)\n")
	require.Contains(t, text, "#3 l", "commands need the game's number")
	require.Contains(t, text, "accept #5")
	require.NotContains(t, text, "number in this list")
}

func TestReceipt(t *testing.T) {
	failed := &templates.Receipt{Problems: []templates.Problem{{Line: "a1-a9", Code: "move", Args: []any{"there is no cell a9; none at all"}, Near: []string{"a1-a2", "a1-b2"}}}}
	text, err := set(t).Text("en", templates.Message{Reader: "Ada", Receipt: failed, Sections: []templates.Section{kind(t, "turn")}})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "Nothing was done, Ada: there is no cell a9\n"), text)
	require.Contains(t, text, "| a1-a9\nThere is no cell a9; none at all.\nDid you mean a1-a2 or a1-b2?\n")

	half := &templates.Receipt{Done: []string{"#1 a1"}, Problems: failed.Problems}
	text, err = set(t).Text("en", templates.Message{Reader: "Ada", Receipt: half, Sections: []templates.Section{kind(t, "turn")}})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "Not everything was done, Ada: there is no cell a9\n"), text)
	require.Contains(t, text, "Done:\n\n| #1 a1\n\nNot done:\n\n| a1-a9\n")
}

func TestErrors(t *testing.T) {
	_, err := set(t).Text("xx", templates.Message{})
	require.ErrorContains(t, err, `no language "xx"`)
	_, err = set(t).Text("en", templates.Message{})
	require.ErrorContains(t, err, "without a section")
	unknown := &templates.Receipt{Problems: []templates.Problem{{Code: "no-such-code"}}}
	_, err = set(t).Text("en", templates.Message{Receipt: unknown})
	require.ErrorContains(t, err, "problem.no-such-code")
}
