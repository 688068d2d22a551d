package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"turnpost/db/forgetting"
)

// Forget erases who a player is: address, name, settings, ratings, and what they
// wanted of others. What others want of them is kept under a digest, a decline for so
// long. The games stay, of a player called name. All else that can name them is erased
// by ForgetOn, later and piece by piece. Of the letters to them that are still queued
// the last is sent when that is done, and erased then; nothing is ever sent to the
// player of that number again.
func (tx *Tx) Forget(p Player, name string, declines time.Duration) error {
	if err := tx.ForgetPurges(); err != nil {
		return err
	}
	if err := tx.keepWishes(p.ID, declines); err != nil {
		return err
	}
	second, err := tx.SecondAddress(p.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if err := forgetting.Begin(plain{tx}, p.ID, p.Address, second.Address); err != nil {
		return err
	}
	return tx.one(`UPDATE players SET address = '', folded = ?, name = ?, stopped_at = ?, asked = '', lang = 'en', timezone = 'UTC',
		board = 'ascii', in_words = 0, letters = 'every', digest = 'off', digest_day = 1, digest_minute = 450, digest_due = 0, digest_at = 0,
		turns = 0, late = 0, offered_vacation = 0, no_analysis = 0, robot = 0, robot_fixed = 0, public = 0 WHERE id = ?`,
		fmt.Sprintf("#%d", p.ID), name, Millis(tx.Now), p.ID)
}

// Forgetting returns the player of whom something is to be erased now, or ErrNotFound.
func (tx *Tx) Forgetting() (player int64, err error) {
	f, found, err := forgetting.Next(plain{tx})
	if err == nil && !found {
		err = ErrNotFound
	}
	return f.Player, err
}

// ForgetLook reads what ForgetOn will erase next, so that a writer need not wait for it
// while it comes from the disk.
func (tx *Tx) ForgetLook(eighths int) error {
	return forgetting.Look(plain{tx}, eighths)
}

// ForgetOn erases the next piece of what Forget left, see package forgetting, and
// reports whether it was the last of that player; a piece has at most so many eighths of
// its measures. subject makes the new subject of a thread. ErrNotFound if there is nothing
// of anybody to be erased now.
func (tx *Tx) ForgetOn(eighths int, subject func(Invitation) (string, error)) (last bool, err error) {
	f, found, err := forgetting.Next(plain{tx})
	f.Eighths = eighths
	switch {
	case err != nil:
		return false, err
	case !found:
		return false, ErrNotFound
	}
	if f.Step == forgetting.Games {
		threads, err := f.GamesOf(plain{tx})
		if err != nil {
			return false, err
		}
		for _, id := range threads {
			i, err := tx.Invitation(id)
			if err != nil {
				return false, err
			}
			text, err := subject(i)
			if err != nil {
				return false, err
			}
			if err := tx.Retitle(id, text); err != nil {
				return false, err
			}
		}
	}
	return f.Erase(plain{tx})
}

// PutOffForgetting lets a player of whom a piece could not be erased wait, so that the
// others have their turn: for a minute, and twice as long each time that it fails again,
// up to an hour.
func (tx *Tx) PutOffForgetting(player int64) error { return forgetting.PutOff(plain{tx}, player) }

// plain is a transaction as packages beneath this one see it.
type plain struct{ *Tx }

func (tx plain) Moment() int64                    { return Millis(tx.Now) }
func (tx plain) Holds(octets, text string) string { return tx.engine.holds(octets, text) }

// Checkpoint brings the write-ahead log of SQLite into its file, beside who writes, for
// who has written much: a commit of anybody's would, and would take longer.
func (db *DB) Checkpoint(ctx context.Context) error {
	if db.Shared() {
		return nil
	}
	return checkpoint(ctx, db)
}

// Scrub takes away what is left of what was erased: in SQLite the pages of the
// write-ahead log, where they stand until it begins anew; in PostgreSQL the old
// versions of rows, though not the server's own log. ErrHeld, at once, if a reader is
// in the way. No transaction may be running in this goroutine.
func (db *DB) Scrub(ctx context.Context) error { return db.engine.scrub(ctx, db) }

// Vacuum gives the room of what was erased back. SQLite writes the whole file anew, for
// which the disk must have room once more, and nobody else can write meanwhile; PostgreSQL
// makes the room free for new rows, while others work.
func (db *DB) Vacuum(ctx context.Context) error {
	if db.write == nil {
		return errors.New("the database is open for reading only")
	}
	err := db.engine.vacuum(ctx, db.write)
	if scrubbed := db.Scrub(ctx); !errors.Is(scrubbed, ErrHeld) { // the log shrinks when the reader is done
		err = errors.Join(err, scrubbed)
	}
	return err
}
