package club

import (
	"turnpost/db"
)

// originOfPlayer is the digest of a player's origin, and how many invitations and questions
// to addresses may come from there in a day; or games with "robots", three times as many as
// of one person: whoever has a domain has as many addresses as they like.
func originOfPlayer(tx *Tx, player int64, what string) (from []byte, most int, err error) {
	folded, err := tx.DB.AddressKey(player)
	if err != nil {
		return nil, 0, err
	}
	key, shared := originOf(folded, tx.Club.Policy.Shared)
	switch most = tx.Club.Policy.Challenges; {
	case what == "robots":
		key, most = "robots of "+key, 3*tx.Club.Policy.RobotsADay
	case !shared:
		most = max(most, tx.Club.Policy.ChallengesOfDomain)
	}
	return originDigest(key), most, nil
}

// withinOrigin refuses when all who share a player's origin have none of what originOf
// limits left for today. from is its digest.
func withinOrigin(tx *Tx, player int64, what string) (from []byte, err error) {
	from, most, err := originOfPlayer(tx, player, what)
	if err != nil {
		return nil, err
	}
	n, err := tx.DB.InvitationsFrom(from, tx.Now().Add(-day))
	if err == nil && n >= most {
		return nil, Refuse(what+"-domain", most)
	}
	return from, err
}

// Apart reports whether one of two players blocked the other; see [Tx.Blocks].
func (tx *Tx) Apart(one, other int64) (bool, error) {
	blocked, err := tx.Blocks(one, other)
	if err != nil || blocked {
		return blocked, err
	}
	return tx.Blocks(other, one)
}

// Blocks reports whether a player blocked another, or somebody of the same mailbox:
// another subaddress is no other person.
func (tx *Tx) Blocks(player, other int64) (bool, error) {
	blocked, err := tx.DB.Blocks(player)
	if err != nil || len(blocked) == 0 {
		return false, err
	}
	theirs, err := tx.DB.AddressKey(other)
	if err != nil {
		return false, err
	}
	for _, b := range blocked {
		folded, err := tx.DB.AddressKey(b.ID)
		if err != nil || b.ID == other || b.ID != player && db.MailboxOf(folded) == db.MailboxOf(theirs) {
			return err == nil, err
		}
	}
	return false, nil
}
