package tournament

import (
	"cmp"
	"slices"
)

// Result is how a game ended.
type Result int

const (
	Unfinished Result = iota
	FirstWon          // who moved first has won
	SecondWon
	Drawn
	Cancelled // it counts for nobody
)

// RankedGame is one of a division.
type RankedGame struct {
	First, Second int64 // players
	Result        Result
}

// RankedPlayer is somebody in a division.
type RankedPlayer struct {
	ID        int64
	Number    int     // in the pairings
	Rating    float64 // when the season began
	Out       bool
	Cancelled bool // being out, all of their games are
}

// Row is one of a table.
type Row struct {
	RankedPlayer
	Place  int
	Shared bool // with who stands beside
	// Points are counted in halves, and Berger, the Sonneborn-Berger score, in quarters.
	Points, Berger int
	// Direct are the halves of points from games among those who are alike in both.
	Direct       int
	Played, Left int // games that count, and that are not over
	// Against are the halves of points from each game that counts, by the opponent, in
	// the order of the games.
	Against map[int64][]int
}

// Leads reports whether nobody stands above, once a point is won.
func (r Row) Leads() bool { return r.Place == 1 && r.Points > 0 }

// Rank is that of a division: its players from the first place to the last, those of a
// place by their numbers. A game that is cancelled, or with somebody whose games are,
// counts for nobody. Games of others than the players must not be there.
func Rank(players []RankedPlayer, games []RankedGame) []Row {
	rows := make([]Row, len(players))
	at := make(map[int64]*Row, len(players))
	for i, p := range players {
		rows[i] = Row{RankedPlayer: p, Against: map[int64][]int{}}
		at[p.ID] = &rows[i]
	}
	score(at, games)
	for i := range rows {
		for opponent, points := range rows[i].Against {
			for _, p := range points {
				rows[i].Berger += p * at[opponent].Points
			}
		}
	}
	direct(rows)
	slices.SortFunc(rows, func(a, b Row) int { return cmp.Or(compare(a, b), cmp.Compare(a.Number, b.Number)) })
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && compare(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
			rows[i].Shared, rows[i-1].Shared = true, true
		}
	}
	return rows
}

// score counts the games.
func score(at map[int64]*Row, games []RankedGame) {
	for _, g := range games {
		first, second := at[g.First], at[g.Second]
		if g.Result == Cancelled || first.Cancelled || second.Cancelled {
			continue
		}
		if g.Result == Unfinished {
			first.Left++
			second.Left++
			continue
		}
		points := map[Result]int{FirstWon: 2, Drawn: 1, SecondWon: 0}[g.Result]
		first.count(second.ID, points)
		second.count(first.ID, 2-points)
	}
}

func (r *Row) count(opponent int64, points int) {
	r.Played++
	r.Points += points
	r.Against[opponent] = append(r.Against[opponent], points)
}

// direct counts the games among those who are alike in points and Sonneborn-Berger.
func direct(rows []Row) {
	for i := range rows {
		for j := range rows {
			if i == j || rows[i].Out != rows[j].Out || rows[i].Points != rows[j].Points || rows[i].Berger != rows[j].Berger {
				continue
			}
			for _, p := range rows[i].Against[rows[j].ID] {
				rows[i].Direct += p
			}
		}
	}
}

// compare says who stands higher; 0: they share a place.
func compare(a, b Row) int {
	out := 0
	if a.Out != b.Out {
		if out = -1; a.Out {
			out = 1
		}
	}
	return cmp.Or(out, cmp.Compare(b.Points, a.Points), cmp.Compare(b.Berger, a.Berger), cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Rating, a.Rating))
}
