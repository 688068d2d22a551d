package standing

import (
	"slices"

	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/templates"
)

// mostOver is how many tournaments that are over are in the list.
const mostOver = 5

// Tournaments lists those that a player can join or look at: of each game that has no
// season which one can join, the one that the first who joins makes.
func Tournaments(tx *club.Tx, reader Reader) (*templates.Tournaments, error) {
	list, err := seasons.Unfinished(tx.DB)
	if err != nil {
		return nil, err
	}
	over, err := seasons.Finished(tx.DB, mostOver)
	if err != nil {
		return nil, err
	}
	sec := &templates.Tournaments{}
	for _, t := range append(list, over...) {
		line, err := lineOf(tx, t, reader)
		if err != nil {
			return nil, err
		}
		sec.Seasons = append(sec.Seasons, line)
	}
	for _, g := range tx.Club.Games() {
		joinable := func(t seasons.Tournament) bool { return t.Rules == g.Name && t.Standing && t.State == seasons.Open }
		if !slices.ContainsFunc(list, joinable) {
			sec.Seasons = append(sec.Seasons, templates.SeasonLine{Name: g.Name, Title: g.Title, State: "fresh"})
		}
	}
	return sec, nil
}

// Tournament is one of them alone.
func Tournament(tx *club.Tx, t seasons.Tournament, reader Reader) (*templates.Tournaments, error) {
	line, err := lineOf(tx, t, reader)
	return &templates.Tournaments{Seasons: []templates.SeasonLine{line}, One: true}, err
}

func lineOf(tx *club.Tx, t seasons.Tournament, reader Reader) (line templates.SeasonLine, err error) {
	g, err := tx.Club.Rules(t.Rules)
	if err != nil {
		return line, err
	}
	line = templates.SeasonLine{Name: t.Name, Title: g.Title}
	switch {
	case t.State == seasons.Over:
		line.State, line.When = "over", reader.At(t.EndedAt)
	case t.State != seasons.Open:
		line.State, line.When = "running", reader.At(t.EndsAt)
	case t.StartsAt.IsZero():
		line.State = "waiting"
	default:
		line.State, line.When = "open", reader.At(t.StartsAt)
	}
	if line.Count, err = seasons.Count(tx.DB, t.ID); err != nil {
		return line, err
	}
	places, err := seasons.PlacesOf(tx.DB, t.ID, reader.ID)
	line.You = slices.ContainsFunc(places, func(e seasons.Entrant) bool { return !e.Out() })
	return line, err
}
