package db

import (
	"database/sql"
	"strings"
	"time"
)

// InvitationState is the state of an invitation.
type InvitationState string

// The states of an invitation.
const (
	InvitationOpen      InvitationState = "open"
	InvitationAccepted  InvitationState = "accepted"
	InvitationDeclined  InvitationState = "declined"
	InvitationWithdrawn InvitationState = "withdrawn"
	InvitationExpired   InvitationState = "expired"
)

// Side is one of the two sides of a game. Black moves first.
type Side string

// The sides.
const (
	Black Side = "black"
	White Side = "white"
)

// Invitation is one player's offer of a game to another, or to anyone. Its
// number is the game's.
type Invitation struct {
	ID         int64
	Rules      string
	Terms      string // on what the players agree, as in rules.Game.Agree; empty: it begins as usual
	Challenger int64
	Invitee    int64 // 0: anyone
	Side       Side  // the challenger's
	Pace       string
	Rated      bool
	Subject    string
	Message    string // the challenger's words
	State      InvitationState
	CreatedAt  time.Time
	ExpiresAt  time.Time
	AnsweredAt time.Time
	Generation string // see NewGeneration
	// ByName says that the challenger knew a name and no address, so that neither is told the other's address.
	ByName bool
	// Within is, if anyone may accept it, how far the rating may be from the challenger's; 0: any rating.
	Within int
}

const invitationColumns = `id, rules, terms, challenger, invitee, side, pace, rated, subject, message, state, created_at,
	expires_at, answered_at, generation, by_name, rating_within`

func scanInvitation(scan func(...any) error) (Invitation, error) {
	var i Invitation
	var invitee sql.NullInt64
	var created, expires, answered int64
	err := scan(&i.ID, &i.Rules, &i.Terms, &i.Challenger, &invitee, &i.Side, &i.Pace, &i.Rated, &i.Subject, &i.Message,
		&i.State, &created, &expires, &answered, &i.Generation, &i.ByName, &i.Within)
	i.Invitee = invitee.Int64
	i.CreatedAt, i.ExpiresAt, i.AnsweredAt = Moment(created), Moment(expires), Moment(answered)
	return i, err
}

// Black is the player who has the first ply; 0 while that is anyone.
func (i Invitation) Black() int64 {
	if i.Side == Black {
		return i.Challenger
	}
	return i.Invitee
}

// White is the player who has the second side; 0 while that is anyone.
func (i Invitation) White() int64 {
	if i.Side == Black {
		return i.Invitee
	}
	return i.Challenger
}

// Other is the one of the two who is not player; 0 while that is anyone.
func (i Invitation) Other(player int64) int64 {
	if player == i.Challenger {
		return i.Invitee
	}
	return i.Challenger
}

// Expected returns what a replay knows of an invitation that is about to be made again;
// otherwise nothing.
func (tx *Tx) Expected(i Invitation) (Invitation, error) {
	if tx.expect == nil {
		return Invitation{}, nil
	}
	return tx.expect(tx, i)
}

// AddInvitation stores i as open and returns it with its number. subject makes
// the subject of the thread from the number.
func (tx *Tx) AddInvitation(i Invitation, subject func(id int64) string) (Invitation, error) {
	i.State, i.CreatedAt = InvitationOpen, tx.Now
	known, err := tx.Expected(i)
	if err != nil {
		return i, err
	}
	number, values := ``, []any{}
	if known.ID != 0 {
		number, values = `id, `, []any{known.ID}
	}
	generation := `coalesce((SELECT mark FROM generations ORDER BY id DESC LIMIT 1), '')`
	err = tx.row(
		`INSERT INTO invitations (`+number+
			`rules, terms, challenger, invitee, side, pace, rated, subject, message, state,
			created_at, expires_at, by_name, rating_within, generation)
		VALUES (`+strings.Repeat(`?, `, len(values))+`?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?, `+generation+`)
		RETURNING id, generation`,
		append(values, i.Rules, i.Terms, i.Challenger, sql.NullInt64{Int64: i.Invitee, Valid: i.Invitee != 0}, i.Side,
			i.Pace, i.Rated,
			i.Message, i.State, Millis(i.CreatedAt), Millis(i.ExpiresAt), i.ByName, i.Within), &i.ID, &i.Generation)
	if err == nil && known.Generation != i.Generation && known.ID != 0 {
		i.Generation = known.Generation
		err = tx.one(`UPDATE invitations SET generation = ? WHERE id = ?`, i.Generation, i.ID)
	}
	if err != nil {
		return i, err
	}
	i.Subject = subject(i.ID)
	return i, tx.one(`UPDATE invitations SET subject = ? WHERE id = ?`, i.Subject, i.ID)
}

// Invitation returns the invitation of that number.
func (tx *Tx) Invitation(id int64) (Invitation, error) {
	return get(tx, scanInvitation, `SELECT `+invitationColumns+` FROM invitations WHERE id = ?`, id)
}

// OpenInvitations lists the open invitations that player made or received,
// oldest first.
func (tx *Tx) OpenInvitations(player int64) ([]Invitation, error) {
	return all(tx, scanInvitation, `SELECT `+invitationColumns+
		` FROM invitations WHERE state = 'open' AND challenger = ?
		UNION ALL SELECT `+invitationColumns+` FROM invitations WHERE state = 'open' AND invitee = ?
			ORDER BY id`, player, player)
}

