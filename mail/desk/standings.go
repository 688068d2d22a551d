package desk

import (
	"slices"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/templates"
)

// Limits of the standings: the places that are shown, and the ratings that are
// looked at for them, because uncertain ones stand behind certain ones.
const (
	maxRanks   = 20
	maxRatings = 1000
)

func standingsVerb() verb {
	return verb{
		name: "standings",
		run: func(s *session, c command) error {
			games := s.desk.games
			if c.args != "" {
				g, err := rules.Find(games, c.args)
				if err != nil {
					s.hint(c, nil, "unknown-game", c.args, s.gameNames())
					return nil
				}
				games = []rules.Game{g}
			}
			sec := &templates.Standings{}
			for _, g := range games {
				ranks, err := s.ranks(g)
				if err != nil {
					return err
				}
				if len(ranks) > 0 || len(games) == 1 {
					sec.Games = append(sec.Games, templates.GameRanks{Title: g.Title, Ranks: ranks})
				}
			}
			s.done(c)
			s.aside().add(sec)
			return nil
		},
	}
}

// ranks are the standings of one game: certain ratings before the others.
func (s *session) ranks(g rules.Game) ([]templates.Rank, error) {
	ratings, err := s.tx.Standings(g.Name, maxRatings)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(ratings, func(a, b db.Rating) int {
		switch {
		case s.certain(a) == s.certain(b):
			return 0
		case s.certain(a):
			return -1
		}
		return 1
	})
	var ranks []templates.Rank
	for _, r := range ratings {
		if len(ranks) == maxRanks {
			break
		}
		p, err := s.tx.Player(r.Player)
		if err != nil {
			return nil, err
		}
		if p.Name == "" {
			continue // forgotten, at the player's wish
		}
		ranks = append(ranks, templates.Rank{
			Rank: len(ranks) + 1, Name: p.Name, Rating: s.ratingText(r), Games: r.Games, You: p.ID == s.player.ID,
		})
	}
	return ranks, nil
}
