package tournament

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/club/clock"

	"turnpost/mail/club/rating"
)

// plan is how a tournament whose day has come is divided, as it was when that was found. To
// reckon it takes seconds where ten thousand have joined, and so no writer waits for it.
type plan struct {
	joined    []seasons.Entrant
	gone      []int64 // of those, who are not in it
	divisions [][]Entrant
}

// planOf makes a plan, and changes nothing. Who has stopped, or may not play any more, is not
// in it; if too few are left, it has no divisions.
func planOf(tx *club.Tx, t seasons.Tournament) (p *plan, err error) {
	p = &plan{}
	if p.joined, err = seasons.Entrants(tx.DB, t.ID); err != nil {
		return nil, err
	}
	var entrants []Entrant
	for _, e := range p.joined {
		ok, err := plays(tx, e.Player)
		if err != nil {
			return nil, err
		}
		if !ok {
			p.gone = append(p.gone, e.Player)
			continue
		}
		now, err := ratingOf(tx, e.Player, t.Rules)
		if err != nil {
			return nil, err
		}
		entrants = append(entrants, Entrant{Player: e.Player, Rating: now})
	}
	last, err := finals(tx, t.Previous)
	p.divisions = Divide(entrants, last)
	return p, err
}

// draw makes the divisions of a plan. If others have joined by now, it does nothing; who
// cannot play any more by now has no games, see begin. If too few are left, the tournament
// waits for others.
func draw(tx *club.Tx, t seasons.Tournament, p *plan) error {
	joined, err := seasons.Entrants(tx.DB, t.ID)
	if err != nil || !slices.Equal(joined, p.joined) {
		return err
	}
	for _, player := range p.gone {
		if err := seasons.Leave(tx.DB, t.ID, player); err != nil {
			return err
		}
	}
	if len(p.divisions) == 0 {
		return nil
	}
	for i, division := range p.divisions {
		if err := seasons.AddDivision(tx.DB, t.ID, i+1); err != nil {
			return err
		}
		for j, e := range division {
			if err := seasons.Place(tx.DB, seasons.Entrant{Tournament: t.ID, Player: e.Player, Rating: e.Rating, Division: i + 1, Number: j + 1}); err != nil {
				return err
			}
		}
	}
	t.State, t.BegunAt = seasons.Starting, tx.Now()
	t.EndsAt = tx.Now().Add(time.Duration(t.Days) * 24 * time.Hour)
	return seasons.Save(tx.DB, t)
}

// plays reports whether somebody who has joined can still play, hears of it, and lets it be
// seen.
func plays(tx *club.Tx, player int64) (bool, error) {
	p, err := tx.DB.Player(player)
	if err != nil || !p.StoppedAt.IsZero() || p.Address == "" || p.Leaving || p.Robot || !p.Public {
		return false, err
	}
	// Who gets no letters would not know of the games.
	if suspended, err := tx.IsSuspended(player); err != nil || suspended {
		return false, err
	}
	return tx.IsMember(player)
}

// ratingOf is a player's rating among people, or that of who has none.
func ratingOf(tx *club.Tx, player int64, rules string) (float64, error) {
	r, err := tx.DB.Rating(player, rules, false)
	if errors.Is(err, db.ErrNotFound) {
		return rating.New().Value, nil
	}
	return r.Rating, err
}

// finals are the divisions of a season that is over, each in the order of its table.
func finals(tx *club.Tx, id int64) (out [][]int64, err error) {
	if id == 0 {
		return nil, nil
	}
	t, err := seasons.Get(tx.DB, id)
	if err != nil {
		return nil, err
	}
	tables, err := AllStandings(tx, t)
	for _, table := range tables {
		var order []int64
		for _, row := range table.Rows {
			order = append(order, row.ID)
		}
		out = append(out, order)
	}
	return out, err
}

// beginNext begins all games of the next division, or notes that all have.
func beginNext(tx *club.Tx, t seasons.Tournament) error {
	divisions, err := seasons.Divisions(tx.DB, t.ID)
	if err != nil {
		return err
	}
	for i, d := range divisions {
		if !d.BegunAt.IsZero() {
			continue
		}
		if err := beginDivision(tx, t, d, len(divisions)); err != nil {
			return err
		}
		if i+1 < len(divisions) {
			return nil
		}
	}
	t.State = seasons.Running
	return seasons.Save(tx.DB, t)
}

// beginDivision begins all games of a division. Who has stopped since the divisions were made is
// out, and has no games.
func beginDivision(tx *club.Tx, t seasons.Tournament, d seasons.Division, divisions int) error {
	entrants, err := seasons.InDivision(tx.DB, t.ID, d.Number)
	if err != nil {
		return err
	}
	people := make([]db.Player, len(entrants))
	there := make([]bool, len(entrants))
	for i, e := range entrants {
		if people[i], err = tx.DB.Player(e.Player); err != nil {
			return err
		}
		if e.Out() {
			continue
		}
		if there[i], err = plays(tx, e.Player); err != nil {
			return err
		}
		if !there[i] {
			e.OutAt, e.Cancelled = tx.Now(), true
			if err := seasons.SaveEntrant(tx.DB, e); err != nil {
				return err
			}
		}
	}
	g, err := tx.Club.Rules(t.Rules)
	if err != nil {
		return err
	}
	pace, err := clock.ParsePace(t.Pace)
	if err != nil {
		return err
	}
	order := club.Order{Game: g, Side: g.Start().Turn(), Pace: pace, Rated: true}
	var games []*club.Table
	for _, p := range Pairings(len(people)) {
		if !there[p.First-1] || !there[p.Second-1] {
			continue
		}
		// The subject names the tournament.
		game, err := club.Pair(tx, club.Pairing{Order: order, First: people[p.First-1], Second: people[p.Second-1], Mark: " (" + t.Name + ")"})
		if err != nil {
			return fmt.Errorf("%s, division %d: %w", t.Name, d.Number, err)
		}
		if err := seasons.AddGame(tx.DB, game.Game.ID, t.ID, d.Number, p.Round); err != nil {
			return err
		}
		games = append(games, game)
	}
	d.BegunAt = tx.Now()
	if len(games) == 0 {
		d.EndedAt = tx.Now()
	}
	table, err := tableOf(tx, t, d, divisions)
	if err != nil {
		return err
	}
	d.Top = LeadersText(table.Rows)
	if err := seasons.SaveDivision(tx.DB, d); err != nil {
		return err
	}
	table.Division = d
	return tx.Emit(Began{table, games})
}
