package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// season returns a division with random results.
func season(r *rand.Rand) (players []tournament.DivisionPlayer, games []tournament.DivisionGame) {
	n := tournament.MinPlayers + r.IntN(tournament.MaxDivision-tournament.MinPlayers+1)
	for i := range n {
		p := tournament.DivisionPlayer{ID: int64(100 - i), Number: i + 1, Rating: float64(1500 + r.IntN(3)), Out: r.IntN(10) == 0}
		p.Cancelled = p.Out && r.IntN(2) == 0
		players = append(players, p)
	}
	decided := 1 + r.IntN(4) // few results make many who are alike
	for _, p := range tournament.Pairings(n) {
		g := tournament.DivisionGame{First: players[p.First-1].ID, Second: players[p.Second-1].ID, Result: tournament.Drawn}
		if r.IntN(4) < decided {
			g.Result = tournament.GameResult(r.IntN(5))
		}
		games = append(games, g)
	}
	return players, games
}

// tournamentSlow computes a table in another way: for each pair of players it decides who
// stands higher, counting everything again from the list of games.
type tournamentSlow struct {
	players []tournament.DivisionPlayer
	games   []tournament.DivisionGame
}

func (s tournamentSlow) player(id int64) tournament.DivisionPlayer {
	return s.players[slices.IndexFunc(s.players, func(p tournament.DivisionPlayer) bool { return p.ID == id })]
}

// from returns a player's points from a game, and the opponent.
func (s tournamentSlow) from(g tournament.DivisionGame, id int64) (points float64, opponent int64, counts bool) {
	if g.First != id && g.Second != id || s.player(g.First).Cancelled || s.player(g.Second).Cancelled {
		return 0, 0, false
	}
	opponent = g.First + g.Second - id
	switch g.Result {
	case tournament.FirstWon, tournament.SecondWon:
		if (g.Result == tournament.FirstWon) == (g.First == id) {
			points = 1
		}
	case tournament.Drawn:
		points = 0.5
	default:
		return 0, 0, false
	}
	return points, opponent, true
}

func (s tournamentSlow) points(id int64, among ...int64) (sum float64) {
	for _, g := range s.games {
		if p, opponent, ok := s.from(g, id); ok && (among == nil || slices.Contains(among, opponent)) {
			sum += p
		}
	}
	return sum
}

func (s tournamentSlow) berger(id int64) (sum float64) {
	for _, g := range s.games {
		if p, opponent, ok := s.from(g, id); ok {
			sum += p * s.points(opponent)
		}
	}
	return sum
}

// above reports whether a player stands higher than another.
func (s tournamentSlow) above(a, b int64) bool {
	x, y := s.player(a), s.player(b)
	if x.Out != y.Out {
		return y.Out
	}
	if p, q := s.points(a), s.points(b); p != q {
		return p > q
	}
	if p, q := s.berger(a), s.berger(b); p != q {
		return p > q
	}
	var alike []int64
	for _, p := range s.players {
		if p.Out == x.Out && s.points(p.ID) == s.points(a) && s.berger(p.ID) == s.berger(a) {
			alike = append(alike, p.ID)
		}
	}
	if p, q := s.points(a, alike...), s.points(b, alike...); p != q {
		return p > q
	}
	return x.Rating > y.Rating
}

func TestTheTableIsThatOfASlowComputation(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	shared := 0
	for i := range 600 {
		players, games := season(r)
		s := tournamentSlow{players, games}
		table := tournament.Rank(players, games)
		require.Len(t, table, len(players))
		for _, row := range table {
			higher, alike := 0, 0
			for _, p := range players {
				if s.above(p.ID, row.ID) {
					higher++
				} else if p.ID != row.ID && !s.above(row.ID, p.ID) {
					alike++
				}
			}
			where := fmt.Sprintf("season %d, player %d", i, row.ID)
			require.Equal(t, higher+1, row.Place, where)
			require.Equal(t, alike > 0, row.Shared, where)
			require.Equal(t, s.points(row.ID), float64(row.Points)/2, where)
			require.Equal(t, s.berger(row.ID), float64(row.Berger)/4, where)
			if row.Shared {
				shared++
			}
		}
	}
	require.Greater(t, shared, 50, "hardly any place was shared")
}

// The order in which games and players are given does not matter.
func TestTheOrderOfGamesIsNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		players, games := season(r)
		want := tournament.Rank(players, games)
		r.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		r.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		for i, row := range tournament.Rank(players, games) {
			require.Equal(t, want[i].ID, row.ID)
			require.Equal(t, want[i].Place, row.Place)
		}
	}
}

// The points add up to one for each counted game.
func TestPointsAreThoseOfTheGames(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		players, games := season(r)
		points, played := 0, 0
		for _, row := range tournament.Rank(players, games) {
			points, played = points+row.Points, played+row.Played
			if row.Cancelled {
				require.Zero(t, row.Played+row.Left)
			}
		}
		require.Equal(t, played, points)
	}
}

// The value of a game for each of the two players, whichever side moves first.
func TestWhatStandsInACell(t *testing.T) {
	entrants := []tournaments.Entrant{{Player: 1, Number: 1}, {Player: 2, Number: 2}, {Player: 3, Number: 3, Cancelled: true}}
	var games []tournaments.Game
	for _, result := range []db.Result{db.BlackWon, db.WhiteWon, db.Drawn, db.Undecided, db.Void} {
		games = append(games, tournaments.Game{Black: 1, White: 2, Result: result})
	}
	games = append(games, tournaments.Game{Black: 2, White: 1, Result: db.BlackWon}, tournaments.Game{Black: 3, White: 1, Result: db.BlackWon}, tournaments.Game{Black: 1, White: 9, Result: db.BlackWon})
	for _, first := range []rules.Side{rules.Black, rules.White} {
		rows := tournament.RowsOf(entrants, games, first)
		of := map[int64]tournament.SeasonRow{}
		for _, r := range rows {
			of[r.ID] = r
		}
		require.Equal(t, [3]int{3, 4, 1}, [3]int{of[1].Points, of[1].Played, of[1].Left})
		require.Equal(t, [3]int{5, 4, 1}, [3]int{of[2].Points, of[2].Played, of[2].Left})
		require.Equal(t, "10½·-0", tournament.CrossTableCell(games, of[1].DivisionPlayer, of[2].DivisionPlayer))
		require.Equal(t, "01½·-1", tournament.CrossTableCell(games, of[2].DivisionPlayer, of[1].DivisionPlayer))
		require.Equal(t, "-", tournament.CrossTableCell(games, of[3].DivisionPlayer, of[1].DivisionPlayer))
		require.Empty(t, tournament.CrossTableCell(games, of[1].DivisionPlayer, of[1].DivisionPlayer))
		require.Equal(t, "1", tournament.PlaceText(rows[0]))
	}
	require.Equal(t, []string{"0", "½", "1", "1½", "¼", "10¾"},
		[]string{tournament.HalvesText(0), tournament.HalvesText(1), tournament.HalvesText(2), tournament.HalvesText(3), tournament.QuartersText(1), tournament.QuartersText(43)})
}
