package tournament_test

import (
	"cmp"
	"slices"
	"time"

	"turnpost/db/seasons"
)

// ledger is what the test knows of one tournament, from its events alone.
type ledger struct {
	t         seasons.Tournament
	joined    map[int64]bool // before it began
	entered   map[int64]bool // when it began
	last      map[int64]bool // who does not want to be in the next one
	rating    map[int64]float64
	divisions [][]int64 // in the order of their numbers
	games     []*bout
	out       map[int64]bool // and whether their games are cancelled
	warned    map[int64]time.Time
	leaders   map[int][]int64 // by division, from 1
	judged    int
	lastEnd   time.Time
	closed    bool
}

// bout is a game of a tournament.
type bout struct {
	of            *ledger
	game          int64
	division      int
	first, second int64
	result        string // first, second, draw, void; "": it goes on
	onTime        bool
	turn          int64 // whose, when somebody played last
}

func (b *bout) has(player int64) bool { return b.first == player || b.second == player }

// quarters are the quarters of points that a player has of a game, and whether it counts.
func (l *ledger) quarters(b *bout, player int64) (int, bool) {
	if !b.has(player) || b.result == "" || b.result == "void" || l.out[b.first] || l.out[b.second] {
		return 0, false
	}
	switch {
	case b.result == "draw":
		return 2, true
	case (b.result == "first") == (b.first == player):
		return 4, true
	}
	return 0, true
}

// points are the quarters of points of a player in a division, against some alone if so asked.
func (l *ledger) points(division int, player int64, against ...int64) (sum int) {
	for _, b := range l.games {
		if b.division != division || !b.has(player) || len(against) > 0 && !slices.Contains(against, b.first+b.second-player) {
			continue
		}
		q, _ := l.quarters(b, player)
		sum += q
	}
	return sum
}

// place is somebody's in a table.
type place struct {
	player         int64
	place          int
	shared         bool
	points, berger int // in quarters, and in sixteenths
}

// table is reckoned by the words of the rules: points; of those who are alike the sums of
// what they have of each game times the points of the opponent; of those who are alike in
// that too the points among them; then the rating. Who is out stands below.
func (l *ledger) table(division int) []place {
	all := l.divisions[division-1]
	points, berger := map[int64]int{}, map[int64]int{}
	for _, p := range all {
		points[p] = l.points(division, p)
	}
	for _, b := range l.games {
		if b.division != division {
			continue
		}
		if q, ok := l.quarters(b, b.first); ok {
			berger[b.first] += q * points[b.second]
			berger[b.second] += (4 - q) * points[b.first]
		}
	}
	alike := func(a int64) (out []int64) {
		_, isOut := l.out[a]
		for _, p := range all {
			if _, other := l.out[p]; other == isOut && points[p] == points[a] && berger[p] == berger[a] {
				out = append(out, p)
			}
		}
		return out
	}
	above := func(a, b int64) bool {
		_, x := l.out[a]
		_, y := l.out[b]
		switch {
		case x != y:
			return y
		case points[a] != points[b]:
			return points[a] > points[b]
		case berger[a] != berger[b]:
			return berger[a] > berger[b]
		}
		if p, q := l.points(division, a, alike(a)...), l.points(division, b, alike(b)...); p != q {
			return p > q
		}
		return l.rating[a] > l.rating[b]
	}
	var out []place
	for _, p := range all {
		row := place{player: p, place: 1, points: points[p], berger: berger[p]}
		for _, q := range all {
			if above(q, p) {
				row.place++
			} else if q != p && !above(p, q) {
				row.shared = true
			}
		}
		out = append(out, row)
	}
	slices.SortStableFunc(out, func(a, b place) int { return a.place - b.place }) // alike: by number
	return out
}

// leads are those who stand first, with a point or half of one.
func (l *ledger) leads(division int) (out []int64) {
	for _, row := range l.table(division) {
		if row.place == 1 && row.points > 0 {
			out = append(out, row.player)
		}
	}
	slices.Sort(out)
	return out
}

// divide makes the divisions of those who are in a season anew, after the one before, if
// any. To everybody it gives the division in which they ought to be, and where in it: two
// (or half a division, if that is less) of each go up and as many of the one above down;
// who comes from above stands first, then who comes from below, then who stays; newcomers
// stand below all, by rating. Then all move together where somebody does not come again.
func divide(in map[int64]bool, rating map[int64]float64, before *ledger) (divisions [][]int64) {
	type standing struct {
		player               int64
		division, way, place int
	}
	var all []standing
	known := map[int64]bool{}
	if before != nil {
		size := func(d int) int {
			if d < 1 || d > len(before.divisions) {
				return 0
			}
			return len(before.divisions[d-1])
		}
		for d := 1; d <= len(before.divisions); d++ {
			up, down := min(2, size(d)/2, size(d-1)/2), min(2, size(d)/2, size(d+1)/2)
			for i, row := range before.table(d) {
				s := standing{row.player, d, 2, i}
				if i < up {
					s.division, s.way = d-1, 1
				} else if i >= size(d)-down {
					s.division, s.way = d+1, 0
				}
				known[row.player] = true
				all = append(all, s)
			}
		}
	}
	for p := range in {
		if !known[p] {
			all = append(all, standing{p, 1 << 30, 0, 0})
		}
	}
	all = slices.DeleteFunc(all, func(s standing) bool { return !in[s.player] })
	slices.SortFunc(all, func(a, b standing) int {
		fresh := 0
		if a.division == 1<<30 && b.division == a.division {
			fresh = cmp.Or(cmp.Compare(rating[b.player], rating[a.player]), cmp.Compare(a.player, b.player))
		}
		return cmp.Or(a.division-b.division, fresh, a.way-b.way, a.place-b.place)
	})
	// As few divisions as hold them; the higher ones have one more where they do not divide.
	count := 1
	for count*8 < len(all) {
		count++
	}
	for d := range count {
		n := len(in) / count
		if d < len(in)%count {
			n++
		}
		var division []int64
		for _, s := range all[:n] {
			division = append(division, s.player)
		}
		divisions, all = append(divisions, division), all[n:]
	}
	return divisions
}
