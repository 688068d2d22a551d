package tournament

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"
)

// What an operator does to tournaments. The steps that follow are done by a running server.

// OperatorError is a sentence for the operator who asked for something impossible.
type OperatorError string

func (m OperatorError) Error() string { return string(m) }

func mistake(format string, args ...any) error { return OperatorError(fmt.Sprintf(format, args...)) }

var isName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)

// mostDays is how long a tournament may last.
const mostDays = 366

// Create makes a tournament that players can join. It begins at StartsAt; if that is zero, when
// Start is called.
func Create(tx *club.Tx, t tournaments.Tournament) (tournaments.Tournament, error) {
	if _, err := tx.Club.Rules(t.Rules); err != nil {
		return t, mistake("there is no game %q", t.Rules)
	}
	game, _, _ := strings.Cut(t.Name, "-")
	if _, err := tx.Club.Rules(game); err == nil || !isName.MatchString(t.Name) || len(t.Name) > 40 {
		return t, mistake(
			"%q cannot be a name: it must consist of lower-case letters, digits and at least one hyphen, "+
				"as in spring-cup, and must not begin with the name of a game", t.Name)
	}
	pace, err := clock.ParseNewPace(t.Pace)
	if err != nil {
		return t, mistake("%q is not a pace: %v", t.Pace, err)
	}
	if t.Days < 1 || t.Days > mostDays {
		return t, mistake("a tournament lasts 1 to %d days, not %d", mostDays, t.Days)
	}
	if _, err := tournaments.Named(tx.DB, t.Name); err == nil {
		return t, mistake("there is a tournament %s already", t.Name)
	} else if !errors.Is(err, db.ErrNotFound) {
		return t, err
	}
	t.Pace, t.Season = pace.String(), 1
	return tournaments.Add(tx.DB, t)
}

// Start lets a tournament begin now, if enough players have joined.
func Start(tx *club.Tx, name string) (tournaments.Tournament, error) {
	t, err := named(tx, name)
	if err != nil {
		return t, err
	}
	if t.State != tournaments.Open {
		return t, mistake("%s has begun already", t.Name)
	}
	if t.Previous != 0 {
		before, err := tournaments.Get(tx.DB, t.Previous)
		if err == nil && before.State != tournaments.Over {
			err = mistake("%s goes on; %s can begin when it is over", before.Name, t.Name)
		}
		if err != nil {
			return t, err
		}
	}
	least := MinPlayers
	if t.Cup {
		least = MinCup
	}
	n, err := tournaments.Count(tx.DB, t.ID)
	if err == nil && n < least {
		err = mistake("%d players have joined %s; it needs %d", n, t.Name, least)
	}
	if err != nil {
		return t, err
	}
	t.StartsAt = tx.Now()
	return t, tournaments.Save(tx.DB, t)
}

// End moves the last day of a tournament, or of the present round of a cup, to now, so that unfinished
// games are adjudicated. A tournament that has not begun is closed, without an event unless it is
// the cup of a player.
func End(tx *club.Tx, name string) (tournaments.Tournament, error) {
	t, err := named(tx, name)
	if err != nil {
		return t, err
	}
	switch {
	case t.State == tournaments.Open && t.Host != 0:
		err = closeCup(tx, t, ClosedByOperator)
		t.State = tournaments.Over
		return t, err
	case t.State == tournaments.Open:
		t.State, t.EndedAt = tournaments.Over, tx.Now()
	case t.State == tournaments.Running:
		t.EndsAt = tx.Now()
	case t.State == tournaments.Starting:
		return t, mistake("%s is just beginning; try again in a minute", t.Name)
	default:
		return t, mistake("%s is over already", t.Name)
	}
	return t, tournaments.Save(tx.DB, t)
}

func named(tx *club.Tx, name string) (tournaments.Tournament, error) {
	t, err := tournaments.Named(tx.DB, name)
	if errors.Is(err, db.ErrNotFound) {
		err = mistake("there is no tournament %q; 'turnpost tournament list' lists them", name)
	}
	return t, err
}

// Begins returns when a tournament begins whose sign-up lasts that many days from now; 0: never
// by itself.
func Begins(now time.Time, days int) time.Time {
	if days == 0 {
		return time.Time{}
	}
	return now.Add(time.Duration(days) * 24 * time.Hour)
}
