package club

import (
	"time"

	"turnpost/db"
)

// inPeace refuses an invitation to somebody who was asked often enough: who
// declined, whom the same player has invited again and again, or who has had
// enough from strangers for today. No such limit says anything of the others.
func inPeace(tx *Tx, from, to db.Player) error {
	now := tx.Now()
	_, back, err := tx.DB.InvitationsBetween(to.ID, from.ID, now)
	if err != nil {
		return err
	}
	met, err := tx.DB.Met(from.ID, to.ID)
	if err != nil {
		return err
	}
	own, near, err := lastDeclined(tx, from, to)
	if err != nil {
		return err
	}
	// Who invites the declined has changed their mind.
	if until := own.Add(declinedFor); !own.IsZero() && until.After(now) && back.Before(own) {
		return Refuse("declined-lately", to.Name, tx.dayAfter(from, until))
	}
	if met {
		return nil
	}
	if until := near.Add(declinedFor); !near.IsZero() && until.After(now) && back.Before(near) {
		return Refuse("declined-domain", to.Name, tx.dayAfter(from, until))
	}
	n, err := invitedOften(tx, from, to)
	if err != nil {
		return err
	}
	if n >= maxToStranger && !back.After(now.Add(-declinedFor)) {
		return Refuse("invited-often", to.Name, n)
	}
	n, err = tx.DB.InvitationsOfStrangers(to.ID, now.Add(-day))
	if err == nil && n >= tx.Club.Policy.Strangers && !back.After(now.Add(-declinedFor)) {
		return Refuse("strangers-today", to.Name)
	}
	return err
}

// invitedOften is how often somebody was invited within declinedFor from a player's
// mailbox, whatever subaddresses it has.
func invitedOften(tx *Tx, from, to db.Player) (int, error) {
	since := tx.Now().Add(-declinedFor)
	n, _, err := tx.DB.InvitationsBetween(from.ID, to.ID, since)
	if err != nil {
		return 0, err
	}
	mine, err := tx.DB.AddressKey(from.ID)
	if err != nil {
		return 0, err
	}
	all, err := tx.DB.Inviters(to.ID, since)
	for _, other := range all {
		if other != mine && db.MailboxOf(other) == db.MailboxOf(mine) {
			n++
		}
	}
	return n, err
}

// lastDeclined is when a player last declined an invitation from another's mailbox, and
// from anybody who counts as one with it (see [Of]); zero: not as long as it holds.
func lastDeclined(tx *Tx, from, by db.Player) (own, near time.Time, err error) {
	if own, err = tx.DB.LastDeclined(from.ID, by.ID); err != nil {
		return own, near, err
	}
	folded, err := tx.DB.AddressKey(from.ID)
	if err != nil {
		return own, near, err
	}
	all, err := tx.DB.DeclinedBy(by.ID, tx.Now().Add(-declinedFor))
	mine, _ := originOf(folded, tx.Club.Policy.Shared)
	for _, d := range all {
		key, _ := originOf(d.Folded, tx.Club.Policy.Shared)
		switch {
		case db.MailboxOf(d.Folded) == db.MailboxOf(folded) && d.At.After(own):
			own = d.At
		case key == mine && d.At.After(near):
			near = d.At
		}
	}
	return own, near, err
}
