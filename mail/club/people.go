package club

import (
	"slices"
	"strings"
	"unicode/utf8"

	"turnpost/db"
)

// Limits of the search for a player by name.
const (
	leastBeginning = 2 // letters that find a longer name
	maxCandidates  = 5 // of several
)

// FindPlayer returns the player whom another one means by a name, or by the beginning of one. A whole name goes
// before beginnings, with its accents before without. Case, spaces and signs do not matter.
//
// The argument who says which players it finds. A player who cannot be found is refused like one who does not exist. If several fit,
// the Refusal lists their names in Near. FindMet, for what a player does against another, finds everybody
// by the whole name, since anybody can look at the results of a name, and also by the name that the searcher
// knows (see [Tx.KnownTo]).
func FindPlayer(tx *Tx, player int64, name string, who db.Findable) (db.Player, error) {
	nobody := refuseNobody(who, name)
	plain := db.PlainName(name)
	if plain == "" {
		return db.Player{}, nobody
	}
	if who == db.FindMet {
		known, err := tx.DB.KnownAs(player)
		if err != nil {
			return db.Player{}, err
		}
		for id, as := range known {
			if db.PlainName(as) == plain {
				return tx.DB.Player(id)
			}
		}
	}
	whole, err := tx.namedWholly(player, name, plain)
	if err != nil {
		return db.Player{}, err
	}
	var found []db.Player
	for _, p := range whole {
		can, err := tx.canBeFound(p, who, player)
		if err != nil {
			return db.Player{}, err
		}
		if can {
			found = append(found, p)
		}
	}
	if len(whole) == 0 && utf8.RuneCountInString(plain) >= leastBeginning {
		if found, err = tx.DB.PlayersOfName(plain, true, who, player, maxCandidates+1); err != nil {
			return db.Player{}, err
		}
		if found, err = tx.notApart(player, found); err != nil {
			return db.Player{}, err
		}
	}
	switch len(found) {
	case 0:
		return db.Player{}, nobody
	case 1:
		return found[0], nil
	}
	several := Refuse("name-several", name)
	for _, p := range found[:min(len(found), maxCandidates)] {
		several.Near = append(several.Near, p.Name)
	}
	return db.Player{}, several
}

// refuseNobody is the refusal of a player who is not found.
func refuseNobody(who db.Findable, name string) *Refusal {
	switch who {
	case db.FindChallenges:
		return Refuse("challenge-nobody", name)
	case db.FindPublic:
		return Refuse("follow-nobody", name)
	}
	return Refuse("no-player", name)
}

// canBeFound is the condition of a [db.Findable] for one player. Players always find themselves.
func (tx *Tx) canBeFound(p db.Player, who db.Findable, player int64) (bool, error) {
	switch {
	case p.ID == player:
		return true, nil
	case who == db.FindPublic:
		return p.Public, nil
	case who == db.FindChallenges && !p.StoppedAt.IsZero():
		return false, nil
	case who == db.FindChallenges && !p.Challenges:
		_, byName, err := tx.DB.HasInvited(p.ID, player)
		return byName, err
	}
	return true, nil
}

// namedWholly lists the players of a whole name: of those that differ by accents alone, the one who is written so.
func (tx *Tx) namedWholly(player int64, name, plain string) ([]db.Player, error) {
	whole, err := tx.DB.PlayersOfName(plain, false, db.FindAnybody, player, maxCandidates+1)
	if err != nil {
		return nil, err
	}
	if len(whole) == 0 { // "Mueller" for "Müller"
		plain = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u").Replace(plain)
		if whole, err = tx.DB.PlayersOfName(plain, false, db.FindAnybody, player, maxCandidates+1); err != nil {
			return nil, err
		}
	}
	key, _ := db.NameKeys(name)
	exactly := slices.DeleteFunc(slices.Clone(whole), func(p db.Player) bool {
		as, _ := db.NameKeys(p.Name)
		return as != key
	})
	if len(exactly) > 0 {
		return exactly, nil
	}
	return whole, nil
}

// notApart leaves out the player who searches and those with whom one has blocked the other.
func (tx *Tx) notApart(player int64, found []db.Player) (out []db.Player, err error) {
	for _, p := range found {
		apart, err := tx.EitherBlocks(player, p.ID)
		if err != nil {
			return nil, err
		}
		if !apart && p.ID != player {
			out = append(out, p)
		}
	}
	return out, nil
}
