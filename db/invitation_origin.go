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
// questions to addresses and to cups.
func (tx *Tx) InvitationsFrom(origin []byte, since time.Time) (n int, err error) {
	err = tx.row(`SELECT (SELECT count(*) FROM origins WHERE origin = ?1 AND at > ?2 AND at <= ?3)
		+ (SELECT count(*) FROM address_questions WHERE origin = ?1 AND at > ?2 AND at <= ?3)`, []any{origin, Millis(since), Millis(tx.Now)}, &n)
	return n, err
}

// NoteAddressQuestion notes whose questions one is counted with, and which address was asked, or that it is
// to a cup; and forgets what was noted longer than keep ago.
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

// InvitationsBetween counts the invitations from the mailbox of one player to that of
// another since a moment, to games and to cups, including those of a forgotten player to games, and says
// when the last one was made; zero: none ever.
func (tx *Tx) InvitationsBetween(challenger, invitee int64, since time.Time) (n int, last time.Time, err error) {
	var at int64
	err = tx.row(
		`SELECT count(CASE WHEN at > ?1 THEN 1 END), coalesce(max(at), 0) FROM (
			SELECT created_at AS at FROM invitations
				WHERE challenger IN `+mailboxOf(`?2`)+` AND invitee IN `+mailboxOf(`?3`)+`
			UNION ALL SELECT asked_at FROM cup_guests WHERE player IN `+mailboxOf(`?3`)+`
				AND (SELECT host FROM tournaments WHERE id = tournament) IN `+mailboxOf(`?2`)+`) AS made`,
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

// LastDeclined is when the mailbox of a player last declined an invitation from that of
// another, even if its player was forgotten since; zero: never.
func (tx *Tx) LastDeclined(challenger, invitee int64) (time.Time, error) {
	digests, err := tx.wishDigests(challenger)
	if err != nil {
		return time.Time{}, err
	}
	var at int64
	err = tx.row(`SELECT coalesce(max(at), 0) FROM (
		SELECT answered_at AS at FROM invitations
			WHERE challenger IN `+mailboxOf(`?1`)+` AND invitee IN `+mailboxOf(`?2`)+` AND state = 'declined'
		UNION ALL SELECT at FROM wishes WHERE player IN `+mailboxOf(`?2`)+` AND digest IN (?3, ?4, ?5, ?6) AND kind = 'decline') AS declined`,
		[]any{challenger, invitee, digests[0], digests[1], digests[2], digests[3]}, &at)
	return Moment(at), err
}

// DeclinedInvitation is when an invitation from a folded address, to a game or a cup, was declined.
type DeclinedInvitation struct {
	Folded string
	At     time.Time
}

func scanDeclined(scan func(...any) error) (d DeclinedInvitation, err error) {
	var at int64
	err = scan(&d.Folded, &at)
	d.At = Moment(at)
	return d, err
}

// DeclinedBy lists what the mailbox of a player declined since a moment.
func (tx *Tx) DeclinedBy(invitee int64, since time.Time) ([]DeclinedInvitation, error) {
	return all(tx, scanDeclined, `SELECT p.folded, i.answered_at FROM invitations AS i JOIN players AS p ON p.id = i.challenger
		WHERE i.invitee IN `+mailboxOf(`?1`)+` AND i.state = 'declined' AND i.answered_at > ?2`, invitee, Millis(since))
}

// LastCupDeclined is when the mailbox of a player last declined a cup of that of another; zero: never.
func (tx *Tx) LastCupDeclined(host, guest int64) (time.Time, error) {
	var at int64
	err := tx.row(`SELECT coalesce(max(answered_at), 0) FROM cup_guests WHERE player IN `+mailboxOf(`?2`)+`
		AND declined = 1 AND (SELECT host FROM tournaments WHERE id = tournament) IN `+mailboxOf(`?1`),
		[]any{host, guest}, &at)
	return Moment(at), err
}

// CupsDeclinedBy lists the cups to which the mailbox of a player was asked, and that it declined since a moment.
func (tx *Tx) CupsDeclinedBy(guest int64, since time.Time) ([]DeclinedInvitation, error) {
	return all(tx, scanDeclined, `SELECT p.folded, g.answered_at FROM cup_guests AS g
		JOIN tournaments AS t ON t.id = g.tournament JOIN players AS p ON p.id = t.host
		WHERE g.player IN `+mailboxOf(`?1`)+` AND g.declined = 1 AND g.answered_at > ?2`, guest, Millis(since))
}

// InvitationsOfStrangers counts the invitations to games and cups that the mailbox of a player got since a
// moment from others with whom it never had a game.
func (tx *Tx) InvitationsOfStrangers(invitee int64, since time.Time) (n int, err error) {
	theirs := mailboxOf(`?1`)
	err = tx.row(`SELECT count(*) FROM (SELECT challenger FROM invitations WHERE invitee IN `+theirs+`
			AND created_at > ?2 UNION ALL SELECT (SELECT host FROM tournaments WHERE id = tournament) FROM cup_guests
			WHERE player IN `+theirs+` AND asked_at > ?2) AS i
		WHERE NOT EXISTS (SELECT 1 FROM games WHERE black = i.challenger AND white IN `+theirs+`)
		AND NOT EXISTS (SELECT 1 FROM games WHERE white = i.challenger AND black IN `+theirs+`)`,
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

// Unmute takes that back for both mailboxes, if there is anything.
func (tx *Tx) Unmute(player, other int64) error {
	_, err := tx.exec(`DELETE FROM mutes WHERE player IN `+mailboxOf(`?1`)+` AND muted IN `+mailboxOf(`?2`), player,
		other)
	return err
}

// Muted reports whether the mailbox of a player wants no words from that of another.
func (tx *Tx) Muted(player, other int64) (muted bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM mutes WHERE player IN `+mailboxOf(`?1`)+` AND muted IN `+
		mailboxOf(`?2`)+`)`,
		[]any{player, other}, &muted)
	return muted, err
}

// Mutes lists whose words a player does not want, by name.
func (tx *Tx) Mutes(player int64) ([]Player, error) {
	return all(tx, scanPlayer, `SELECT `+playerColumns+` FROM players
		WHERE id IN (SELECT muted FROM mutes WHERE player = ?) ORDER BY name, id`, player)
}
