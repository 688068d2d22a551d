package notify

import (
	"slices"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
)

// Limits of the standings: the places that are shown, and the ratings that are read for them,
// as uncertain ones come after certain ones.
const (
	maxRanks   = 20
	maxRatings = 1000
)

// Standings shows a player the best ratings of some games; of a single game even if it has
// none.
func (m *Messages) Standings(p db.Player, games []rules.Game) error {
	sec := &templates.Standings{One: len(games) == 1}
	for _, g := range games {
		for _, robots := range []bool{false, true} {
			ranks, err := m.ranks(g, robots, p)
			if err != nil {
				return err
			}
			if len(ranks) > 0 || sec.One && !robots {
				sec.Games = append(sec.Games, templates.GameRanks{Title: g.Title, Robots: robots, Ranks: ranks})
			}
		}
	}
	m.aside(p).add(sec)
	return nil
}

// ranks are the standings of one game, among people or against bots, certain ratings first.
func (m *Messages) ranks(g rules.Game, robots bool, reader db.Player) ([]templates.Rank, error) {
	ratings, err := m.tx.DB.Standings(g.Name, robots, maxRatings)
	if err != nil {
		return nil, err
	}
	certain := func(r db.Rating) bool { return club.Glicko(r).Certain(m.tx.Now()) }
	slices.SortStableFunc(ratings, func(a, b db.Rating) int {
		switch {
		case certain(a) == certain(b):
			return 0
		case certain(a):
			return -1
		}
		return 1
	})
	var ranks []templates.Rank
	for _, r := range ratings {
		if len(ranks) == maxRanks {
			break
		}
		p, err := m.tx.DB.Player(r.Player)
		if err != nil {
			return nil, err
		}
		if p.Name == "" {
			continue // forgotten, at the player's wish
		}
		ranks = append(ranks, templates.Rank{
			Rank: len(ranks) + 1, Name: named(m.knownTo(reader, p)), Rating: m.ratingText(r), Games: r.Games,
			You: p.ID == reader.ID,
		})
	}
	return ranks, nil
}