// OpenToAnyone lists the open invitations that anyone may accept, oldest first,
// at most limit of them.
func (tx *Tx) OpenToAnyone(limit int) ([]Invitation, error) {
	return all(tx, scanInvitation, `SELECT `+invitationColumns+` FROM invitations
		WHERE state = 'open' AND invitee IS NULL ORDER BY id LIMIT ?`, atMost(limit))
}

// InvitationsSince counts the invitations that the mailbox of a player made since a moment:
// those to people, or to anyone, with each question to a cup, and those to our robots.
func (tx *Tx) InvitationsSince(challenger int64, since time.Time) (n, robots int, err error) {
	err = tx.row(
		`SELECT count(*) - count(r.id) + (SELECT CAST(coalesce(sum((SELECT count(*)
				FROM tournaments AS t JOIN cup_guests AS g ON g.tournament = t.id WHERE t.host = p.id
				AND g.asked_at >= ?2)), 0) AS BIGINT) FROM players AS p WHERE p.id IN `+mailboxOf(`?1`)+`),
			count(r.id) FROM invitations AS i
			LEFT JOIN players AS r ON r.id = i.invitee AND r.address = '' AND r.program = 1
		WHERE i.challenger IN `+mailboxOf(`?1`)+` AND i.created_at >= ?2 AND NOT EXISTS (SELECT 1 FROM pairings
			WHERE game = i.id)`, []any{challenger, Millis(since)}, &n, &robots)
	return n, robots, err
}

// HasInvited reports whether a player has ever invited another one, and whether they have done so by name.
func (tx *Tx) HasInvited(challenger, invitee int64) (did, byName bool, err error) {
	var most int
	err = tx.row(`SELECT coalesce(max(1 + by_name), 0) FROM invitations WHERE invitee = ?2 AND challenger = ?1`,
		[]any{challenger, invitee}, &most)
	return most > 0, most > 1, err
}

// InvitedBefore reports whether anybody ever invited a player of that mailbox who has never
// written.
func (tx *Tx) InvitedBefore(invitee int64) (before bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM invitations AS i JOIN players AS p ON p.id = i.invitee
		WHERE i.invitee IN `+mailboxOf(`?1`)+` AND p.wrote_at = 0)`, []any{invitee}, &before)
	return before, err
}

// AnswerInvitation moves an open invitation to another state. ErrNotFound if it
// is no longer open.
func (tx *Tx) AnswerInvitation(id int64, state InvitationState) error {
	return tx.one(`UPDATE invitations SET state = ?, answered_at = ? WHERE id = ? AND state = 'open'`,
		state, Millis(tx.Now), id)
}

// TakeInvitation gives an invitation to anyone its receiver, and its subject.
// ErrNotFound if it is no longer open to anyone.
func (tx *Tx) TakeInvitation(id, invitee int64, subject string) error {
	return tx.one(
		`UPDATE invitations SET invitee = ?, subject = ? WHERE id = ? AND state = 'open' AND invitee IS NULL`,
		invitee, subject, id)
}

// waitsToGo is the condition that an invitation has not gone out to somebody new yet: its time
// begins when it goes.
const waitsToGo = `EXISTS (SELECT 1 FROM outbox AS o WHERE o.player = invitations.invitee AND o.thread = invitations.id
	AND o.state = 'queued' AND o.kind = 'invitation' AND o.class = 3)`

// InvitationWaits reports whether an invitation has not gone out to somebody new yet.
func (tx *Tx) InvitationWaits(i Invitation) (waits bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM invitations WHERE id = ? AND state = 'open' AND `+waitsToGo+`)`,
		[]any{i.ID}, &waits)
	return waits, err
}

// invitationGoes notes that the message with an invitation to somebody new was sent now.
func (tx *Tx) invitationGoes(message int64) error {
	_, err := tx.exec(`UPDATE invitations SET expires_at = expires_at + ?1 - created_at
		WHERE state = 'open' AND id = (SELECT thread FROM outbox WHERE id = ?2)`, Millis(tx.Now), message)
	return err
}

// NextExpired returns the open invitation that expired first, or ErrNotFound
// when none has; it passes by the same as NextClock, and by those that have not gone out yet.
func (tx *Tx) NextExpired(gap time.Duration) (Invitation, error) {
	return get(tx, scanInvitation, `SELECT `+invitationColumns+
		` FROM invitations WHERE state = 'open' AND expires_at <= ? AND NOT `+waitsToGo+`
		AND `+noneAside(`inbox`+tx.engine.by("inbox_new"), `challenger`, `invitee`, `expires_at + ?`)+` ORDER BY expires_at, id LIMIT 1`, Millis(tx.Now), gap.Milliseconds())
}

// Retitle gives an invitation, and the game that came of it, another subject.
func (tx *Tx) Retitle(id int64, subject string) error {
	if err := tx.one(`UPDATE invitations SET subject = ? WHERE id = ?`, subject, id); err != nil {
		return err
	}
	_, err := tx.exec(`UPDATE games SET subject = ? WHERE id = ?`, subject, id)
	return err
}
