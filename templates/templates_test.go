package templates_test

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

func set(t *testing.T) *templates.Set {
	t.Helper()
	s, err := templates.New()
	require.NoError(t, err)
	return s
}

// sections has one filled section of each kind, and of each shape that a turn
// can have.
func sections() []templates.Section {
	plies := []templates.Ply{{N: 1, Side: "black", Move: "d3-d4"}, {N: 2, Side: "white", Move: "d5-d4"}}
	groups := []templates.Group{{Title: "a1", Moves: []templates.Numbered{{N: 1, Move: "a1-a2"}, {N: 2, Move: "a1-b2"}}}}
	notes := []templates.Note{{Text: "Careful."}, {Ply: 12, Text: strings.Repeat("Long ", 40)}}
	ratings := []templates.RatingLine{{Name: "Ada", Rating: "1662?"}, {Name: "Bob", Rating: "1338?", Before: "1500?"}}
	games := []templates.GameName{{Name: "tug", Title: "Tug of war", Author: "tradition", Year: 2000}}
	line := templates.GameLine{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 4, Board: templates.Board{Diagram: "a b\n"}, Result: "won", Reason: "pulled"}
	return append([]templates.Section{
		&templates.Turn{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Next: 3, ToMove: "you", Played: plies, Board: templates.Board{Diagram: "a b\n"},
			Recent: plies, Groups: groups, Example: "a1-a2", LastOfThree: true, Message: "Hello\nthere"},
		&templates.Turn{Game: 3, Title: "Tug", Side: "white", Opponent: "Bob", Next: 3, ToMove: "you", Second: true, Board: templates.Board{Diagram: "a b\n"}, Groups: groups, Example: "a1-a2"},
		&templates.Turn{Game: 3, Title: "Tug", Side: "white", Opponent: "Bob", Next: 3, ToMove: "opponent", Started: true, Board: templates.Board{Diagram: "a b\n"}},
		&templates.Turn{Game: 3, Title: "Tug", Side: "white", Opponent: "Bob", Next: 3, ToMove: "nobody", Board: templates.Board{Diagram: "a b\n"}, Result: "lost", Reason: "it was pulled", Transcript: plies, Notes: notes, MoreNotes: true, Ratings: ratings},
		&templates.Turn{Game: 3, Title: "Tug", Side: "white", Opponent: "Bob", Next: 3, ToMove: "nobody", Board: templates.Board{Diagram: "a b\n"}, Result: "won", Ending: "resigned"},
		&templates.Invitation{Game: 3, Title: "Tug", Name: "tug", Author: "tradition", Year: 2000, Challenger: "Bob", Address: "bob@example.org",
			Side: "black", Brief: "Pull.", Board: templates.Board{Diagram: "a b\n"}, Message: "Come on", NewHere: true},
		&templates.Invited{Game: 3, Title: "Tug", Invitee: "Bob", Address: "bob@example.org", Side: "white"},
		&templates.Answered{Game: 3, Title: "Tug", By: "Bob", Other: "Ada", How: "declined", Message: "No"},
		&templates.Answered{Game: 3, Title: "Tug", By: "Ada", Other: "Bob", You: true, How: "withdrawn"},
		&templates.Games{Waiting: []templates.GameLine{line}, Others: []templates.GameLine{line}, Finished: []templates.GameLine{line},
			Invitations: []templates.InvitationLine{{Game: 4, Title: "Tug", Other: "Bob", Mine: true}, {Game: 5, Title: "Tug", Other: "Eve"}}},
		&templates.Games{},
		&templates.History{Game: 3, Title: "Tug", Black: "Ada", White: "Bob", Plies: plies, Result: "draw", Reason: "repetition"},
		&templates.History{Game: 3, Title: "Tug", Black: "Ada", White: "Bob", Result: "none"},
		&templates.Rules{Title: "Tug", Name: "tug", Text: "Pull.\n"},
		&templates.GameList{Games: games},
		&templates.Help{Groups: []templates.CommandGroup{{Name: "playing", Commands: []string{"resign"}}}, Games: games, New: true},
		&templates.Help{Command: "resign"},
		&templates.Said{Game: 3, Title: "Tug", Author: "Bob", Message: "Hello\n\nthere", YourMove: true, Several: true},
		&templates.Said{Game: 3, Title: "Tug", Author: "Bob", Message: "Hello", Over: true},
		&templates.Said{Game: 3, Title: "Tug", Author: "Bob", Message: "Hello"},
		&templates.Notes{Game: 3, Title: "Tug", Notes: notes, All: true},
		&templates.Notes{Game: 3, Title: "Tug", Notes: notes, Shown: "all", Opponent: "Bob"},
		&templates.Notes{Game: 3, Title: "Tug", Notes: notes, All: true, Shown: "some", Opponent: "Bob"},
		&templates.Notes{Game: 3, Title: "Tug"},
		&templates.Notes{Game: 3, Title: "Tug", Notes: notes, Published: true, You: true, Author: "Ada", Opponent: "Bob"},
		&templates.Notes{Game: 3, Title: "Tug", Notes: notes, Published: true, Author: "Ada"},
		&templates.Settings{Changed: "name", Settings: []templates.Setting{{Name: "name", Value: "Ada"}, {Name: "timezone", Value: "UTC"}, {Name: "digest", Value: "weekly", Day: time.Monday, At: "07:30"}, {Name: "vacation"}, {Name: "blocked", Addresses: []string{"eve@example.org"}}, {Name: "address", Value: "ada@example.org"}}},
		&templates.Settings{},
		&templates.Zone{Name: "Europe/Rome", Changed: true},
		&templates.Zone{Name: "UTC"},
		&templates.Export{Game: 3, Title: "Tug", Text: "Turnpost record 1\n"},
		&templates.Standings{Games: []templates.GameRanks{{Title: "Tug", Ranks: []templates.Rank{{Rank: 1, Name: "Ada", Rating: "1662?", Games: 1, You: true}}}, {Title: "War"}}},
		&templates.Person{Name: "Bob", Turns: 2, OnTime: 100, Records: []templates.GameRecord{{Title: "Tug", Rating: "1500", Won: 1, Running: 2, Others: 1,
			Against: []templates.Against{{Opponent: "Ada", Won: 1}}}}},
		&templates.Person{Name: "Ada", You: true},
		&templates.Stopped{Games: 2, Invitations: 1},
		&templates.Forgotten{Address: "ada@example.org", Games: 1},
		&templates.Asking{What: "stop", Games: 1, Invitations: 2},
		&templates.Asking{What: "forget"},
		&templates.Kept{What: "stop"},
		&templates.Blocked{Who: "bob@example.org", Declined: 1, Running: 2},
		&templates.OpenChallenges{},
		&templates.OpenChallenges{Lines: []templates.OpenLine{{Game: 3, Title: "Tug", Name: "tug", Challenger: "Bob", Side: "black", Pace: "3d+1d/7d"},
			{Game: 4, Title: "Tug", Name: "tug", Challenger: "Ada", Mine: true, Side: "white", Pace: "3d+1d/7d weekdays"}}},
		&templates.Invited{Game: 3, Title: "Tug", Side: "white"},
		&templates.NotYou{Game: 3, Title: "Tug", From: "eve@example.org"},
		&templates.Turn{Game: 3, Title: "Tug", Side: "white", Opponent: "Bob", Next: 3, ToMove: "opponent", Board: templates.Board{Diagram: "a b\n"}, News: news(plies)},
		&templates.Preview{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Plies: plies, Board: templates.Board{Diagram: "a b\n"}, ToMove: "you", Legal: 1, LastOfThree: true},
		&templates.Preview{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Plies: plies, Board: templates.Board{Diagram: "a b\n"}, ToMove: "nobody", Result: "drawn", Reason: "it tore"},
		&templates.Conditionals{Game: 3, Title: "Tug", Opponent: "Bob", Lines: []string{"if a1-a2 then b1-b2, if a2-a3 then b2-b3, if a3-a4 then b3-b4, if a4-a5 then b4-b5"}},
		&templates.Conditionals{Game: 3, Title: "Tug", Opponent: "Bob"},
		&templates.InWords{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 4, ToMove: "you", Sentences: []string{"Black is to move.", "The rope is in the middle."},
			Moves: []templates.MoveInWords{{N: 1, Move: "a1", Words: "pull on a1"}}},
		&templates.InWords{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 4, ToMove: "opponent", Sentences: []string{"White is to move."}},
	}, timeSections()...)
}

