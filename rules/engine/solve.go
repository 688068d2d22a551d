package engine

import (
	"errors"
	"fmt"
)

// Ends of the game to which a ply may lead, in place of a state.
const (
	EndWins  int32 = -1 // the side that plays it wins
	EndDraws int32 = -2
)

// Graph is a game as a graph of states.
type Graph interface {
	// States is the number of states. They are numbered from 0.
	States() int
	// Plies appends the result of each ply of a state: the number of a state, EndWins or
	// EndDraws. There are 1 to 255. Equal ones may be listed several times.
	Plies(state int, to []int32) []int32
}

// ValueDrawn is the value of a drawn state.
const ValueDrawn = 0

// Solve solves g. The value of a state is ValueDrawn, or the number of plies to the end, odd if the
// side to move wins and even if it loses.
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

// solver is the state of the analysis.
type solver struct {
	value []uint16
	// open is the number of a state's plies that do not lead to a state known as won.
	open []uint8
	// from[first[i]:first[i+1]] are the states with a ply to state i.
	first []uint32
	from  []int32
	// fresh are the states that the last round settled.
	fresh []int32
}

// turnRound reverses the plies of g, and settles the states that win with one ply.
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
	// first[i] is the end of i's list here; filling the list from behind moves it to the
	// beginning.
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

// round settles the states of distance n+1 from those of distance n.
func (s *solver) round(n uint16) {
	var next []int32
	for _, i := range s.fresh {
		for _, before := range s.from[s.first[i]:s.first[i+1]] {
			if s.value[before] != ValueDrawn {
				continue
			}
			if n%2 == 1 { // i is won: one ply less to escape
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
