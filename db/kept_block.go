package db

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"time"
)

// A block, a mute, and for some time a decline and the number of invitations without a
// game, outlive the player whom they concern. Of a forgotten player only digests of the
// addresses are stored: HMAC-SHA-256 of the mailbox (see MailboxOf) with a secret that is
// used for nothing else, so that rotating other keys has no effect and a subaddress does
// not evade a block. Somebody who has the whole database can test guessed addresses. A row
// is deleted with the player who asked for it or was invited; declines and invitations also
// when their time is over.

// keepWishes stores what others asked for against a player who is to be forgotten. declines
// is how long a decline holds. One of a cup is kept like one of a game.
func (tx *Tx) keepWishes(player int64, declines time.Duration) error {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	if err := tx.Exec(`INSERT INTO wish_secret (id, secret) VALUES (1, ?)
		ON CONFLICT DO NOTHING`, secret); err != nil {
		return err
	}
	digests, err := tx.wishDigests(player)
	if err != nil {
		return err
	}
	type decline struct{ player, at int64 }
	var found []decline
	err = tx.Rows(func(scan func(...any) error) error {
		var d decline
		err := scan(&d.player, &d.at)
		found = append(found, d)
		return err
	}, `SELECT player, max(at) FROM (
			SELECT invitee AS player, answered_at AS at FROM invitations WHERE challenger = ?1
			AND state = 'declined' AND answered_at > ?2
			UNION ALL SELECT g.player, g.answered_at FROM tournaments AS t JOIN cup_guests AS g ON g.tournament = t.id
			WHERE t.host = ?1 AND g.declined = 1 AND g.answered_at > ?2
			UNION ALL SELECT player, at FROM wishes WHERE digest IN (?3, ?4, ?5, ?6) AND kind = 'decline'
			AND at > ?2) AS declined
		WHERE NOT EXISTS (SELECT 1 FROM invitations WHERE challenger = declined.player AND invitee = ?1
		AND created_at >= declined.at)
		AND NOT EXISTS (SELECT 1 FROM cup_guests AS g JOIN tournaments AS t ON t.id = g.tournament
		WHERE t.host = declined.player AND g.player = ?1 AND g.asked_at >= declined.at)
		GROUP BY player`, player, Millis(tx.Now)-declines.Milliseconds(), digests[0], digests[1], digests[2], digests[3])
	if err != nil {
		return err
	}
	if err := tx.Exec(`DELETE FROM wishes WHERE digest IN (?, ?, ?, ?) AND kind = 'decline'`, digests[0], digests[1],
		digests[2], digests[3]); err != nil {
		return err
	}
	for n, digest := range digests[:2] {
		if n > 0 && bytes.Equal(digest, digests[0]) {
			continue
		}
		if err := tx.keepInvited(player, digest, declines); err != nil {
			return err
		}
		for _, q := range []string{
			`INSERT INTO wishes (player, digest, kind, at, until) SELECT player, ?2, 'block', ?3, 0 FROM blocks
				WHERE blocked = ?1 AND player <> ?1 ON CONFLICT DO NOTHING`,
			`INSERT INTO wishes (player, digest, kind, at, until) SELECT player, ?2, 'mute', ?3, 0 FROM mutes
				WHERE muted = ?1 ON CONFLICT DO NOTHING`,
		} {
			if err := tx.Exec(q, player, digest, Millis(tx.Now)); err != nil {
				return err
			}
		}
		for _, d := range found {
			if err := tx.Exec(
				`INSERT INTO wishes (player, digest, kind, at, until) VALUES (?, ?, 'decline', ?, ?)
					ON CONFLICT DO NOTHING`,
				d.player, digest, d.at, d.at+declines.Milliseconds()); err != nil {
				return err
			}
		}
	}
	for _, table := range []string{"wishes", "invited"} {
		if err := tx.Exec(`DELETE FROM `+table+` WHERE player = ?`, player); err != nil {
			return err
		}
	}
	return nil
}

// keepInvited stores for that time how often a player who is to be forgotten invited
// others, so that the same person cannot start again from zero. Players who had a game with
// them, or have invited them since, are left out.
func (tx *Tx) keepInvited(player int64, digest []byte, span time.Duration) error {
	return tx.Exec(`INSERT INTO invited (player, digest, at, until)
		SELECT invitee, ?2, created_at, created_at + ?3 FROM invitations AS i WHERE challenger = ?1
		AND invitee <> ?1 AND created_at > ?4
			AND NOT EXISTS (SELECT 1 FROM games WHERE black = ?1 AND white = i.invitee)
			AND NOT EXISTS (SELECT 1 FROM games WHERE black = i.invitee AND white = ?1)
			AND NOT EXISTS (SELECT 1 FROM invitations WHERE challenger = i.invitee AND invitee = ?1
			AND created_at > ?4)`,
		player, digest, span.Milliseconds(), Millis(tx.Now)-span.Milliseconds())
}

// invitedBy counts the invitations to a player since a moment, in milliseconds, from
// forgotten players with an address of another one.
func (tx *Tx) invitedBy(digests [4][]byte, invitee, since int64) (most int, err error) {
	for _, digest := range digests {
		var n int
		if err := tx.Rows(func(scan func(...any) error) error { return scan(&n) },
			`SELECT count(*) FROM invited WHERE player IN `+mailboxOf(`?1`)+` AND digest = ?2 AND at > ?3`, invitee,
			digest,
			since); err != nil {
			return 0, err
		}
		most = max(most, n)
	}
	return most, nil
}

// restoreWishes applies the blocks and mutes that others asked for against an address to
// the player who has it now. Declines apply without it.
func (tx *Tx) restoreWishes(player int64) error {
	digests, err := tx.wishDigests(player)
	if err != nil || digests[0] == nil {
		return err
	}
	for _, digest := range digests {
		for _, q := range []string{
			// A block of oneself is the operator's block.
			`INSERT INTO blocks (player, blocked) SELECT player, ?1 FROM wishes WHERE digest = ?2
				AND kind = 'block' AND player <> ?1 ON CONFLICT DO NOTHING`,
			`INSERT INTO mutes (player, muted) SELECT player, ?1 FROM wishes WHERE digest = ?2 AND kind = 'mute'
				AND player <> ?1 ON CONFLICT DO NOTHING`,
			`DELETE FROM wishes WHERE digest = ?2 AND kind <> 'decline'`,
		} {
			if err := tx.Exec(q, player, digest); err != nil {
				return err
			}
		}
	}
	return nil
}

// wishDigests returns the digests of the mailboxes of a player's first and second address
// (the first again if there is no confirmed second one), and then of both folded addresses,
// which were used in the past. All are nil if nothing was ever stored.
func (tx *Tx) wishDigests(player int64) (found [4][]byte, err error) {
	var secret []byte
	var first, second string
	err = tx.Rows(func(scan func(...any) error) error { return scan(&secret, &first, &second) },
		`SELECT secret, folded, coalesce((SELECT a.folded FROM addresses AS a WHERE a.player = p.id
			AND a.confirmed_at <> 0), folded)
		FROM players AS p, wish_secret AS s WHERE p.id = ? AND s.id = 1`, player)
	if err != nil || secret == nil {
		return found, err
	}
	for n, folded := range []string{MailboxOf(first), MailboxOf(second), first, second} {
		h := hmac.New(sha256.New, secret)
		h.Write([]byte(folded))
		found[n] = h.Sum(nil)[:16]
	}
	return found, nil
}
