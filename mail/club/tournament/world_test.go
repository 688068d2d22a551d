package tournament_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"
)

// seasonWorld is a club with seasons on a real database, whose time the test moves.
type seasonWorld struct{ *clubtest.World }

// newSeasonWorld returns a world with players Aa, Ab and so on, whose games are public.
func newSeasonWorld(t *testing.T, where string, players int) *seasonWorld {
	return &seasonWorld{clubtest.New(t, where, tournament.ListenToGames, players, func(i int, p *db.Player) {
		p.Name, p.Public = fmt.Sprintf("Player %c%c", 'A'+i/26, 'a'+i%26), true
	})}
}

func (w *seasonWorld) join(player int64, name string) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error { return tournament.Join(tx, player, name) })
}

// writes stores a message of each player, which is a sign of life.
func (w *seasonWorld) writes(players ...int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		for _, p := range players {
			id := fmt.Sprint(p, w.Now)
			if _, err := tx.DB.Keep(db.Incoming{Mailbox: "INBOX", Cursor: id, MessageID: id, Digest: []byte(id), Size: 1000, Raw: []byte(id)}); err != nil {
				return err
			}
			if err := tx.DB.Exec(`UPDATE inbox SET sender = ?, state = 'done', handled_at = arrived_at WHERE message_id = ?`, p, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// steps does all steps that are due now, and returns the number of transactions.
func (w *seasonWorld) steps() (n int) {
	w.T.Helper()
	for {
		step := w.step()
		if step == nil {
			return n
		}
		require.NoError(w.T, step.Think(w.T.Context()))
		heard := w.Heard
		w.Do(step.Run)
		w.Heard = append(heard, w.Heard...)
		n++
		require.Less(w.T, n, 1000, "%s goes round", step.Name())
	}
}

// step returns the next step that is due; nil: none.
func (w *seasonWorld) step() (step *tournament.DueStep) {
	w.T.Helper()
	err := w.DB.View(context.Background(), func(tx *db.Tx) (err error) { step, err = tournament.NextStep(w.Club, tx); return err })
	if err != nil {
		require.ErrorIs(w.T, err, db.ErrNotFound)
		return nil
	}
	return step
}

func (w *seasonWorld) named(name string) (t tournaments.Tournament) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) (err error) { t, err = tournaments.Named(tx.DB, name); return err })
	return t
}

func (w *seasonWorld) tables(name string) (out []tournament.SeasonTable) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		t, err := tournaments.Named(tx.DB, name)
		if err == nil {
			out, err = tournament.AllStandings(tx, t)
		}
		return err
	})
	return out
}

// clocks does what is due for the clocks of games.
func (w *seasonWorld) clocks() {
	for {
		var id int64
		err := w.DB.View(context.Background(), func(tx *db.Tx) error { g, err := tx.NextClock(db.PersonsTurn, 0); id = g.ID; return err })
		if err != nil {
			require.ErrorIs(w.T, err, db.ErrNotFound)
			return
		}
		w.Do(func(tx *club.Tx) error { return club.LookAtClock(tx, id, nil) })
	}
}

// eachSeason runs a test on both engines.
func eachSeason(t *testing.T, players int, f func(w *seasonWorld)) {
	clubtest.Each(t, func(t *testing.T, where string) { f(newSeasonWorld(t, where, players)) })
}
