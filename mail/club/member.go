package club

import (
	"errors"
	"slices"
	"strings"

	"turnpost/db"
)

// IsMember reports whether a player may begin games: everybody may, unless the
// operator has listed the members ([Policy.Members]). One of a player's addresses
// must be on the list, the first or a second one that is confirmed, or its domain;
// what is below a domain is another one.
func (tx *Tx) IsMember(player int64) (bool, error) {
	members := tx.Club.Policy.Members
	if len(members) == 0 {
		return true, nil
	}
	first, err := tx.DB.AddressKey(player)
	if err != nil || listed(members, first) {
		return err == nil, err
	}
	second, err := tx.DB.SecondAddress(player)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil && !second.ConfirmedAt.IsZero() && listed(members, second.Folded), err
}

// listed reports whether an address is on a list, or its domain.
func listed(members []string, folded string) bool {
	at := strings.LastIndexByte(folded, '@')
	return at > 0 && (slices.Contains(members, folded) || slices.Contains(members, folded[at:]))
}

// members refuses a new game of two of whom one is no member. Games under way are
// not asked about: who is taken off the list plays them to their ends.
func members(tx *Tx, me, other db.Player) error {
	if member, err := tx.IsMember(me.ID); err != nil || !member {
		return refuseUnless(err, Refuse("members-only"))
	}
	if member, err := tx.IsMember(other.ID); err != nil || !member {
		return refuseUnless(err, Refuse("no-member", other.Name))
	}
	return nil
}

// refuseUnless is the refusal, unless there is an error of ours.
func refuseUnless(err error, r *Refusal) error {
	if err != nil {
		return err
	}
	return r
}
