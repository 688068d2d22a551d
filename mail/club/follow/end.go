package follow

import (
	"strings"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
)

// EndAll ends all that a player follows.
func EndAll(tx *club.Tx, player int64) error {
	list, err := follows.List(tx.DB, player)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return club.Refuse("follow-nothing")
	}
	if err := follows.DropAll(tx.DB, player); err != nil {
		return err
	}
	return ended(tx, player, Item{})
}

// EndGame ends that a player follows a game, also where they follow who plays it.
func EndGame(tx *club.Tx, player, game int64) error {
	dropped, err := follows.Drop(tx.DB, player, follows.Followed{Game: game})
	if err != nil || !dropped {
		return refuseUnless(err, club.Refuse("follow-not-game", game))
	}
	// Of a game that nobody may see, not even its players are named.
	if may, _, err := follows.May(tx.DB, game); err != nil || !may {
		return refuseUnless(err, club.Refuse("follow-not-game", game))
	}
	g, err := tx.DB.Game(game)
	if err != nil {
		return err
	}
	t, err := tx.Open(g)
	if err != nil {
		return err
	}
	return ended(tx, player, Item{Followed: follows.Followed{Game: game}, Table: t})
}

// EndPlayer ends that a player follows the games of another, by name: those of some rules,
// or with "" all.
func EndPlayer(tx *club.Tx, player int64, name, rules string) error {
	list, err := List(tx, player)
	if err != nil {
		return err
	}
	all := false
	for _, item := range list {
		if item.Player == 0 || !strings.EqualFold(item.Person.Name, name) {
			continue
		}
		if rules != "" && item.Rules != rules {
			all = all || item.Rules == ""
			continue
		}
		item.Rules = rules
		if _, err := follows.Drop(tx.DB, player, item.Followed); err != nil {
			return err
		}
		return ended(tx, player, item)
	}
	if all { // of some rules alone it cannot be ended
		return club.Refuse("follow-all-of", name)
	}
	return club.Refuse("follow-not-player", name)
}

// EndTournament ends that a player follows a tournament, by its name or that of a game.
func EndTournament(tx *club.Tx, player int64, name string) error {
	t, err := tournament.Find(tx, name)
	if err != nil {
		return err
	}
	item := Item{Followed: follows.Followed{Tournament: t.ID}, Tournament: t}
	dropped, err := follows.Drop(tx.DB, player, item.Followed)
	if err != nil || !dropped {
		return refuseUnless(err, club.Refuse("follow-not-tournament", t.Name))
	}
	return ended(tx, player, item)
}

func ended(tx *club.Tx, player int64, item Item) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return tx.Emit(Ended{p, item})
}

// List is what a player follows.
func List(tx *club.Tx, player int64) (out []Item, err error) {
	list, err := follows.List(tx.DB, player)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		item, err := itemOf(tx, f)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
	}
	return out, nil
}

func itemOf(tx *club.Tx, f follows.Followed) (item Item, err error) {
	item.Followed = f
	switch {
	case f.Game != 0:
		var g db.Game
		if g, err = tx.DB.Game(f.Game); err == nil {
			item.Table, err = tx.Open(g)
		}
	case f.Player != 0:
		item.Person, err = tx.DB.Player(f.Player)
	default:
		item.Tournament, err = seasons.Get(tx.DB, f.Tournament)
	}
	return item, err
}
