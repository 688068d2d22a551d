package db

import "time"

// The states of an invitation.
const (
	InvitationOpen      = "open"
	InvitationAccepted  = "accepted"
	InvitationDeclined  = "declined"
	InvitationWithdrawn = "withdrawn"
)

// Invitation is one player's offer of a game to another. Its number is the
// game's.
type Invitation struct {
	ID                  int64
	Rules               string
	Challenger, Invitee int64
	Black               int64 // one of the two
	Subject             string
	Message             string // the challenger's words
	State               string
	CreatedAt           time.Time
	AnsweredAt          time.Time
}

const invitationColumns = `id, rules, challenger, invitee, black, subject, message, state, created_at, answered_at`

func scanInvitation(scan func(...any) error) (Invitation, error) {
	var i Invitation
	var created, answered int64
	err := scan(&i.ID, &i.Rules, &i.Challenger, &i.Invitee, &i.Black, &i.Subject, &i.Message, &i.State, &created, &answered)
	i.CreatedAt, i.AnsweredAt = moment(created), moment(answered)
	return i, err
}

// White is the player who has the second ply.
func (i Invitation) White() int64 {
	if i.Black == i.Challenger {
		return i.Invitee
	}
	return i.Challenger
}

// AddInvitation stores i as open and returns it with its number. subject makes
// the subject of the thread from the number.
func (tx *Tx) AddInvitation(i Invitation, subject func(id int64) string) (Invitation, error) {
	i.State, i.CreatedAt = InvitationOpen, tx.Now
	var err error
	i.ID, err = tx.insert(`INSERT INTO invitations (rules, challenger, invitee, black, subject, message, state, created_at)
		VALUES (?, ?, ?, ?, '', ?, ?, ?)`,
		i.Rules, i.Challenger, i.Invitee, i.Black, i.Message, i.State, millis(i.CreatedAt))
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
	return all(tx, scanInvitation, `SELECT `+invitationColumns+` FROM invitations
		WHERE state = 'open' AND (challenger = ? OR invitee = ?) ORDER BY id`, player, player)
}

// AnswerInvitation moves an open invitation to another state. ErrNotFound if it
// is no longer open.
func (tx *Tx) AnswerInvitation(id int64, state string) error {
	return tx.one(`UPDATE invitations SET state = ?, answered_at = ? WHERE id = ? AND state = 'open'`,
		state, millis(tx.Now), id)
}
