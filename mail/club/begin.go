package club

import (
	"turnpost/db"
	"turnpost/mail/club/clock"
)

// begin makes a game of an open invitation.
func begin(tx *Tx, i db.Invitation) (*Table, error) {
	g, err := tx.Club.Rules(i.Rules)
	if err != nil {
		return nil, err
	}
	if err := tx.DB.AnswerInvitation(i.ID, db.InvitationAccepted); err != nil {
		return nil, err
	}
	p, err := clock.ParsePace(i.Pace)
	if err != nil {
		return nil, err
	}
	if _, err := tx.DB.AddGame(i, g.Start().String(), p.Start); err != nil {
		return nil, err
	}
	t, err := tx.Table(i.ID)
	if err != nil {
		return nil, err
	}
	t.Began = true
	if err := startTurn(tx, t); err != nil {
		return nil, err
	}
	return t, tx.Emit(GameBegan{t})
}
