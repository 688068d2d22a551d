package tournament

import (
	"cmp"
	"slices"
	"time"
)

const day = 24 * time.Hour

// The rules that players agree to.
const (
	MaxLadderGames     = 3        // games of a ladder that one has under way in it
	LadderRematchAfter = 14 * day // from the end of a game until the same two have another
	SlideAfter         = 60 * day // without a game, until one slides
	SlideAgainAfter    = 30 * day // and until one slides again
	SlideNotice        = 14 * day // before a slide, from when on who slides is told
	MaxLadderTimeouts  = 2        // games lost on time, one after the other, with which one is off
)

// LadderReach is how many places up one can challenge where there are so many.
func LadderReach(places int) int { return max(8, places/10) }

// PlacesInReach are the places, from first to last, of those whom the player of a place can
// challenge; last is less than first if there are none.
func PlacesInReach(place, places int) (first, last int) {
	if place == 1 {
		return 2, min(places, 1+LadderReach(places))
	}
	return max(1, place-LadderReach(places)), place - 1
}

// PlaceAfterWin is the place to which the winner of a game goes.
func PlaceAfterWin(winner, loser int) int {
	if winner <= loser {
		return winner
	}
	return winner - (winner-loser+1)/2
}

// PlaceAfterSlide is the place to which somebody slides who does not play.
func PlaceAfterSlide(place, places int) int { return min(places, place+max(1, places/20)) }

// SlidesSoon reports whether a slide is near; the zero time is none.
func SlidesSoon(slide, now time.Time) bool {
	return !slide.IsZero() && !now.Before(slide.Add(-SlideNotice))
}

// Candidate is somebody who can be challenged.
type Candidate struct {
	Player  int64
	Place   int
	Running int       // games of the ladder under way
	Since   time.Time // when they last had one; of who has one under way it does not matter
}

// OrderCandidates brings candidates into the order in which they are picked.
func OrderCandidates(candidates []Candidate) {
	slices.SortFunc(candidates, func(a, b Candidate) int {
		if c := cmp.Compare(a.Running, b.Running); c != 0 {
			return c
		}
		if c := a.Since.Compare(b.Since); c != 0 && a.Running == 0 {
			return c
		}
		return cmp.Compare(a.Place, b.Place)
	})
}