// news has each kind of news, in each shape.
func news(plies []templates.Ply) []templates.News {
	var out []templates.News
	long := []string{"if a1-a2 then b1-b2, if a2-a3 then b2-b3, if a3-a4 then b3-b4, if a4-a5 then b4-b5"}
	for _, code := range []string{"declined", "lapsed", "missed", "undone", "fired", "died", "misfired"} {
		for _, what := range []string{"draw", "undo", "left", "undone", "over", "own", "both"} {
			for _, you := range []bool{false, true} {
				out = append(out, templates.News{Kind: code, You: you, Opponent: "Bob", What: what, Next: 3, Plies: plies, Lines: long,
					Problem: templates.Problem{Code: "if-move", Args: []any{"a1", "there is no cell"}}})
			}
		}
	}
	return out
}

// Every section has its templates, they need no key that it lacks, and what
// they set keeps to the columns and to the gutter.
func TestEverySectionIsSet(t *testing.T) {
	s := set(t)
	for _, sec := range sections() {
		t.Run(reflect.TypeOf(sec).Elem().Name(), func(t *testing.T) {
			text, err := s.Text("en", templates.Letter{Reader: "Ada", Rule: "== rule ==", Sections: []templates.Section{sec}})
			require.NoError(t, err)
			lines := strings.Split(text, "\n")
			require.NotEmpty(t, lines[0], "the first line says what matters")
			require.Equal(t, []string{"", "== rule ==", ""}, lines[1:4])
			require.NotContains(t, text, "\n\n\n")
			require.NotContains(t, text, "<no value>")
			require.NotContains(t, text, "%!")
			for _, line := range lines[1:] {
				require.LessOrEqual(t, len(line), 78, line)
			}
			require.Contains(t, text, "\n-- \n", "the signature mark keeps its space")
		})
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

// TestLongNames: names of the greatest length leave no line too long.
func TestLongNames(t *testing.T) {
	s := set(t)
	long := strings.NewReplacer("Ada", "Ada "+strings.Repeat("Augusta ", 4)+"Lady", "Bob", strings.Repeat("B", 40), "Eve", strings.Repeat("Ève ", 10)[:44])
	for _, sec := range sections() {
		rename(reflect.ValueOf(sec), long.Replace)
		text, err := s.Text("en", templates.Letter{Reader: long.Replace("Ada"), Rule: "== rule ==", Sections: []templates.Section{sec}})
		require.NoError(t, err)
		for _, line := range strings.Split(text, "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), 78, line)
		}
	}
}

// TestHeads: a first line says the most that fits, and always of which game.
func TestHeads(t *testing.T) {
	s := set(t)
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	turn := templates.Turn{Game: 1, Title: "Guerre des deux roses", Side: "white", Opponent: "Ada", Next: 3, ToMove: "you", Board: templates.Board{Diagram: "a b\n"}, Example: "a1",
		Groups: []templates.Group{{Title: "a1", Moves: []templates.Numbered{{N: 1, Move: "a1"}}}}, Due: now.AddDate(0, 0, 3)}
	second, asked, reminded, far := turn, turn, turn, turn
	second.Second = true
	asked.Second, asked.Offer = true, "undo"
	reminded.Reminder = "half"
	far.Due, far.Second = now.AddDate(0, 0, 20), true
	undo := asked
	undo.Second = false
	drawn := turn
	drawn.ToMove, drawn.Result, drawn.Reason = "nobody", "drawn", "the same position arose for the third time in a row"
	for sec, want := range map[*templates.Turn]string{
		&turn:     "Your move, Bob: ply 3, due Monday 09:00 (Guerre des deux roses #1)",
		&second:   "Your second move, Bob: ply 3, due Monday 09:00 (Guerre des deux roses #1)",
		&asked:    "Ada asks to go back. Your second move, due... (Guerre des deux roses #1)",
		&undo:     "Ada asks to go back. Your move, due Monday 09:00 (Guerre des deux roses #1)",
		&reminded: "A reminder, Bob: ply 3 is due Monday 09:00 (Guerre des deux roses #1)",
		&far:      "Your second move, Bob: ply 3, due 10 December 09:00 (Guerre des deux roses #1)",
		&drawn:    "The game is a draw: the same position arose for... (Guerre des deux roses #1)",
	} {
		text, err := s.Text("en", templates.Letter{Reader: "Bob", Now: now, Sections: []templates.Section{sec}})
		require.NoError(t, err)
		head, _, _ := strings.Cut(text, "\n")
		require.Equal(t, want, head)
		require.LessOrEqual(t, len(head), 78)
	}
}

// TestEcho: a player's line is repeated within the columns, and not for ever.
func TestEcho(t *testing.T) {
	word, story := strings.Repeat("x", 200), strings.Repeat("words ", 200)
	text, err := set(t).Text("en", templates.Letter{Reader: "Ada", Receipt: &templates.Receipt{Done: []string{"#1 a1"}, Held: []string{story},
		Problems: []templates.Problem{{Line: word, Code: "unknown"}}}})
	require.NoError(t, err)
	require.Less(t, len(text), 1500)
	require.Contains(t, text, "\n| ...\n")
	for _, line := range strings.Split(text, "\n") {
		require.LessOrEqual(t, len(line), 78, line)
	}
}

func TestSeveralSections(t *testing.T) {
	l := templates.Letter{Reader: "Ada", Sections: []templates.Section{sections()[0], sections()[5]}}
	l.Severally()
	text, err := set(t).Text("en", l)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "Your move, Ada: ply 3 (Tug #3)\n"), "the first section opens the letter")
	require.Contains(t, text, "\n* Bob invites you, Ada, to a game of Tug (#3)\n")
	require.Contains(t, text, "#3 a1-a2", "commands need the game's number")
	require.Contains(t, text, "accept #3")
	require.NotContains(t, text, "number in this list")
}

