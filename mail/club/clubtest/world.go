// Package clubtest is a club on a real database without letters, for the tests of what is
// built on the club's operations and hears its events.
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
	"turnpost/mail/club"
	"turnpost/mail/verify"
	"turnpost/rules"
	"turnpost/rules/all"
)

// World is a club of all games and its database, in a time that the test moves.
type World struct {
	T     *testing.T
	DB    *db.DB
	Club  *club.Club
	Now   time.Time
	Heard []club.Event // in the last transaction
	Hear  func()       // if not nil, is called after each
}

// New is a club that begins at noon of 5 January 2026, with a listener and so many players,
// who have written: P1, P2 and so on, of whom as, if not nil, makes what the test wants.
func New(t *testing.T, where string, listener club.Listener, players int, as func(i int, p *db.Player)) *World {
	t.Helper()
	w := &World{T: t, Now: time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC), Club: club.New(all.Games(), slog.New(slog.DiscardHandler))}
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

// Each tries something on both engines, each time in an empty database.
func Each(t *testing.T, f func(t *testing.T, where string)) {
	t.Run("SQLite", func(t *testing.T) { f(t, File(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, dbtest.Postgres(t)) })
}

// File is a file of SQLite that is an empty database.
func File(t *testing.T) string { return dbtest.File(t, "club.db") }

// Try acts in a transaction, and returns what it says. What happened in it is in Heard, also
// if it began anew.
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

// Do acts in a transaction in which nothing may go wrong.
func (w *World) Do(f func(tx *club.Tx) error) {
	w.T.Helper()
	require.NoError(w.T, w.Try(f))
}

// By is what an operator does by command to something of a name, as which it is noted.
func By(act, detail string, f func(tx *club.Tx) error) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return tx.DB.NoteAudit(db.Audit{Act: act, Detail: detail})
	}
}

// Refuses acts in a transaction that is to be refused with a code.
func (w *World) Refuses(code string, f func(tx *club.Tx) error) {
	w.T.Helper()
	refusal, ours := club.Refused(w.Try(f))
	require.NoError(w.T, ours)
	require.NotNil(w.T, refusal)
	require.Equal(w.T, code, refusal.Code)
}

// Verify finds no fault in all that is stored.
func (w *World) Verify() {
	w.T.Helper()
	require.Empty(w.T, w.Faults())
}

// Faults are those that verify finds in what is stored.
func (w *World) Faults() []verify.Fault {
	w.T.Helper()
	faults, err := verify.Check(w.T.Context(), w.Club, w.DB, verify.Options{})
	require.NoError(w.T, err)
	return faults
}

// Pair begins a game of Turro of two players, of whom the first has Black, and returns its
// number.
func (w *World) Pair(black, white int64) (game int64) {
	w.T.Helper()
	w.Do(func(tx *club.Tx) error {
		o, err := order(tx)
		p := club.Pairing{Order: o}
		if err != nil {
			return err
		}
		if p.First, err = tx.DB.Player(black); err != nil {
			return err
		}
		if p.Second, err = tx.DB.Player(white); err != nil {
			return err
		}
		t, err := club.Pair(tx, p)
		if err == nil {
			game = t.Game.ID
		}
		return err
	})
	return game
}

// Invite invites a player, without words, to a game of Turro as White, and returns the
// number of the invitation.
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

// order is a rated game of Turro at the usual pace, for Black.
func order(tx *club.Tx) (club.Order, error) {
	g, err := tx.Club.Rules("turro")
	return club.Order{Game: g, Side: rules.Black, Pace: tx.Club.Policy.Pace, Rated: true}, err
}

// Player is a player's row, which change, if not nil, changes before.
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

// Kinds are the types of what was heard, in order: "GameEnded".
func (w *World) Kinds() (out []string) {
	for _, e := range w.Heard {
		out = append(out, reflect.TypeOf(e).Name())
	}
	return out
}

// Deaf is a listener that does nothing.
func Deaf(*club.Tx, club.Event) error { return nil }

// HeardOf is what was heard of a kind.
func HeardOf[T any](w *World) (out []T) {
	for _, e := range w.Heard {
		if e, ok := e.(T); ok {
			out = append(out, e)
		}
	}
	return out
}

// What a player may wish of a game, one wish at a time: club.Carry carries it out.

// Play plays plies of a side's turn, and what conditional lines answer.
func Play(tx *club.Tx, t *club.Table, side rules.Side, moves ...rules.Move) error {
	_, err := club.Carry(tx, t, side, club.Wishes{Plies: moves})
	return err
}

// Draw offers a draw, or agrees to the one that the other side offers.
func Draw(tx *club.Tx, t *club.Table, side rules.Side) error {
	out, err := club.Carry(tx, t, side, club.Wishes{Draw: true})
	return either(out.Draw, err)
}

// AskUndo asks to take a side's last turn back.
func AskUndo(tx *club.Tx, t *club.Table, side rules.Side) error {
	out, err := club.Carry(tx, t, side, club.Wishes{Undo: true})
	return either(out.Undo, err)
}

// If gives a side conditional lines, "d5-d4 then c2-c3", drops all ("off") or one
// ("off 2") of them.
func If(tx *club.Tx, t *club.Table, side rules.Side, text string) error {
	out, err := club.Carry(tx, t, side, club.Wishes{Ifs: []string{text}})
	if err != nil {
		return err
	}
	return either(out.Ifs[0].Refusal, nil)
}

// either is an error that is ours, or else a refusal, or nil.
func either(refusal *club.Refusal, err error) error {
	if err == nil && refusal != nil {
		return refusal
	}
	return err
}
