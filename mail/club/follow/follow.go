package follow

import (
	"errors"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
)

// FollowedItem is one thing that a player follows.
type FollowedItem struct {
	follows.FollowedItem
	GameState  *club.Game             // the game, if it is one
	Person     db.Player              // the player whose games are followed, if it is one
	Tournament tournaments.Tournament // the tournament, if it is one
}

// FollowingBegan: a player follows something from now on, or did before (Already).
type FollowingBegan struct {
	Player  db.Player
	Item    FollowedItem
	Already bool
	// Opponents says that the player also plays against the person they follow. Those games are
	// not shown twice.
	Opponents bool
}

// FollowingEnded: a player no longer follows something. A zero Item means that they follow nothing any
// more.
type FollowingEnded struct {
	Player db.Player
	Item   FollowedItem
}

// FollowGame lets a player follow a game.
func FollowGame(tx *club.Tx, player, game int64) error {
	p, err := follower(tx, player)
	if err != nil {
		return err
	}
	may, over, err := follows.May(tx.DB, game)
	if err != nil {
		return err
	}
	g, err := tx.DB.Game(game)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return club.Refuse("follow-no-game", game)
	case err != nil:
		return err
	case g.Black == player || g.White == player:
		return club.Refuse("follow-own", game)
	case !may:
		return club.Refuse("follow-no-game", game)
	}
	if apart, err := apart(tx, player, g); err != nil || apart {
		return club.RefuseUnless(err, club.Refuse("follow-no-game", game))
	}
	if over {
		return club.Refuse("follow-over", game)
	}
	t, err := tx.Open(g)
	if err != nil {
		return err
	}
	item := FollowedItem{FollowedItem: follows.FollowedItem{Game: game}, GameState: t}
	return begin(tx, p, item, func() error { return follows.AddGame(tx.DB, player, game) })
}

// FollowPlayer lets a player follow the games of another, found by name: those of some rules, or all
// if rules is "".
func FollowPlayer(tx *club.Tx, player int64, name, rules string) error {
	p, err := follower(tx, player)
	if err != nil {
		return err
	}
	who, err := called(tx, p, name)
	if err != nil {
		return err
	}
	e := FollowingBegan{Player: p,
		Item: FollowedItem{FollowedItem: follows.FollowedItem{Player: who.ID, Rules: rules}, Person: who}}
	if e.Opponents, err = tx.DB.Met(player, who.ID); err != nil {
		return err
	}
	return beginAs(tx, e, func() error { return follows.AddPlayer(tx.DB, player, who.ID, rules) })
}

// called returns the only player of a name whose games p may see.
func called(tx *club.Tx, p db.Player, name string) (db.Player, error) {
	who, err := club.FindPlayer(tx, p.ID, name, db.FindPublic)
	if err != nil {
		return db.Player{}, err
	}
	if who.ID == p.ID {
		return db.Player{}, club.Refuse("follow-yourself")
	}
	if apart, err := tx.EitherBlocks(p.ID, who.ID); err != nil || apart {
		return db.Player{}, club.RefuseUnless(err, club.Refuse("follow-nobody", name))
	}
	return who, nil
}

// FollowTournament lets a player follow the games of a tournament, by its name or that of a game.
func FollowTournament(tx *club.Tx, player int64, name string) error {
	p, err := follower(tx, player)
	if err != nil {
		return err
	}
	t, err := tournament.Find(tx, name)
	if err != nil {
		return err
	}
	if t.State == tournaments.Over {
		return club.Refuse("follow-tournament-over", t.Name)
	}
	item := FollowedItem{FollowedItem: follows.FollowedItem{Tournament: t.ID}, Tournament: t}
	return begin(tx, p, item, func() error { return follows.AddTournament(tx.DB, player, t.ID) })
}

func begin(tx *club.Tx, p db.Player, item FollowedItem, store func() error) error {
	return beginAs(tx, FollowingBegan{Player: p, Item: item}, store)
}

