// Package confine tells of a transaction whether it keeps to one game.
//
// Most letters in play a ply. Such a transaction reads and writes the same few rows
// wherever it runs: those of its game, of its letter, and of the letters that come of it.
// On PostgreSQL it need not be serialisable, which notes what is read by pages of
// indexes, on which many games lie side by side, and lets transactions begin anew that
// have nothing to do with each other. It locks the row of its game, and what it reads of
// the game after that nobody else changes. What it reads of others (settings, pauses,
// blocks) may be of a moment before: it is then as if the letter had been answered before
// those were changed.
//
// Everything else begins anew, as a serialisable transaction: one that writes to what is
// not its game's, wants a second game, finds it over, ends it, or plays nothing.
package confine

import (
	"errors"
	"slices"
	"strings"
)

// ErrWide says that a transaction does not keep to one game.
var ErrWide = errors.New("the transaction is about more than one game under way")

// its are the beginnings of the statements that write what is a game's or a letter's
// alone. A turn is counted by a statement that reads nothing: none is lost. Lines are
// only written by who holds the game's row.
var its = []string{
	"INSERT INTO plies ",
	"UPDATE games SET plies = ?, position = ?, result", "UPDATE games SET black_left ", "UPDATE games SET offer ",
	"INSERT INTO conditionals ", "DELETE FROM conditionals ",
	"UPDATE players SET turns = turns + 1",
	"UPDATE inbox SET ",
	"INSERT INTO outbox ", "INSERT INTO texts ", "UPDATE outbox SET class ",
	"INSERT INTO followed ",
}

// Watch watches one transaction. A nil one watches nothing.
type Watch struct {
	game   int64 // that is locked
	played bool
	wide   bool
}

// Wrote notes a statement that has written so many rows.
func (w *Watch) Wrote(statement string, rows int64) error {
	if w == nil {
		return nil
	}
	if rows > 0 {
		w.wide = w.wide || w.game == 0 && !strings.HasPrefix(statement, "UPDATE inbox SET ")
		w.wide = w.wide || !slices.ContainsFunc(its, func(begin string) bool { return strings.HasPrefix(statement, begin) })
	}
	return w.err()
}

// Locks notes that the row of a game is to be locked, and reports whether it is not yet.
func (w *Watch) Locks(game int64) (bool, error) {
	if w == nil || w.game == game {
		return false, nil
	}
	w.wide = w.wide || w.game != 0
	w.game = game
	return true, w.err()
}

// Changes notes that the row of a game is to be written.
func (w *Watch) Changes(game int64) error { return w.Widen(w != nil && game != w.game) }

// Plays notes that plies of a game are played, which may end it.
func (w *Watch) Plays(game int64, ends bool) error {
	if w == nil {
		return nil
	}
	w.played, w.wide = true, w.wide || ends || game != w.game
	return w.err()
}

// Widen says that the transaction is to begin anew if something is so.
func (w *Watch) Widen(so bool) error {
	if w == nil {
		return nil
	}
	w.wide = w.wide || so
	return w.err()
}

// Kept returns ErrWide unless the transaction has kept to one game, and played in it.
func (w *Watch) Kept() error {
	if w == nil || w.played && !w.wide {
		return nil
	}
	return ErrWide
}

func (w *Watch) err() error {
	if w.wide {
		return ErrWide
	}
	return nil
}
