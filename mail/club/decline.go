package club

import (
	"turnpost/db"
)

// Decline ends an invitation to a player without a game.
func Decline(tx *Tx, player, invitation int64) error {
	return answer(tx, player, invitation, true, db.InvitationDeclined)
}

// Withdraw takes an invitation of a player's own back.
func Withdraw(tx *Tx, player, invitation int64) error {
	return answer(tx, player, invitation, false, db.InvitationWithdrawn)
}

func answer(tx *Tx, player, invitation int64, received bool, how string) error {
	i, err := tx.Invitation(invitation, player)
	if err != nil {
		return err
	}
	if i == nil {
		return Refuse("no-such-game", invitation)
	}
	if err := Answerable(*i, player, received); err != nil {
		return err
	}
	if other := i.Other(player); how == db.InvitationWithdrawn && other != 0 {
		if err := noteNotice(tx.DB, player, noticeWithdraw, other); err != nil {
			return err
		}
	}
	return endInvitation(tx, *i, player, how, false)
}

// endInvitation ends an open invitation without a game. silent says that who ends
// it is told of it otherwise.
func endInvitation(tx *Tx, i db.Invitation, by int64, how string, silent bool) error {
	g, err := tx.Club.Rules(i.Rules)
	if err != nil {
		return err
	}
	if err := tx.DB.AnswerInvitation(i.ID, how); err != nil {
		return err
	}
	ended := InvitationEnded{Invitation: i, Rules: g, How: how, Silent: silent}
	if ended.By, err = tx.DB.Player(by); err != nil {
		return err
	}
	if other := i.Other(by); other != 0 {
		if ended.Other, err = tx.DB.Player(other); err != nil {
			return err
		}
	}
	return tx.Emit(ended)
}

// EndInvitations ends the open invitations of a player's who leaves, at most so many unless
// that is below 0, and counts them.
func EndInvitations(tx *Tx, player int64, most int) (int, error) {
	open, err := tx.DB.OpenInvitations(player)
	if err != nil {
		return 0, err
	}
	if most >= 0 {
		open = open[:min(most, len(open))]
	}
	for _, i := range open {
		how := db.InvitationDeclined
		if i.Challenger == player {
			how = db.InvitationWithdrawn
		}
		if err := endInvitation(tx, i, player, how, true); err != nil {
			return 0, err
		}
	}
	return len(open), nil
}

// Expire ends an invitation that nobody answered in time.
func Expire(tx *Tx, i db.Invitation) error { return expire(tx, i, InvitationExpired{}) }

// ExpireUntold ends an invitation of which nobody can be told: when to tell failed.
func ExpireUntold(tx *Tx, i db.Invitation) error {
	return tx.DB.AnswerInvitation(i.ID, db.InvitationExpired)
}

// expire ends an invitation without its players' doing; e says why.
func expire(tx *Tx, i db.Invitation, e InvitationExpired) error {
	if err := tx.DB.AnswerInvitation(i.ID, db.InvitationExpired); err != nil {
		return err
	}
	g, err := tx.Club.Rules(i.Rules)
	if err != nil {
		return err
	}
	e.Invitation, e.Rules = i, g
	if e.Challenger, err = tx.DB.Player(i.Challenger); err != nil {
		return err
	}
	if i.Invitee != 0 {
		if e.Invitee, err = tx.DB.Player(i.Invitee); err != nil {
			return err
		}
	}
	return tx.Emit(e)
}
