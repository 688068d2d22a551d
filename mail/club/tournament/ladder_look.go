package tournament

import (
	"errors"

	"turnpost/db"
	"turnpost/db/ladders"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"

	"turnpost/rules"
)

// Ladder is a ladder as a player sees it.
type Ladder struct {
	Rules  rules.Game
	Pace   clock.Pace // of its games
	Places int
	Mine   int         // the player's place; 0: they are not on it
	Rows   []LadderRow // the first, and those around the player
}

// LadderRow is who stands on a place.
type LadderRow struct {
	Place  int
	Player db.Player
}

// What is shown of a ladder: so many of the first, and around the player.
const (
	shownFirst = 10
	shownAbove = 8
	shownBelow = 2
)

// LookAtLadder is the ladder of a game as a player sees it.
func LookAtLadder(tx *club.Tx, name string, player int64) (l Ladder, err error) {
	if l.Rules, err = tx.Club.Rules(name); err != nil {
		return l, err
	}
	if l.Pace, err = pace(tx); err != nil {
		return l, err
	}
	if l.Places, err = ladders.Count(tx.DB, name); err != nil {
		return l, err
	}
	r, on, err := rungOf(tx, name, player)
	if err == nil && on {
		l.Mine, err = ladders.Place(tx.DB, r)
	}
	if err != nil {
		return l, err
	}
	if err := show(tx, &l, 1, shownFirst); err != nil || l.Mine == 0 {
		return l, err
	}
	return l, show(tx, &l, max(shownFirst+1, l.Mine-shownAbove), l.Mine+shownBelow)
}

// show adds the places from first to last to the rows of a ladder.
func show(tx *club.Tx, l *Ladder, first, last int) error {
	rungs, err := ladders.Places(tx.DB, l.Rules.Name, first, last)
	if err != nil {
		return err
	}
	for i, r := range rungs {
		p, err := tx.DB.Player(r.Player)
		if err != nil {
			return err
		}
		l.Rows = append(l.Rows, LadderRow{first + i, p})
	}
	return nil
}

// pace is that of the games of all ladders: the club's usual one.
func pace(tx *club.Tx) (clock.Pace, error) {
	if usual := tx.Club.Policy.Pace; usual != (clock.Pace{}) {
		return usual, nil
	}
	return clock.ParsePace(clock.DefaultPace)
}

// placeOf is the place of a rung, and how many there are.
func placeOf(tx *club.Tx, r ladders.Rung) (place, places int, err error) {
	if place, err = ladders.Place(tx.DB, r); err != nil {
		return 0, 0, err
	}
	places, err = ladders.Count(tx.DB, r.Rules)
	return place, places, err
}

// moveTo puts a player on a place.
func moveTo(tx *club.Tx, r ladders.Rung, place int) error {
	there, err := ladders.Places(tx.DB, r.Rules, place, place)
	if err != nil || len(there) == 0 {
		return err
	}
	return ladders.Move(tx.DB, r, there[0].Position)
}

// rest notes that a player rests from now on who has no game of the ladder under way, or
// that they do not.
func rest(tx *club.Tx, r ladders.Rung) error {
	running, err := ladders.Running(tx.DB, r.Rules, r.Player)
	if err != nil {
		return err
	}
	r.RestAt, r.SlideAt = tx.Now(), tx.Now().Add(SlideAfter)
	if len(running) > 0 {
		r.RestAt, r.SlideAt = none, none
	}
	return ladders.Save(tx.DB, r)
}

// rungOf is where a player stands on a ladder; false: they are not on it.
func rungOf(tx *club.Tx, rules string, player int64) (r ladders.Rung, on bool, err error) {
	r, err = ladders.Get(tx.DB, rules, player)
	if errors.Is(err, db.ErrNotFound) {
		return r, false, nil
	}
	return r, err == nil, err
}
