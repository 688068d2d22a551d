package tournament

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
)

// How standing seasons are: how long one can join at least, and how long they last.
const (
	SignUpTime = 14 * 24 * time.Hour
	SeasonDays = 120
)

// mayBePublic refuses who does not let games and name be seen by others.
func mayBePublic(p db.Player, name string) error {
	if !p.Public {
		return club.Refuse("season-public", name)
	}
	return nil
}

// Join lets a player take part in a tournament that has not begun, by its name, or in the
// next standing season of a game, by the game's: the first who joins makes it.
func Join(tx *club.Tx, player int64, name string) error {
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if p.Robot {
		return club.Refuse("season-robot")
	}
	if member, err := tx.IsMember(player); err != nil {
		return err
	} else if !member {
		return club.Refuse("members-only")
	}
	if err := mayBePublic(p, tidy(name)); err != nil {
		return err
	}
	t, err := toJoin(tx, name)
	if err != nil {
		return err
	}
	if t.State != tournaments.Open {
		return club.Refuse("season-begun", t.Name)
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
	already := len(places) > 0
	if err == nil && !already {
		err = tournaments.Join(tx.DB, t.ID, player)
	}
	if err != nil {
		return err
	}
	count, err := tournaments.Count(tx.DB, t.ID)
	if err != nil {
		return err
	}
	return tx.Emit(Joined{t, p, count, already})
}

// toJoin is the tournament of a name that somebody wants to join.
func toJoin(tx *club.Tx, name string) (tournaments.Tournament, error) {
	name = tidy(name)
	if _, err := tx.Club.Rules(name); err != nil {
		t, err := tournaments.Named(tx.DB, name)
		if errors.Is(err, db.ErrNotFound) {
			return t, club.Refuse("no-season", name)
		}
		return t, err
	}
	t, err := tournaments.Latest(tx.DB, name)
	if err == nil && t.State == tournaments.Open {
		return t, nil
	}
	if err != nil && !errors.Is(err, db.ErrNotFound) {
		return t, err
	}
	return open(tx, name, t)
}

// open makes the standing season of a game that follows another, or (zero) is the first.
// While the one before that was played is not over, its day is not known.
func open(tx *club.Tx, rules string, last tournaments.Tournament) (tournaments.Tournament, error) {
	played, err := playedBefore(tx, last)
	if err != nil {
		return last, err
	}
	t := tournaments.Tournament{
		Name: fmt.Sprintf("%s-%d", rules, last.Season+1), Rules: rules, Pace: tx.Club.Policy.Pace.String(),
		Standing: true, Season: last.Season + 1, Previous: played.ID, Days: SeasonDays,
	}
	if played.ID == 0 || played.State == tournaments.Over {
		t.StartsAt = tx.Now().Add(SignUpTime)
	}
	return tournaments.Add(tx.DB, t)
}

// playedBefore is a season, or if it has not begun, the last one before that has; zero:
// there is none. One that was closed before it began has no divisions to go on from.
func playedBefore(tx *club.Tx, t tournaments.Tournament) (tournaments.Tournament, error) {
	for t.ID != 0 && t.BegunAt.IsZero() {
		if t.Previous == 0 {
			return tournaments.Tournament{}, nil
		}
		var err error
		if t, err = tournaments.Get(tx.DB, t.Previous); err != nil {
			return t, err
		}
	}
	return t, nil
}

// tidy is a name as it is stored: "Turro 2" is turro-2.
func tidy(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.Trim(name, " .,!\"'"))), "-")
}

// Find is the tournament of a name, to look at: of that of a game it is the season under
// way, or else the last, or else the one that can be joined. Refuses if there is none.
func Find(tx *club.Tx, name string) (tournaments.Tournament, error) {
	name = tidy(name)
	t, err := tournaments.Named(tx.DB, name)
	if errors.Is(err, db.ErrNotFound) {
		t, err = tournaments.Latest(tx.DB, name)
		if err == nil && t.Previous != 0 {
			t, err = playedBefore(tx, t)
		}
	}
	if errors.Is(err, db.ErrNotFound) {
		return t, club.Refuse("no-season", name)
	}
	return t, err
}
