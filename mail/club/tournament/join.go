package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
)

// Standing seasons: the shortest time to join, and how many days they last.
const (
	SignUpTime = 14 * 24 * time.Hour
	SeasonDays = 120
	CupDays    = 30 // that a round of a cup lasts
)

// mayTakePart returns a player. It refuses people who are not members, and a program with the refusal given.
func mayTakePart(tx *club.Tx, player int64, program *club.Refusal) (db.Player, error) {
	p, err := tx.DB.Player(player)
	if err != nil {
		return p, err
	}
	if p.Program {
		return p, program
	}
	member, err := tx.IsMember(player)
	if err == nil && !member {
		err = club.Refuse("members-only")
	}
	return p, err
}

// Join adds a player to a tournament that has not begun, by its name, or to the next standing
// season of a game, by the game's name. The first player who joins a season creates it. To join lets
// everybody see the player's games in it; a player of a tournament that has begun who has taken this
// back can join it again, which lets others see them again.
func Join(tx *club.Tx, player int64, name string) error {
	p, err := mayTakePart(tx, player, club.Refuse("season-robot"))
	if err != nil {
		return err
	}
	t, err := toJoin(tx, name)
	if err != nil {
		return err
	}
	places, err := tournaments.PlacesOf(tx.DB, t.ID, player)
	if err != nil {
		return err
	}
	if t.State == tournaments.Over && t.BegunAt.IsZero() {
		return club.Refuse("season-closed", t.Name)
	}
	if t.State != tournaments.Open {
		if p.Public || !slices.ContainsFunc(places, func(e tournaments.Entrant) bool { return !e.Public }) {
			return club.Refuse("season-begun", t.Name)
		}
		if err := tournaments.Show(tx.DB, t.ID, player); err != nil {
			return err
		}
		return tx.Emit(GamesPublicAgain{t, p})
	}
	already := len(places) > 0
	if t.Host != 0 && !already {
		if asked, err := tournaments.WasAsked(tx.DB, t.ID, player); err != nil {
			return err
		} else if !asked {
			return club.Refuse("cup-invited", t.Name)
		}
	}
	if t.Cup && !already {
		if n, err := tournaments.Count(tx.DB, t.ID); err != nil {
			return err
		} else if n >= MaxCup {
			return club.Refuse("cup-full", t.Name)
		}
	}
	if !already {
		if err = oneSeat(tx, t.ID, player); err != nil {
			return err
		}
		err = tournaments.Join(tx.DB, t.ID, player)
	}
	if err != nil {
		return err
	}
	count, err := tournaments.Count(tx.DB, t.ID)
	if err != nil {
		return err
	}
	if err := tx.Emit(Joined{t, p, count, already}); err != nil || t.Host == 0 || already {
		return err
	}
	if err := tournaments.GuestAnswers(tx.DB, t.ID, player, false); err != nil {
		return err
	}
	return allAnswered(tx, t)
}

// oneSeat refuses a player whose mailbox has a seat in a tournament.
func oneSeat(tx *club.Tx, tournament, player int64) error {
	all, err := tx.DB.Mailbox(player)
	if err != nil {
		return err
	}
	for _, id := range all {
		places, err := tournaments.PlacesOf(tx.DB, tournament, id)
		if err != nil {
			return err
		}
		if len(places) > 0 {
			other, err := tx.DB.Player(id)
			if err != nil {
				return err
			}
			return club.Refuse("season-mailbox", other.Name)
		}
	}
	return nil
}

// toJoin returns the tournament that a player means by a name.
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

// open creates the standing season of a game after last, or the first one if last is zero. It
// has no day to begin as long as the last played season is not over.
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

// playedBefore returns t if it has begun, or else the latest season before it that has; zero if
// there is none. A season that was closed before it began has no final table.
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

// tidy returns a name as it is stored: "Turro 2" is turro-2.
func tidy(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.Trim(name, " .,!\"'"))), "-")
}

// Find returns the tournament of a name. The name of a game means its running season, or else
// its last, or else the one that can be joined. It refuses if there is none.
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
