package tournament

import (
	"time"

	"turnpost/db/ladders"
	"turnpost/mail/club"

	"turnpost/rules"
)

// LadderPlace is where a player stands on a ladder, as their digest tells it.
type LadderPlace struct {
	Rules         rules.Game
	Place, Places int
	Before        int       // the place that their last digest told; 0: none has told one
	Slides        time.Time // when they slide if they do nothing; zero: not soon
	News          bool      // that they slide soon was not told yet
}

// LadderPlaces are where a player stands on all ladders of games that are played here.
func LadderPlaces(tx *club.Tx, player int64) (out []LadderPlace, err error) {
	rungs, err := ladders.Of(tx.DB, player)
	if err != nil {
		return nil, err
	}
	for _, g := range tx.Club.Games() {
		for _, r := range rungs {
			if r.Rules != g.Name {
				continue
			}
			s := LadderPlace{Rules: g, Before: r.ToldPlace}
			if s.Place, s.Places, err = placeOf(tx, r); err != nil {
				return nil, err
			}
			if SlidesSoon(r.SlideAt, tx.Now()) && PlaceAfterSlide(s.Place, s.Places) != s.Place {
				s.Slides, s.News = r.SlideAt, !r.ToldSlide.Equal(r.SlideAt)
			}
			out = append(out, s)
		}
	}
	return out, nil
}

// NoteLadderTold notes that a player's digest has told where they stand.
func NoteLadderTold(tx *club.Tx, player int64, stands []LadderPlace) error {
	for _, s := range stands {
		if err := ladders.Told(tx.DB, s.Rules.Name, player, s.Place, s.Slides); err != nil {
			return err
		}
	}
	return nil
}
