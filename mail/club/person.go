package club

import (
	"cmp"
	"errors"
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
