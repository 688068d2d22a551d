package club

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"turnpost/db"
)

// PlayerAt returns the player of an address, made if new. folded is the address as
// it is compared, and signed the name beside it. Until they write, a new one reads
// the language lang, or that of the policy.
func PlayerAt(tx *Tx, address, folded, signed, lang string) (p db.Player, fresh bool, err error) {
	p, err = tx.DB.PlayerByAddress(folded)
	if err == nil || !errors.Is(err, db.ErrNotFound) {
		return p, false, err
	}
	if p, err = tx.DB.AddPlayer(address, folded, tx.Club.NameOf(signed, address)); err != nil {
		return p, true, err
	}
	before := p
	p.Lang = cmp.Or(lang, tx.Club.Policy.Language, p.Lang)
	if zone := tx.Club.Policy.Timezone; zone != "" && zone != unset {
		p.Timezone = zone + usual
	}
	if p == before {
		return p, true, nil
	}
	return p, true, tx.DB.SavePlayer(p)
}

// Wrote is what a letter shows of its writer.
type Wrote struct {
	Signed string // the name that it is signed with
	Lang   string // the language that it is written in, by its tag; "": it does not show
	Proven bool   // the writer is proven
	Fresh  bool   // the writer was made for this letter
}

// Welcome notes that a player wrote, with the name and the language of a first
// letter; ends a silence that the player had asked for, and forgives letters that
// came back. An unproven letter does none of it to somebody whom we know: anyone can
// write that address. It reports whether it was the player's first letter and
// whether the player wanted no letters until this one.
func Welcome(tx *Tx, player int64, w Wrote) (first, silent bool, err error) {
	p, err := tx.DB.Player(player)
	if err != nil {
		return false, false, err
	}
	before := p
	first = w.Fresh
	if p.WroteAt.IsZero() && (w.Proven || w.Fresh) && w.Lang != "" {
		p.Lang = w.Lang
	}
	if p.WroteAt.IsZero() && w.Proven {
		first = true
		p.Name, p.WroteAt = tx.Club.NameOf(w.Signed, p.Address), tx.Now()
	}
	silent = !p.StoppedAt.IsZero()
	if w.Proven {
		p.StoppedAt = time.Time{}
	}
	if p != before {
		if err := tx.DB.SavePlayer(p); err != nil {
			return first, silent, err
		}
	}
	if w.Proven {
		err = reachable(tx, p)
	}
	return first, silent, err
}

// NameOf is what a player is called who signs so, or else after the address; see
// naming.Of.
func (c *Club) NameOf(signed, address string) string { return NameOf(c.Ours, signed, address) }

// NameRule is the rule of it; see NameRule.
func (c *Club) NameRule() string { return NameRule(c.Ours) }

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

// SetRobot sets whether a program plays for a player. What the player offered before
// is taken back, and what was offered to them lapses: nobody is to meet a program who
// expected a person, or to be rated otherwise than the invitation said. Games under way
// stay what they were. What the operator says the player cannot change. db.ErrNotFound
// of who was forgotten, or is another player now.
func SetRobot(tx *Tx, player int64, robot, operator bool) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if p.Address == "" { // or the row would be that of a robot of this house
		return db.ErrNotFound
	}
	if p.RobotFixed && !operator && p.Robot != robot {
		return Refuse("robot-fixed")
	}
	open, err := tx.DB.OpenInvitations(player)
	for _, i := range open {
		switch {
		case p.Robot == robot || err != nil:
		case i.Challenger == player:
			err = Withdraw(tx, player, i.ID)
		default:
			err = expire(tx, i, InvitationExpired{Changed: true})
		}
	}
	if err != nil {
		return err
	}
	return change(tx, player, "robot", func(p *db.Player) bool {
		p.Robot, p.RobotFixed = robot, p.RobotFixed || operator
		return false
	})
}
