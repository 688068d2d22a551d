package tournament_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/club/tournament"
)

func TestWithin(t *testing.T) {
	for _, c := range []struct{ place, places, first, last int }{
		{1, 1, 2, 1}, // nobody else is on it
		{1, 2, 2, 2},
		{2, 2, 1, 1},
		{1, 30, 2, 9},
		{9, 30, 1, 8},
		{10, 30, 2, 9},
		{30, 30, 22, 29},
		{50, 89, 42, 49},
		{50, 90, 41, 49}, // a tenth is more than eight
		{200, 1000, 100, 199},
		{1, 1000, 2, 101},
	} {
		first, last := tournament.PlacesInReach(c.place, c.places)
		require.Equal(t, [2]int{c.first, c.last}, [2]int{first, last}, "place %d of %d", c.place, c.places)
	}
}

func TestUp(t *testing.T) {
	for _, c := range []struct{ winner, loser, to int }{
		{2, 1, 1}, // next to each other they change places
		{3, 1, 2},
		{4, 1, 2},
		{9, 1, 5},
		{10, 1, 5},
		{10, 2, 6},
		{1, 9, 1}, // who stood higher stays
		{5, 5, 5},
	} {
		require.Equal(t, c.to, tournament.PlaceAfterWin(c.winner, c.loser), "place %d beats %d", c.winner, c.loser)
	}
	for winner := 1; winner < 50; winner++ {
		for loser := 1; loser < winner; loser++ {
			to := tournament.PlaceAfterWin(winner, loser)
			require.Less(t, to, winner, "a win moves up")
			require.GreaterOrEqual(t, to, loser, "and past nobody who was not reached")
		}
	}
}

func TestLadderSlide(t *testing.T) {
	for _, c := range []struct{ place, places, to int }{
		{1, 1, 1},
		{1, 2, 2},
		{5, 30, 6},
		{5, 39, 6},
		{5, 40, 7},
		{95, 100, 100},
		{98, 100, 100},
		{100, 100, 100},
	} {
		require.Equal(t, c.to, tournament.PlaceAfterSlide(c.place, c.places), "place %d of %d", c.place, c.places)
	}
}

func TestOrder(t *testing.T) {
	at := func(days int) time.Time { return time.Date(2026, 1, 1+days, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		name string
		of   []tournament.Candidate
		want int64
	}{
		{"the fewest games", []tournament.Candidate{{1, 1, 2, at(0)}, {2, 2, 1, at(9)}, {3, 3, 2, at(0)}}, 2},
		{"the longest rest", []tournament.Candidate{{1, 1, 0, at(5)}, {2, 2, 0, at(3)}, {3, 3, 1, at(0)}}, 2},
		{"the highest", []tournament.Candidate{{2, 2, 0, at(3)}, {1, 1, 0, at(3)}}, 1},
		{"the highest of who play, whatever they had before", []tournament.Candidate{{2, 2, 1, at(3)}, {1, 1, 1, at(5)}}, 1},
	} {
		slices.Reverse(c.of)
		tournament.OrderCandidates(c.of)
		require.Equal(t, c.want, c.of[0].Player, c.name)
	}
}
