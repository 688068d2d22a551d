package templates_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/templates"
)

// TestVacationTense: a vacation is told of as to come, under way, or over.
func TestVacationTense(t *testing.T) {
	s := set(t)
	at := func(day int) time.Time { return time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC) }
	for now, want := range map[int][2]string{20: {"will be", "will be"}, 21: {"is", "are"}, 23: {"is", "are"}, 24: {"was", "were"}} {
		text := func(sec templates.Section) string {
			text, err := s.Text("en", templates.Message{Reader: "Ada", Now: at(now), Sections: []templates.Section{sec}})
			require.NoError(t, err)
			return text
		}
		pauses := []templates.ClockPause{{Why: "vacation", From: at(21), To: at(24)}, {Why: "vacation", You: true, From: at(21), To: at(24)}}
		got := text(&templates.Turn{Game: 3, Title: "Tug", Side: "black", Opponent: "Bob", ToMove: templates.MoverOpponent, Board: templates.Board{Diagram: "a b\n"}, GameClock: templates.GameClock{Pauses: pauses}})
		require.Contains(t, got, "Bob "+want[0]+" on vacation from ")
		require.Contains(t, got, "You "+want[1]+" on vacation from ")
		require.Contains(t, got, "You will get a message when Bob has moved.")
		require.Contains(t, text(&templates.OpponentAway{Who: "Bob", From: at(21), To: at(24)}), "Bob "+want[0]+" on vacation from ")
	}
}
