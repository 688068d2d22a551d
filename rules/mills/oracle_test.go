package mills

import (
	"fmt"
	"sort"
	"testing"

	"turnpost/rules"
	"turnpost/rules/rulestest"
)

// oracle numbers the points by square (0 is the outer one) and by place around it, from the corner
// near a1 clockwise. Mills are three places from a corner on, or the middles of a side on all
// squares.
type oracle struct {
	at    [3][8]byte // w, b or 0
	turn  byte
	hand  map[byte]int
	quiet int
}

type spot struct{ ring, place int }

// named is the name of a spot.
func named(s spot) string {
	around := [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}}
	far := 3 - s.ring
	return fmt.Sprintf("%c%d", 'd'+around[s.place][0]*far, 4+around[s.place][1]*far)
}

var sorted = func() (list []spot) {
	for ring := range 3 {
		for place := range 8 {
			list = append(list, spot{ring, place})
		}
	}
	sort.Slice(list, func(i, j int) bool { return named(list[i]) < named(list[j]) })
	return list
}()

func oracleStart() oracle { return oracle{turn: 'w', hand: map[byte]int{'w': 9, 'b': 9}} }

func (o oracle) String() string {
	text := ""
	for _, s := range sorted {
		if piece := o.at[s.ring][s.place]; piece != 0 {
			text += string(piece)
		} else {
			text += "."
		}
	}
	return fmt.Sprintf("%s %c %d %d %d", text, o.turn, o.hand['w'], o.hand['b'], o.quiet)
}

func other(side byte) byte { return 'w' + 'b' - side }

// mill reports whether a piece of its side stands in a mill.
func (o oracle) mill(s spot) bool {
	side := o.at[s.ring][s.place]
	line := func(list ...spot) bool {
		for _, t := range list {
			if o.at[t.ring][(t.place+8)%8] != side {
				return false
			}
		}
		return true
	}
	r, p := s.ring, s.place
	if p%2 == 0 {
		return line(spot{r, p + 1}, spot{r, p + 2}) || line(spot{r, p - 1}, spot{r, p - 2})
	}
	return line(spot{r, p - 1}, spot{r, p + 1}) || line(spot{0, p}, spot{1, p}, spot{2, p})
}

func near(s, t spot) bool {
	if s.ring == t.ring {
		return (s.place+1)%8 == t.place || (t.place+1)%8 == s.place
	}
	return s.place == t.place && s.place%2 == 1 && (s.ring-t.ring)*(s.ring-t.ring) == 1
}

func (o oracle) count(side byte) (n int) {
	for _, s := range sorted {
		if o.at[s.ring][s.place] == side {
			n++
		}
	}
	return n
}

// moves is what can be played and the state after it.
func (o oracle) moves() map[rules.Move]oracle {
	found := map[rules.Move]oracle{}
	land := func(o oracle, text string, to spot) {
		o.at[to.ring][to.place] = o.turn
		text += named(to)
		theirs, free := 0, 0
		for _, s := range sorted {
			if o.at[s.ring][s.place] == other(o.turn) {
				theirs++
				if !o.mill(s) {
					free++
				}
			}
		}
		closes := o.mill(to)
		o.turn = other(o.turn)
		if !closes {
			found[rules.Move(text)] = o
			return
		}
		for _, s := range sorted {
			if o.at[s.ring][s.place] == o.turn && (free == 0 || !o.mill(s)) {
				next := o
				next.at[s.ring][s.place] = 0
				next.quiet = 0
				found[rules.Move(text+"x"+named(s))] = next
			}
		}
	}
	if o.hand[o.turn] > 0 {
		next := o
		next.hand = map[byte]int{o.turn: o.hand[o.turn] - 1, other(o.turn): o.hand[other(o.turn)]}
		for _, s := range sorted {
			if o.at[s.ring][s.place] == 0 {
				land(next, "", s)
			}
		}
		return found
	}
	o.quiet++
	for _, from := range sorted {
		for _, to := range sorted {
			if o.at[from.ring][from.place] == o.turn && o.at[to.ring][to.place] == 0 && (near(from, to) || o.count(o.turn) == 3) {
				next := o
				next.at[from.ring][from.place] = 0
				land(next, named(from)+"-", to)
			}
		}
	}
	return found
}

func (o oracle) Result() string {
	winner := map[byte]string{'w': "black", 'b': "white"}[o.turn]
	switch {
	case o.count(o.turn)+o.hand[o.turn] < 3:
		return winner + " few"
	case len(o.moves()) == 0:
		return winner + " blocked"
	case o.quiet >= 50:
		return "draw fifty"
	}
	return "none"
}

func (o oracle) Plies() []rules.Move {
	if o.Result() != "none" {
		return nil
	}
	var texts []string
	for m := range o.moves() {
		texts = append(texts, string(m))
	}
	sort.Strings(texts)
	return rulestest.Moves(texts)
}

func (o oracle) After(m rules.Move) rulestest.Oracle { return o.moves()[m] }

func TestOracleInPlay(t *testing.T) { rulestest.CheckOracle(t, Game(), oracleStart()) }