func beginAs(tx *club.Tx, e FollowingBegan, store func() error) error {
	list, err := follows.List(tx.DB, e.Player.ID)
	if err != nil {
		return err
	}
	e.Already = slices.Contains(list, e.Item.FollowedItem)
	if most := tx.Club.Policy.Following.Most; !e.Already && len(list) >= most {
		return club.Refuse("follow-many", most)
	}
	if err := store(); err != nil {
		return err
	}
	r, set, err := follows.NewsSettingOf(tx.DB, e.Player.ID)
	if err == nil && (!set || r.Due.IsZero()) {
		err = setReading(tx, e.Player, r)
	}
	if err != nil {
		return err
	}
	return tx.Emit(e)
}

// follower returns a player, or refuses if they may not follow others.
func follower(tx *club.Tx, player int64) (db.Player, error) {
	p, err := tx.DB.Player(player)
	if err != nil {
		return p, err
	}
	member, err := tx.IsMember(player)
	switch {
	case err != nil:
		return p, err
	case !member:
		return p, club.Refuse("members-only")
	case p.Program:
		return p, club.Refuse("follow-robot")
	case tx.Club.Policy.Following.Most == 0:
		return p, club.Refuse("follow-off")
	}
	return p, nil
}

// apart reports whether a player and one of the players of a game have blocked each other.
func apart(tx *club.Tx, player int64, g db.Game) (bool, error) {
	for _, other := range []int64{g.Black, g.White} {
		if apart, err := tx.EitherBlocks(player, other); err != nil || apart {
			return true, err
		}
	}
	return false, nil
}

// EndAll ends everything that a player follows.
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
	return ended(tx, player, FollowedItem{})
}

// EndGame ends following a game, also if the player follows it because of a person.
func EndGame(tx *club.Tx, player, game int64) error {
	dropped, err := follows.Drop(tx.DB, player, follows.FollowedItem{Game: game})
	if err != nil || !dropped {
		return club.RefuseUnless(err, club.Refuse("follow-not-game", game))
	}
	// If the game may not be seen any more, its players are not disclosed.
	if may, _, err := follows.May(tx.DB, game); err != nil || !may {
		return club.RefuseUnless(err, club.Refuse("follow-not-game", game))
	}
	g, err := tx.DB.Game(game)
	if err != nil {
		return err
	}
	t, err := tx.Open(g)
	if err != nil {
		return err
	}
	return ended(tx, player, FollowedItem{FollowedItem: follows.FollowedItem{Game: game}, GameState: t})
}

// EndPlayer ends following the games of a player, found by name: those of some rules, or all if
// rules is "".
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
		if _, err := follows.Drop(tx.DB, player, item.FollowedItem); err != nil {
			return err
		}
		return ended(tx, player, item)
	}
	if all { // a part of it cannot be ended
		return club.Refuse("follow-all-of", name)
	}
	return club.Refuse("follow-not-player", name)
}

// EndTournament ends following a tournament, by its name or that of a game.
func EndTournament(tx *club.Tx, player int64, name string) error {
	t, err := tournament.Find(tx, name)
	if err != nil {
		return err
	}
	item := FollowedItem{FollowedItem: follows.FollowedItem{Tournament: t.ID}, Tournament: t}
	dropped, err := follows.Drop(tx.DB, player, item.FollowedItem)
	if err != nil || !dropped {
		return club.RefuseUnless(err, club.Refuse("follow-not-tournament", t.Name))
	}
	return ended(tx, player, item)
}

func ended(tx *club.Tx, player int64, item FollowedItem) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return tx.Emit(FollowingEnded{p, item})
}

// List returns what a player follows.
func List(tx *club.Tx, player int64) (out []FollowedItem, err error) {
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

func itemOf(tx *club.Tx, f follows.FollowedItem) (item FollowedItem, err error) {
	item.FollowedItem = f
	switch {
	case f.Game != 0:
		var g db.Game
		if g, err = tx.DB.Game(f.Game); err == nil {
			item.GameState, err = tx.Open(g)
		}
	case f.Player != 0:
		item.Person, err = tx.DB.Player(f.Player)
	default:
		item.Tournament, err = tournaments.Get(tx.DB, f.Tournament)
	}
	return item, err
}
