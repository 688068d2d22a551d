package departure

import (
	"turnpost/db"
	"turnpost/mail/club"
)

// ForgetOn erases the next piece, of so many eighths, of what is left of somebody who was forgotten; see
// db.Tx.ForgetOn.
func ForgetOn(tx *club.Tx, eighths int) (last bool, err error) {
	return tx.DB.ForgetOn(eighths, func(i db.Invitation) (string, error) {
		g, err := tx.Club.Rules(i.Rules)
		if err != nil {
			return "", err
		}
		names := map[int64]string{0: club.Anyone}
		for _, id := range []int64{i.Challenger, i.Invitee} {
			if id == 0 {
				continue
			}
			p, err := tx.DB.Player(id)
			if err != nil {
				return "", err
			}
			names[id] = p.Name
		}
		return club.Subject(g, i.ID, club.SideIn(i, i.Challenger), names[i.Challenger], names[i.Invitee]), nil
	})
}
