package engine

import (
	"errors"
	"fmt"
)

// Ends of the game that a ply may lead to, in the place of a state.
const (
	EndWins  int32 = -1 // it wins for who makes it
	EndDraws int32 = -2
)

// Graph is a game.
type Graph interface {
	// States is how many there are. They are numbered from 0.
	States() int
	// Plies appends where each ply of a state leads to: a state's number, Wins
	// or Draws. There is at least one, and at most 255. Equal ones may be listed
	// once or more often.
	Plies(state int, to []int32) []int32
}

// ValueDrawn is the value of a drawn state.
const ValueDrawn = 0

// Solve solves g. The value of a state is ValueDrawn, or the number of plies to the
// end, odd if the side to move wins and even if it loses: a game of sides that
// alternate is won on the winner's ply.
func Solve(g Graph) ([]uint16, error) {
	s := solver{value: make([]uint16, g.States())}
	if err := s.turnRound(g); err != nil {
		return nil, err
	}
	for n := uint16(1); len(s.fresh) > 0; n++ {
		if n > 1<<15 {
			return nil, errors.New("solving a game: a win takes over 32768 plies")
		}
		s.round(n)
	}
	return s.value, nil
}

// solver is the work so far.
type solver struct {
	value []uint16
	// open counts a state's plies that do not yet lead to a won one.
	open []uint8
	// from lists, for state i from first[i] to first[i+1], the states with a ply
	// to it.
	first []uint32
	from  []int32
	// fresh are the states settled in the last round.
	fresh []int32
}

// turnRound fills everything from the plies of g, and settles the states that
// win with one ply.
func (s *solver) turnRound(g Graph) error {
	states := g.States()
	s.open = make([]uint8, states)
	s.first = make([]uint32, states+1)
	var plies []int32
	for i := range states {
		plies = g.Plies(i, plies[:0])
		if len(plies) == 0 || len(plies) > 255 {
			return fmt.Errorf("solving a game: state %d has %d plies", i, len(plies))
		}
		s.open[i] = uint8(len(plies))
		for _, to := range plies {
			switch {
			case to >= 0:
				s.first[to]++
			case to == EndWins && s.value[i] == ValueDrawn:
				s.value[i] = 1
				s.fresh = append(s.fresh, int32(i))
			}
		}
	}
	// first[i] becomes the end of i's list, and falls to its beginning as the
	// list is filled from behind.
	var sum uint64
	for i := range s.first {
		sum += uint64(s.first[i])
		if sum > 1<<32-1 {
			return errors.New("solving a game: there are over four thousand million plies")
		}
		s.first[i] = uint32(sum)
	}
	s.from = make([]int32, sum)
	for i := range states {
		plies = g.Plies(i, plies[:0])
		for _, to := range plies {
			if to >= 0 {
				s.first[to]--
				s.from[s.first[to]] = int32(i)
			}
		}
	}
	return nil
}

// round spreads the values of the states of distance n to those of n+1.
func (s *solver) round(n uint16) {
	var next []int32
	for _, i := range s.fresh {
		for _, before := range s.from[s.first[i]:s.first[i+1]] {
			if s.value[before] != ValueDrawn {
				continue
			}
			if n%2 == 1 { // i is won: one way out less
				if s.open[before]--; s.open[before] > 0 {
					continue
				}
			}
			s.value[before] = n + 1
			next = append(next, before)
		}
	}
	s.fresh = next
}
