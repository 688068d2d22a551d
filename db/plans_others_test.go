package db_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/puzzles"
	"turnpost/db/tournaments"
)

// checkOthers executes the statements of packages that stand on a transaction: of seasons,
// of ladders, and of what an archive is made of.
func checkOthers(t *testing.T, open func(*testing.T) *db.DB) {
	d := open(t)
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		game, player := aGame(t, tx)
		season, err := tournaments.Add(tx, tournaments.Tournament{Name: "turro-1", Rules: "turro", Pace: "3 days", Standing: true, Season: 1, Days: 9})
		require.NoError(t, err)
		for _, err := range []error{
			tournaments.Join(tx, season.ID, player), tournaments.Leave(tx, season.ID, player), tournaments.Join(tx, season.ID, player),
			tournaments.Place(tx, tournaments.Entrant{Tournament: season.ID, Player: player, Division: 1, Number: 1}),
			tournaments.SaveEntrant(tx, tournaments.Entrant{Tournament: season.ID, Player: player, Division: 1}),
			tournaments.AddGuest(tx, season.ID, player), tournaments.GuestAnswers(tx, season.ID, player, true),
			tournaments.AddDivision(tx, season.ID, 1), tournaments.SaveDivision(tx, tournaments.Division{Tournament: season.ID, Number: 1, BegunAt: tx.Now}),
			tournaments.AddGame(tx, game, season.ID, 1, 1), tournaments.StoreAdjudication(tx, game, tournaments.ByProof),
			tournaments.Save(tx, season), tournaments.PutOff(tx, season.ID, tx.Now.Add(time.Hour)), tournaments.CarryOver(tx, season.ID, season.ID),
			tournaments.JoinLadder(tx, "turro", player, tx.Now), tournaments.RungTold(tx, "turro", player, 1, tx.Now), tournaments.SaveRung(tx, tournaments.LadderRung{Rules: "turro", Player: player, SlideAt: tx.Now}),
			tournaments.MoveRung(tx, tournaments.LadderRung{Rules: "turro", Player: player, Position: 2}, 1), tournaments.MoveRung(tx, tournaments.LadderRung{Rules: "turro", Player: player, Position: 1}, 2),
			tournaments.AddLadderGame(tx, tournaments.LadderGame{ID: game, Rules: "turro", Challenger: player, Challenged: player}), tournaments.EndLadderGame(tx, game),
			tx.MakeArchiveKeys(1), tx.RotateArchiveKey(2), tx.AddTurning(game, db.TurningPly{Ply: 1, Lost: "all"}), tx.MarkTurning(game, 1, "x"),
		} {
			require.NoError(t, err)
		}
		for _, read := range []func() error{
			func() error { _, err := tournaments.Get(tx, season.ID); return err },
			func() error { _, err := tournaments.Named(tx, season.Name); return err },
			func() error { _, err := tournaments.Latest(tx, "turro"); return err },
			func() error { _, err := tournaments.Unfinished(tx); return err },
			func() error { _, err := tournaments.Finished(tx, 5); return err },
			func() error { _, err := tournaments.All(tx); return err },
			func() error { _, err := tournaments.Begun(tx); return err },
			func() error { _, err := tournaments.Of(tx, player); return err },
			func() error { _, err := tournaments.Divisions(tx, season.ID); return err },
			func() error { _, err := tournaments.Entrants(tx, season.ID); return err },
			func() error { _, err := tournaments.InDivision(tx, season.ID, 1); return err },
			func() error { _, err := tournaments.PlacesOf(tx, season.ID, player); return err },
			func() error { _, err := tournaments.Count(tx, season.ID); return err },
			func() error { _, err := tournaments.Guests(tx, season.ID); return err },
			func() error { _, err := tournaments.GuestOf(tx, player); return err },
			func() error { _, err := tournaments.WasAsked(tx, season.ID, player); return err },
			func() error { _, err := tx.LastCupDeclined(player, player); return err },
			func() error { _, err := tx.CupsDeclinedBy(player, tx.Now); return err },
			func() error { _, err := tournaments.Counts(tx, []tournaments.Tournament{season, season}); return err },
			func() error { _, err := tournaments.Listed(tx, 5); return err },
			func() error { _, err := tournaments.Games(tx, season.ID, 1); return err },
			func() error { _, _, err := tournaments.OfGame(tx, game); return err },
			func() error { _, err := tournaments.GetRung(tx, "turro", player); return err },
			func() error { _, err := tournaments.RungsOf(tx, player); return err },
			func() error { _, err := tournaments.CountRungs(tx, "turro"); return err },
			func() error {
				_, err := tournaments.RungPlace(tx, tournaments.LadderRung{Rules: "turro", Position: 1})
				return err
			},
			func() error { _, err := tournaments.RungPlaces(tx, "turro", 1, 100); return err },
			func() error { _, err := tournaments.LadderStandings(tx, "turro", 1, 100); return err },
			func() error { _, err := tournaments.Ladders(tx); return err },
			func() error { _, err := tournaments.NextSlide(tx, time.Hour); return err },
			func() error { _, err := tournaments.LadderGameOf(tx, game); return err },
			func() error { _, err := tournaments.RunningLadderGames(tx, "turro", player); return err },
			func() error { _, err := tournaments.LadderSince(tx, "turro", player, tx.Now); return err },
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
		_, err = tournaments.LastHostedBy(tx, player)
		require.ErrorIs(t, err, db.ErrNotFound)
		_, err = tournaments.Met(tx, player, player+1)
		require.ErrorIs(t, err, db.ErrNotFound)
		_, err = tournaments.Next(tx, 4, 3)
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
	i, err := tx.AddInvitation(db.Invitation{Rules: "turro", Challenger: players[0], Invitee: players[1], Side: db.Black, Pace: "3 days"}, func(int64) string { return "s" })
	require.NoError(t, err)
	g, err := tx.AddGame(i, "p", time.Hour)
	require.NoError(t, err)
	return g.ID, players[0]
}
