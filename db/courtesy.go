package db

import (
	"time"
)

// NoteOrigin notes whose invitations one is counted with, and forgets what was noted
// longer than keep ago.
func (tx *Tx) NoteOrigin(invitation int64, origin []byte, keep time.Duration) error {
	if _, err := tx.exec(`DELETE FROM origins WHERE at <= ?`, Millis(tx.Now.Add(-keep))); err != nil {
		return err
	}
	_, err := tx.exec(`INSERT INTO origins (invitation, origin, at) VALUES (?, ?, ?)`, invitation, origin,
		Millis(tx.Now))
	return err
}

// InvitationsFrom counts the invitations of one origin since a moment, and its
// questions to addresses.
func (tx *Tx) InvitationsFrom(origin []byte, since time.Time) (n int, err error) {
	err = tx.row(`SELECT (SELECT count(*) FROM origins WHERE origin = ?1 AND at > ?2 AND at <= ?3)
		+ (SELECT count(*) FROM address_questions WHERE origin = ?1 AND at > ?2 AND at <= ?3)`, []any{origin, Millis(since), Millis(tx.Now)}, &n)
	return n, err
}

// NoteAddressQuestion notes whose questions to addresses one is counted with, and
// which address was asked; and forgets what was noted longer than keep ago.
func (tx *Tx) NoteAddressQuestion(origin, asked []byte, keep time.Duration) error {
	if _, err := tx.exec(`DELETE FROM address_questions WHERE at <= ?`, Millis(tx.Now.Add(-keep))); err != nil {
		return err
	}
	_, err := tx.insert(`INSERT INTO address_questions (origin, asked, at) VALUES (?, ?, ?)`, origin, asked,
		Millis(tx.Now))
	return err
}

// AddressQuestionsTo counts the questions to one address since a moment.
func (tx *Tx) AddressQuestionsTo(asked []byte, since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM address_questions WHERE asked = ? AND at > ? AND at <= ?`,
		[]any{asked, Millis(since), Millis(tx.Now)}, &n)
	return n, err
}

// InvitationsBetween counts the invitations of one player to another since a
// moment, including those of a forgotten player with the same address, and says
// when the player's last one was made; zero: none ever.
func (tx *Tx) InvitationsBetween(challenger, invitee int64, since time.Time) (n int, last time.Time, err error) {
	var at int64
	err = tx.row(
		`SELECT count(CASE WHEN created_at > ? THEN 1 END), coalesce(max(created_at), 0) FROM invitations WHERE challenger = ? AND invitee = ?`,
		[]any{Millis(since), challenger, invitee}, &n, &at)
	if err != nil {
		return 0, time.Time{}, err
	}
	digests, err := tx.wishDigests(challenger)
	if err != nil {
		return 0, time.Time{}, err
	}
	before, err := tx.invitedBy(digests, invitee, Millis(since))
	return n + before, Moment(at), err
}

// LastDeclined is when a player last declined an invitation from another's address,
// even if its player was forgotten since; zero: never.
func (tx *Tx) LastDeclined(challenger, invitee int64) (time.Time, error) {
	digests, err := tx.wishDigests(challenger)
	if err != nil {
		return time.Time{}, err
	}
	var at int64
	err = tx.row(`SELECT coalesce(max(at), 0) FROM (
		SELECT answered_at AS at FROM invitations WHERE challenger = ?1 AND invitee = ?2 AND state = 'declined'
		UNION ALL SELECT at FROM wishes WHERE player = ?2 AND digest IN (?3, ?4, ?5, ?6) AND kind = 'decline') AS declined`,
		[]any{challenger, invitee, digests[0], digests[1], digests[2], digests[3]}, &at)
	return Moment(at), err
}

// Declined is when an invitation from a folded address was declined.
type Declined struct {
	Folded string
	At     time.Time
}

// DeclinedBy lists what a player declined since a moment.
func (tx *Tx) DeclinedBy(invitee int64, since time.Time) ([]Declined, error) {
	return all(tx, func(scan func(...any) error) (d Declined, err error) {
		var at int64
		err = scan(&d.Folded, &at)
		d.At = Moment(at)
		return d, err
	}, `SELECT p.folded, i.answered_at FROM invitations AS i JOIN players AS p ON p.id = i.challenger
		WHERE i.invitee = ? AND i.state = 'declined' AND i.answered_at > ?`, invitee, Millis(since))
}

// Inviters lists the folded addresses of the players who invited a player since a moment and
// never had a game with them, once for each invitation.
func (tx *Tx) Inviters(invitee int64, since time.Time) ([]string, error) {
	return all(tx, func(scan func(...any) error) (s string, err error) { return s, scan(&s) },
		`SELECT p.folded FROM invitations AS i JOIN players AS p ON p.id = i.challenger WHERE i.invitee = ? AND i.created_at > ?
		AND NOT EXISTS (SELECT 1 FROM games WHERE black = i.challenger AND white = i.invitee)
		AND NOT EXISTS (SELECT 1 FROM games WHERE black = i.invitee AND white = i.challenger)`,
		invitee, Millis(since))
}

// InvitationsOfStrangers counts the invitations that a player got since a moment from
// others with whom they never had a game.
func (tx *Tx) InvitationsOfStrangers(invitee int64, since time.Time) (n int, err error) {
	err = tx.row(`SELECT count(*) FROM invitations AS i WHERE i.invitee = ? AND i.created_at > ?
		AND NOT EXISTS (SELECT 1 FROM games WHERE black = i.challenger AND white = i.invitee)
		AND NOT EXISTS (SELECT 1 FROM games WHERE black = i.invitee AND white = i.challenger)`,
		[]any{invitee, Millis(since)}, &n)
	return n, err
}

// AddressKey is the folded address by which a player is known.
func (tx *Tx) AddressKey(player int64) (folded string, err error) {
	err = tx.row(`SELECT folded FROM players WHERE id = ?`, []any{player}, &folded)
	return folded, err
}

// Mute notes that player wants no words of another.
func (tx *Tx) Mute(player, other int64) error {
	_, err := tx.exec(`INSERT INTO mutes (player, muted) VALUES (?, ?) ON CONFLICT DO NOTHING`, player, other)
	return err
}

// Unmute takes that back, if there is anything.
func (tx *Tx) Unmute(player, other int64) error {
	_, err := tx.exec(`DELETE FROM mutes WHERE player = ? AND muted = ?`, player, other)
	return err
}

// Muted reports whether player wants no words of another.
func (tx *Tx) Muted(player, other int64) (bool, error) {
	var n int
	err := tx.row(`SELECT count(*) FROM mutes WHERE player = ? AND muted = ?`, []any{player, other}, &n)
	return n > 0, err
}

// Mutes lists whose words a player does not want, by name.
func (tx *Tx) Mutes(player int64) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players
		WHERE id IN (SELECT muted FROM mutes WHERE player = ?) ORDER BY name, id`, player)
}
