package club

import "turnpost/mail/origin"

// originOf is the digest of a player's origin, and how many invitations and questions
// to addresses may come from there in a day.
func originOf(tx *Tx, player int64) (from []byte, most int, err error) {
	folded, err := tx.DB.AddressKey(player)
	if err != nil {
		return nil, 0, err
	}
	key, shared := origin.Of(folded, tx.Club.Policy.Shared)
	if most = tx.Club.Policy.Challenges; !shared {
		most = max(most, tx.Club.Policy.ChallengesOfDomain)
	}
	return origin.Digest(key), most, nil
}

// withinOrigin refuses when all who share a player's origin have no invitation, and
// no question to an address, left for today. from is its digest.
func withinOrigin(tx *Tx, player int64) (from []byte, err error) {
	from, most, err := originOf(tx, player)
	if err != nil {
		return nil, err
	}
	n, err := tx.DB.InvitationsFrom(from, tx.Now().Add(-day))
	if err == nil && n >= most {
		return nil, Refuse("challenges-domain", most)
	}
	return from, err
}
