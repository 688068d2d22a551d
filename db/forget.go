package db

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Forget erases a player: address, name, settings, ratings, notes, talk, and
// every stored letter from there, to there, or between others that can name
// them; those in are noted to be deleted in the mailbox too, see Purges. What others
// want of the player is kept under a digest, a decline for so long. The games stay, of a player called name; subject makes the new subject
// of each thread. A letter to them that is still queued is sent, and erased
// then. Nothing is ever sent to the player of that number again.
func (tx *Tx) Forget(p Player, name string, declines time.Duration, subject func(Invitation) (string, error)) error {
	if err := tx.ForgetPurges(); err != nil {
		return err
	}
	// Opponents quote our letters, which name their opponents.
	if err := tx.erase(ofTheirs, p.ID); err != nil {
		return err
	}
	if err := tx.keepWishes(p, declines); err != nil {
		return err
	}
	for _, q := range []string{
		`DELETE FROM notes WHERE author = ?1 AND game IN (SELECT id FROM games WHERE black = ?1 OR white = ?1)`,
		// Also what was said to them: it may begin with their name.
		`UPDATE talk SET text = '' WHERE game IN (SELECT id FROM games WHERE black = ?1 OR white = ?1)`,
		`DELETE FROM conditionals WHERE player = ?1 AND game IN (SELECT id FROM games WHERE black = ?1 OR white = ?1)`,
		`DELETE FROM blocks WHERE player = ?1 OR blocked = ?1`,
		`DELETE FROM mutes WHERE player = ?1 OR muted = ?1`,
		`DELETE FROM pauses WHERE player = ?1`,
		`DELETE FROM bounces WHERE player = ?1`,
		`DELETE FROM ratings WHERE player = ?1`,
		`DELETE FROM held WHERE player = ?1`,
		`DELETE FROM restraints WHERE player = ?1`,
		`DELETE FROM notices WHERE player = ?1`,
		`DELETE FROM questions WHERE player = ?1`,
		`UPDATE invitations SET message = '' WHERE challenger = ?1 OR invitee = ?1`,
		`UPDATE outbox SET recipient = '', remark = '' WHERE player = ?1 AND state <> 'queued'`,
	} {
		if _, err := tx.exec(q, p.ID); err != nil {
			return err
		}
	}
	// Lists and standings may name them to anybody. What was sent has no use here
	// any more.
	for _, q := range []string{
		`DELETE FROM texts WHERE letter NOT IN (SELECT id FROM outbox WHERE state = 'queued')`,
		`UPDATE outbox SET passing = 1 WHERE state = 'queued'`,
	} {
		if _, err := tx.exec(q); err != nil {
			return err
		}
	}
	// Whatever else names the address: a challenge by a stranger, an
	// out-of-office reply that was dropped.
	written := []string{p.Address}
	second, err := tx.SecondAddress(p.ID)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	if second.Address != "" {
		written = append(written, second.Address)
	}
	for _, address := range written {
		if err := tx.eraseWith(address); err != nil {
			return err
		}
	}
	for _, q := range []string{
		`DELETE FROM addresses WHERE player = ?1`,
		`UPDATE inbox SET vouched = '' WHERE sender = ?1 AND state <> 'new'`,
	} {
		if _, err := tx.exec(q, p.ID); err != nil {
			return err
		}
	}
	err = tx.one(`UPDATE players SET address = '', folded = ?, name = ?, stopped_at = ?, asked = '', lang = 'en', timezone = 'UTC',
		board = 'ascii', in_words = 0, letters = 'every', digest = 'off', digest_day = 1, digest_minute = 450, digest_due = 0, digest_at = 0,
		turns = 0, late = 0, offered_vacation = 0 WHERE id = ?`,
		fmt.Sprintf("#%d", p.ID), name, millis(tx.Now), p.ID)
	if err != nil {
		return err
	}
	threads, err := all(tx, scanInvitation, `SELECT `+invitationColumns+` FROM invitations WHERE challenger = ? OR invitee = ?`, p.ID, p.ID)
	if err != nil {
		return err
	}
	for _, i := range threads {
		text, err := subject(i)
		if err != nil {
			return err
		}
		if err := tx.Retitle(i.ID, text); err != nil {
			return err
		}
	}
	return nil
}

// Scrub takes away what is left of what was erased: in SQLite the pages of the
// write-ahead log, where they stand until it begins anew; in PostgreSQL the old
// versions of rows, though not the server's own log. No transaction may be running in this goroutine.
func (db *DB) Scrub(ctx context.Context) error {
	return db.engine.scrub(ctx, db.write)
}
