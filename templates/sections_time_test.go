package templates_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// timeSections has one filled section of each kind of sections_time.go, and of
// each shape that matters.
func timeSections() []templates.Section {
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC) }
	plies := []templates.Ply{{N: 1, Side: "black", Move: "d3-d4"}, {N: 2, Side: "white", Move: "d5-d4"}}
	pauses := []templates.Pause{{Why: "vacation", From: at(21, 0), To: at(23, 0)}, {Why: "bounce", You: true, From: at(19, 0)}, {Why: "down", From: at(18, 0), To: at(19, 0)}}
	turn := func(toMove, reminder string, standing bool) *templates.Turn {
		return &templates.Turn{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", Next: 3, ToMove: toMove, Board: templates.Board{Diagram: "a b\n"}, Example: "a1-a2",
			Pace: "3d+1d/7d", Due: at(22, 9), Grace: at(22, 21), Reminder: reminder, Standing: standing, Pauses: pauses,
			Groups: []templates.Group{{Title: "a1", Moves: []templates.Numbered{{N: 1, Move: "a1-a2"}}}}}
	}
	game := templates.DigestGame{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 3, Due: at(22, 9), Board: templates.Board{Diagram: "a b\n"}, Recent: plies,
		Messages: []string{"Hello\nthere"}, Offer: "draw", Pauses: pauses, Example: "a1-a2"}
	late, still, over := game, game, game
	late.Due, late.Grace, late.Second, late.OfferYours = at(19, 9), at(20, 18), true, true
	still.Standing, still.Board, still.Messages = true, templates.Board{}, nil
	over.Result, over.Ending, over.Messages = "won", "time", nil
	ended := over
	ended.Ending, ended.Reason = "", "it was pulled"
	away := templates.Away{First: at(21, 0), Last: at(23, 0), Days: 3}
	set := &templates.DigestSet{Digest: "weekly", Day: time.Monday, At: "07:30", Zone: "Europe/Rome", Next: at(23, 7), Letters: "every"}
	line := templates.GameLine{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 4}
	return []templates.Section{
		turn("you", "half", false), turn("you", "day", true), turn("you", "over", false), turn("opponent", "", false), turn("opponent", "", true),
		&templates.Turn{Game: 3, Title: "Tug", Side: "white", Opponent: "Bob", ToMove: "nobody", Board: templates.Board{Diagram: "a b\n"}, Result: "won", Ending: "time"},
		&templates.Turn{Game: 3, Title: "Tug", Side: "white", Opponent: "Bob", ToMove: "nobody", Board: templates.Board{Diagram: "a b\n"}, Result: "lost", Ending: "time"},
		&templates.Expired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org", Mine: true},
		&templates.Expired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org"},
		&templates.Expired{Game: 3, Title: "Tug", Name: "tug", Mine: true},
		&templates.Expired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org", Mine: true, Undelivered: true},
		&templates.Expired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Mine: true, Undelivered: true},
		&templates.Vacation{Set: &away, Told: 1, Planned: []templates.Away{away}, Years: []templates.Year{{Year: 2026, Left: 27}}, PerYear: 30, Zone: "UTC"},
		&templates.Vacation{Ended: true, Dropped: 1, Told: 2, PerYear: 30, Zone: "UTC", Years: []templates.Year{{Year: 2026, Left: 30}}},
		&templates.OpponentAway{Who: "Bob", From: at(21, 0), To: at(24, 0), Games: []templates.GameLine{line}},
		&templates.OpponentAway{Who: "Bob", From: at(21, 0), To: at(24, 0), Instead: true, Games: []templates.GameLine{line}},
		&templates.OpponentAway{Who: "Bob", Off: true, Games: []templates.GameLine{line, line}},
		&templates.VacationOffer{Running: 2, PerYear: 30},
		set,
		&templates.DigestSet{Digest: "daily", At: "07:30", Zone: "UTC", Next: at(21, 7), Letters: "digest"},
		&templates.DigestSet{Digest: "off", Letters: "mine", NoLetters: true},
		&templates.LettersSet{Letters: "every", Changed: true},
		&templates.LettersSet{Letters: "mine"},
		&templates.LettersSet{Letters: "digest", Changed: true, Begun: true, Digest: set},
		&templates.Digest{Pauses: pauses[1:], Waiting: []templates.DigestGame{late, game, still}, Others: []templates.DigestGame{game, still}, Finished: []templates.DigestGame{over, ended},
			Invitations: []templates.InvitationLine{{Game: 4, Title: "Tug", Other: "Bob", Mine: true}, {Game: 5, Title: "Tug", Other: "Eve"}, {Game: 6, Title: "Tug", Mine: true}},
			Since:       at(13, 7), Boardless: 1, FirstBoardless: 3, Most: 4},
		&templates.Digest{},
	}
}

// TestVacationTense: a vacation is told of as to come, under way, or over.
func TestVacationTense(t *testing.T) {
	s := set(t)
	at := func(day int) time.Time { return time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC) }
	for now, want := range map[int][2]string{20: {"will be", "will be"}, 21: {"is", "are"}, 23: {"is", "are"}, 24: {"was", "were"}} {
		text := func(sec templates.Section) string {
			text, err := s.Text("en", templates.Letter{Reader: "Ada", Now: at(now), Sections: []templates.Section{sec}})
			require.NoError(t, err)
			return text
		}
		pauses := []templates.Pause{{Why: "vacation", From: at(21), To: at(24)}, {Why: "vacation", You: true, From: at(21), To: at(24)}}
		got := text(&templates.Turn{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", ToMove: "opponent", Board: templates.Board{Diagram: "a b\n"}, Pauses: pauses})
		require.Contains(t, got, "Bob "+want[0]+" on vacation from ")
		require.Contains(t, got, "You "+want[1]+" on vacation from ")
		require.Contains(t, got, "You will hear when Bob has moved.")
		require.Contains(t, text(&templates.OpponentAway{Who: "Bob", From: at(21), To: at(24)}), "Bob "+want[0]+" on vacation from ")
	}
}
