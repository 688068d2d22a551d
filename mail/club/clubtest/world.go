// Package clubtest is a club on a real database that sends no messages, for tests of packages
// that use the club's operations and events.
package clubtest

import (
	"context"
	"fmt"
	"log/slog"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
	"turnpost/rules"
	"turnpost/rules/all"
)

// World is a club of all games and its database. The test sets the time.
type World struct {
	T     *testing.T
	DB    *db.DB
	Club  *club.Club
	Now   time.Time
	Heard []club.Event // in the last transaction
	Hear  func()       // called after each transaction, if not nil
}

// New returns a club at noon of 5 January 2026, with a listener and players P1, P2 and so on,
// who have written before. as, if not nil, may change each of them.
func New(t *testing.T, where string, listener club.Listener, players int, as func(i int, p *db.Player)) *World {
	t.Helper()
	w := &World{
		T:    t,
		Now:  time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC),
		Club: club.New(all.Games(), slog.New(slog.DiscardHandler)),
	}
	w.Club.Listeners = append(w.Club.Listeners, listener, func(_ *club.Tx, e club.Event) error {
		w.Heard = append(w.Heard, e)
		return nil
	})
	d, err := db.Open(t.Context(), where)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	d.Now = func() time.Time { return w.Now }
	w.DB = d
	w.Do(func(tx *club.Tx) error {
		for i := range players {
			address := fmt.Sprintf("p%d@example.org", i+1)
			p, err := tx.DB.AddPlayer(address, address, fmt.Sprint("P", i+1))
			if err != nil {
				return err
			}
			p.WroteAt = tx.Now()
			if as != nil {
				as(i, &p)
			}
			if err := tx.DB.SavePlayer(p); err != nil {
				return err
			}
		}
		return nil
	})
	return w
}

// Each runs a test on both engines, each time with an empty database.
func Each(t *testing.T, f func(t *testing.T, where string)) {
	t.Run("SQLite", func(t *testing.T) { f(t, File(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, dbtest.Postgres(t)) })
}

// File returns the path of an empty SQLite database.
func File(t *testing.T) string { return dbtest.File(t, "club.db") }

// Try runs f in a transaction and returns its error. Heard then holds the events of its last
// attempt.
func (w *World) Try(f func(tx *club.Tx) error) error {
	var heard []club.Event
	err := w.DB.Update(context.Background(), func(tx *db.Tx) error {
		w.Heard, heard = nil, nil
		err := f(w.Club.Begin(tx, 0))
		heard = w.Heard
		return err
	})
	w.Heard = heard
	if w.Hear != nil {
		w.Hear()
	}
	return err
}

// Do is Try without an error.
func (w *World) Do(f func(tx *club.Tx) error) {
	w.T.Helper()
	require.NoError(w.T, w.Try(f))
}

// By runs f as an operator's command, and notes it in the audit log.
func By(act, detail string, f func(tx *club.Tx) error) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return tx.DB.NoteAudit(db.AuditEntry{Act: act, Detail: detail})
	}
}

// Refuses checks that f is refused with a code.
func (w *World) Refuses(code string, f func(tx *club.Tx) error) {
	w.T.Helper()
	refusal, ours := club.Refused(w.Try(f))
	require.NoError(w.T, ours)
	require.NotNil(w.T, refusal)
	require.Equal(w.T, code, refusal.Code)
}

// Verify checks that the consistency checks find nothing.
func (w *World) Verify() {
	w.T.Helper()
	if skiptest.Fourth(w.T) {
		require.Empty(w.T, w.Faults())
	}
}

// Faults returns what the consistency checks find.
func (w *World) Faults() []consistency.Fault {
	w.T.Helper()
	faults, err := consistency.Check(w.T.Context(), w.Club, w.DB, consistency.Options{})
	require.NoError(w.T, err)
	return faults
}

// Pair begins a game of Turro between two players, the first with Black, and returns its
// number.
func (w *World) Pair(black, white int64) (game int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		o, err := order(tx)
		p := club.Pairing{ProposedGame: o}
		if err != nil {
			return err
		}
		if p.First, err = tx.DB.Player(black); err != nil {
			return err
		}
		if p.Second, err = tx.DB.Player(white); err != nil {
			return err
		}
		g, err := club.Pair(tx, p)
		if err == nil {
			game = g.Row.ID
		}
		return err
	})
	return game
}

// Invite invites a player to a game of Turro as White, without words, and returns the number of
// the invitation.
func (w *World) Invite(from, to int64) (invitation int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		o, err := order(tx)
		if err != nil {
			return err
		}
		return club.Invite(tx, from, to, o, "")
	})
	return HeardOf[club.Invited](w)[0].Invitation.ID
}

// order returns a rated game of Turro at the default pace, with Black for the challenger.
func order(tx *club.Tx) (club.ProposedGame, error) {
	g, err := tx.Club.Rules("turro")
	return club.ProposedGame{Game: g, Side: rules.Black, Pace: tx.Club.Policy.Pace, Rated: true}, err
}

// Player returns a player's row, after change has changed it, if not nil.
func (w *World) Player(id int64, change func(p *db.Player)) (p db.Player) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) (err error) {
		if p, err = tx.DB.Player(id); err != nil || change == nil {
			return err
		}
		change(&p)
		return tx.DB.SavePlayer(p)
	})
	return p
}

// Kinds returns the types of the events heard, in order: "GameEnded".
func (w *World) Kinds() (out []string) {
	for _, e := range w.Heard {
		out = append(out, reflect.TypeOf(e).Name())
	}
	return out
}

// Deaf is a listener that does nothing.
func Deaf(*club.Tx, club.Event) error { return nil }

// HeardOf returns the events of one type.
func HeardOf[T any](w *World) (out []T) {
	for _, e := range w.Heard {
		if e, ok := e.(T); ok {
			out = append(out, e)
		}
	}
	return out
}

// The following functions carry out one wish each, by club.CarryOut.

// Play plays plies of a side's turn.
func Play(tx *club.Tx, g *club.Game, side rules.Side, moves ...rules.Move) error {
	_, err := club.CarryOut(tx, g, side, club.GameRequest{Plies: moves})
	return err
}

// Draw offers a draw, or accepts one.
func Draw(tx *club.Tx, g *club.Game, side rules.Side) error {
	out, err := club.CarryOut(tx, g, side, club.GameRequest{Draw: true})
	return either(out.Draw, err)
}

// AskUndo asks to take a side's last turn back.
func AskUndo(tx *club.Tx, g *club.Game, side rules.Side) error {
	out, err := club.CarryOut(tx, g, side, club.GameRequest{Undo: true})
	return either(out.Undo, err)
}

// If adds conditional lines of a side, "d5-d4 then c2-c3", or drops all ("off") or one ("off
// 2") of them.
func If(tx *club.Tx, g *club.Game, side rules.Side, text string) error {
	out, err := club.CarryOut(tx, g, side, club.GameRequest{Ifs: []string{text}})
	if err != nil {
		return err
	}
	return either(out.Ifs[0].Refusal, nil)
}

// either returns the error, or else the refusal, or nil.
func either(refusal *club.Refusal, err error) error {
	if err == nil && refusal != nil {
		return refusal
	}
	return err
}
