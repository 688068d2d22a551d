package loa

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// oracle has the board by columns and rows from 1, and walks every line step by step.
type oracle struct {
	at   map[[2]int]byte // b and w
	turn byte
}

func oracleStart() oracle {
	o := oracle{map[[2]int]byte{}, 'b'}
	for i := 2; i <= 7; i++ {
		o.at[[2]int{i, 1}], o.at[[2]int{i, 8}] = 'b', 'b'
		o.at[[2]int{1, i}], o.at[[2]int{8, i}] = 'w', 'w'
	}
	return o
}

func (o oracle) String() string {
	var rows []string
	for r := 8; r >= 1; r-- {
		row := ""
		for c := 1; c <= 8; c++ {
			if piece, ok := o.at[[2]int{c, r}]; ok {
				row += string(piece)
			} else {
				row += "."
			}
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " " + string(o.turn)
}

func inside(at [2]int) bool { return at[0] >= 1 && at[0] <= 8 && at[1] >= 1 && at[1] <= 8 }

// moves lists what a side could play.
func (o oracle) moves(side byte) (found []rules.Move) {
	for at, piece := range o.at {
		if piece != side {
			continue
		}
		for dc := -1; dc <= 1; dc++ {
			for dr := -1; dr <= 1; dr++ {
				if dc == 0 && dr == 0 {
					continue
				}
				n := 1
				for _, sign := range []int{1, -1} {
					for i := 1; i < 8; i++ {
						if _, ok := o.at[[2]int{at[0] + sign*i*dc, at[1] + sign*i*dr}]; ok {
							n++
						}
					}
				}
				to := [2]int{at[0] + n*dc, at[1] + n*dr}
				if !inside(to) || o.at[to] == side {
					continue
				}
				free := true
				for i := 1; i < n; i++ {
					other, ok := o.at[[2]int{at[0] + i*dc, at[1] + i*dr}]
					free = free && (!ok || other == side)
				}
				if free {
					found = append(found, rules.Move(fmt.Sprintf("%c%d-%c%d", 'a'+at[0]-1, at[1], 'a'+to[0]-1, to[1])))
				}
			}
		}
	}
	return found
}

// together reports whether the pieces of a side are one group.
func (o oracle) together(side byte) bool {
	var all, group [][2]int
	for at, piece := range o.at {
		if piece == side {
			all = append(all, at)
		}
	}
	if len(all) == 0 {
		return false
	}
	group = append(group, all[0])
	for i := 0; i < len(group); i++ {
		for _, at := range all {
			c, r := at[0]-group[i][0], at[1]-group[i][1]
			if c*c <= 1 && r*r <= 1 && !slices.Contains(group, at) {
				group = append(group, at)
			}
		}
	}
	return len(group) == len(all)
}

func (o oracle) Result() string {
	black, white := o.together('b'), o.together('w')
	switch {
	case black && white:
		return "draw both"
	case black:
		return "black connected"
	case white:
		return "white connected"
	case len(o.moves('b'))+len(o.moves('w')) == 0:
		return "draw stuck"
	}
	return "none"
}

func (o oracle) Plies() []rules.Move {
	if o.Result() != "none" {
		return nil
	}
	moves := o.moves(o.turn)
	sort.Slice(moves, func(i, j int) bool { return moves[i] < moves[j] })
	return moves
}

func (o oracle) After(m rules.Move) rulestest.Oracle {
	next := oracle{map[[2]int]byte{}, 'b' + 'w' - o.turn}
	for at, piece := range o.at {
		next.at[at] = piece
	}
	from, to := [2]int{int(m[0]-'a') + 1, int(m[1] - '0')}, [2]int{int(m[3]-'a') + 1, int(m[4] - '0')}
	delete(next.at, from)
	next.at[to] = o.turn
	if next.Result() == "none" && len(next.moves(next.turn)) == 0 {
		next.turn = o.turn
	}
	return next
}

func TestOracleInPlay(t *testing.T) { rulestest.CheckOracle(t, Game(), oracleStart()) }
