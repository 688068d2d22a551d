package tournament_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/seasons"
	"turnpost/mail/club/tournament"

	"turnpost/rules"
)

// What each game is worth to each of two, whichever side moves first.
func TestWhatStandsInACell(t *testing.T) {
	entrants := []seasons.Entrant{{Player: 1, Number: 1}, {Player: 2, Number: 2}, {Player: 3, Number: 3, Cancelled: true}}
	var games []seasons.Game
	for _, result := range []string{"black", "white", "draw", "none", "void"} {
		games = append(games, seasons.Game{Black: 1, White: 2, Result: result})
	}
	games = append(games, seasons.Game{Black: 2, White: 1, Result: "black"}, seasons.Game{Black: 3, White: 1, Result: "black"}, seasons.Game{Black: 1, White: 9, Result: "black"})
	for _, first := range []rules.Side{rules.Black, rules.White} {
		rows := tournament.RowsOf(entrants, games, first)
		of := map[int64]tournament.Row{}
		for _, r := range rows {
			of[r.ID] = r
		}
		require.Equal(t, [3]int{3, 4, 1}, [3]int{of[1].Points, of[1].Played, of[1].Left})
		require.Equal(t, [3]int{5, 4, 1}, [3]int{of[2].Points, of[2].Played, of[2].Left})
		require.Equal(t, "10½·-0", tournament.CrossTableCell(games, of[1].RankedPlayer, of[2].RankedPlayer))
		require.Equal(t, "01½·-1", tournament.CrossTableCell(games, of[2].RankedPlayer, of[1].RankedPlayer))
		require.Equal(t, "-", tournament.CrossTableCell(games, of[3].RankedPlayer, of[1].RankedPlayer))
		require.Empty(t, tournament.CrossTableCell(games, of[1].RankedPlayer, of[1].RankedPlayer))
		require.Equal(t, "1", tournament.PlaceText(rows[0]))
	}
	require.Equal(t, []string{"0", "½", "1", "1½", "¼", "10¾"},
		[]string{tournament.HalvesText(0), tournament.HalvesText(1), tournament.HalvesText(2), tournament.HalvesText(3), tournament.QuartersText(1), tournament.QuartersText(43)})
}
