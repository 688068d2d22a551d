package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"

	"turnpost/db/ladders"
	"turnpost/db/puzzles"
	"turnpost/db/seasons"
)

// checkOthers executes the statements of packages that stand on a transaction: of seasons,
// of ladders, and of what an archive is made of.
func checkOthers(t *testing.T, open func(*testing.T) *db.DB) {
	d := open(t)
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		game, player := aGame(t, tx)
		season, err := seasons.Add(tx, seasons.Tournament{Name: "turro-1", Rules: "turro", Pace: "3 days", Standing: true, Season: 1, Days: 9})
		require.NoError(t, err)
		for _, err := range []error{
			seasons.Join(tx, season.ID, player), seasons.Leave(tx, season.ID, player), seasons.Join(tx, season.ID, player),
			seasons.Place(tx, seasons.Entrant{Tournament: season.ID, Player: player, Division: 1, Number: 1}),
			seasons.SaveEntrant(tx, seasons.Entrant{Tournament: season.ID, Player: player, Division: 1}),
			seasons.AddDivision(tx, season.ID, 1), seasons.SaveDivision(tx, seasons.Division{Tournament: season.ID, Number: 1, BegunAt: tx.Now}),
			seasons.AddGame(tx, game, season.ID, 1, 1), seasons.Judge(tx, game, "exact"),
			seasons.Save(tx, season), seasons.PutOff(tx, season.ID, tx.Now.Add(time.Hour)), seasons.Follow(tx, season.ID, season.ID),
			ladders.Join(tx, "turro", player, tx.Now), ladders.Told(tx, "turro", player, 1, tx.Now), ladders.Save(tx, ladders.Rung{Rules: "turro", Player: player, SlideAt: tx.Now}),
			ladders.Move(tx, ladders.Rung{Rules: "turro", Player: player, Position: 2}, 1), ladders.Move(tx, ladders.Rung{Rules: "turro", Player: player, Position: 1}, 2),
			ladders.AddGame(tx, ladders.Game{ID: game, Rules: "turro", Challenger: player, Challenged: player}), ladders.EndGame(tx, game),
			tx.MakeArchiveKeys(1), tx.RotateArchiveKey(2), tx.AddTurning(game, db.Turning{Ply: 1, Lost: "all"}), tx.MarkTurning(game, 1, "x"),
		} {
			require.NoError(t, err)
		}
		for _, read := range []func() error{
			func() error { _, err := seasons.Get(tx, season.ID); return err },
			func() error { _, err := seasons.Named(tx, season.Name); return err },
			func() error { _, err := seasons.Latest(tx, "turro"); return err },
			func() error { _, err := seasons.Unfinished(tx); return err },
			func() error { _, err := seasons.Finished(tx, 5); return err },
			func() error { _, err := seasons.All(tx); return err },
			func() error { _, err := seasons.Begun(tx); return err },
			func() error { _, err := seasons.Of(tx, player); return err },
			func() error { _, err := seasons.Divisions(tx, season.ID); return err },
			func() error { _, err := seasons.Entrants(tx, season.ID); return err },
			func() error { _, err := seasons.InDivision(tx, season.ID, 1); return err },
			func() error { _, err := seasons.PlacesOf(tx, season.ID, player); return err },
			func() error { _, err := seasons.Count(tx, season.ID); return err },
			func() error { _, err := seasons.Counts(tx, []seasons.Tournament{season, season}); return err },
			func() error { _, err := seasons.Listed(tx, 5); return err },
			func() error { _, err := seasons.Games(tx, season.ID, 1); return err },
			func() error { _, _, err := seasons.OfGame(tx, game); return err },
			func() error { _, err := ladders.Get(tx, "turro", player); return err },
			func() error { _, err := ladders.Of(tx, player); return err },
			func() error { _, err := ladders.Count(tx, "turro"); return err },
			func() error { _, err := ladders.Place(tx, ladders.Rung{Rules: "turro", Position: 1}); return err },
			func() error { _, err := ladders.Places(tx, "turro", 1, 100); return err },
			func() error { _, err := ladders.Standings(tx, "turro", 1, 100); return err },
			func() error { _, err := ladders.Ladders(tx); return err },
			func() error { _, err := ladders.NextSlide(tx, time.Hour); return err },
			func() error { _, err := ladders.OfGame(tx, game); return err },
			func() error { _, err := ladders.Running(tx, "turro", player); return err },
			func() error { _, err := ladders.Since(tx, "turro", player, tx.Now); return err },
			func() error { _, err := puzzles.Waiting(tx); return err },
			func() error { _, err := puzzles.Count(tx); return err },
			func() error { _, _, err := tx.ArchiveKeys(); return err },
			func() error { _, err := tx.PublicPlayers(); return err },
			func() error { _, err := tx.PublicGames(); return err },
			func() error { _, err := tx.Moves(game); return err },
			func() error { _, err := tx.Turnings(game); return err },
			func() error { _, err := tx.TurningBoards(); return err },
		} {
			require.NoError(t, read())
		}
		_, err = seasons.Next(tx, 4)
		require.ErrorIs(t, err, db.ErrNotFound)
		return nil
	}))
}

// aGame begins a game of two, and names one of them.
func aGame(t *testing.T, tx *db.Tx) (game, player int64) {
	var players [2]int64
	for i, address := range []string{"ada@example.org", "bob@example.org"} {
		p, err := tx.AddPlayer(address, address, "A")
		require.NoError(t, err)
		players[i] = p.ID
	}
	i, err := tx.AddInvitation(db.Invitation{Rules: "turro", Challenger: players[0], Invitee: players[1], Side: "black", Pace: "3 days"}, func(int64) string { return "s" })
	require.NoError(t, err)
	g, err := tx.AddGame(i, "p", time.Hour)
	require.NoError(t, err)
	return g.ID, players[0]
}