func TestReceipt(t *testing.T) {
	failed := &templates.Receipt{Problems: []templates.Problem{{Line: "a1-a9", Code: "move", Args: []any{"there is no cell a9; none at all"}, Near: []string{"a1-a2", "a1-b2"}}}}
	text, err := set(t).Text("en", templates.Letter{Reader: "Ada", Receipt: failed, Sections: []templates.Section{sections()[0]}})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "Nothing was done, Ada: there is no cell a9\n"), text)
	require.Contains(t, text, "| a1-a9\nThere is no cell a9; none at all.\nDid you mean a1-a2 or a1-b2?\n")

	half := &templates.Receipt{Done: []string{"#1 a1"}, Problems: failed.Problems}
	text, err = set(t).Text("en", templates.Letter{Reader: "Ada", Receipt: half, Sections: []templates.Section{sections()[0]}})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(text, "Not all was done, Ada: there is no cell a9\n"), text)
	require.Contains(t, text, "Done:\n\n| #1 a1\n\nNot done:\n\n| a1-a9\n")
}

func TestErrors(t *testing.T) {
	_, err := set(t).Text("xx", templates.Letter{})
	require.ErrorContains(t, err, `no language "xx"`)
	_, err = set(t).Text("en", templates.Letter{})
	require.ErrorContains(t, err, "without a section")
	unknown := &templates.Receipt{Problems: []templates.Problem{{Code: "no-such-code"}}}
	_, err = set(t).Text("en", templates.Letter{Receipt: unknown})
	require.ErrorContains(t, err, "problem.no-such-code")
}
