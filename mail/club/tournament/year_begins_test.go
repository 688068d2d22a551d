package tournament_test

import (
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club/tournament"
)

// begins checks the games with which a division begins; with the first, all divisions.
func (y *year) begins(e tournament.Began) {
	t, l := e.Table.Tournament, y.ledger(e.Table.Tournament)
	if l.entered == nil {
		y.draws(l, t)
	}
	n := e.Table.Division.Number
	var numbers []int64
	for _, row := range e.Table.Rows {
		require.Equal(y.T, l.rating[row.ID], row.Rating, "%s, player %d", t.Name, row.ID)
	}
	byNumber := slices.SortedFunc(slices.Values(e.Table.Rows), func(a, b tournament.Row) int { return a.Number - b.Number })
	for _, row := range byNumber {
		numbers = append(numbers, row.ID)
	}
	require.Equal(y.T, l.divisions[n-1], numbers, "%s, division %d", t.Name, n)
	require.Equal(y.T, len(l.divisions), e.Table.Divisions)
	require.LessOrEqual(y.T, len(numbers), 8)
	require.GreaterOrEqual(y.T, len(numbers), 4)

	times := 1
	if len(numbers) <= 5 {
		times = 2
		y.seen["small divisions"]++
	}
	met, firsts := map[[2]int64]int{}, map[int64]int{}
	for _, g := range e.Games {
		b := &bout{of: l, game: g.Game.ID, division: n, first: g.Player(g.Turn()).ID, second: g.Player(g.Turn().Opponent()).ID}
		b.turn = b.first
		require.True(y.T, g.Game.Rated)
		require.Equal(y.T, y.Now, g.Game.StartedAt, "all games of a division begin together")
		met[[2]int64{b.first, b.second}]++
		firsts[b.first]++
		l.games, y.of[b.game] = append(l.games, b), b
	}
	for i, p := range numbers {
		for _, q := range numbers[:i] {
			there, back := met[[2]int64{p, q}], met[[2]int64{q, p}]
			require.Equal(y.T, times, there+back)
			require.True(y.T, times == 1 || there == back, "both colours")
		}
		require.InDelta(y.T, float64(times*(len(numbers)-1))/2, firsts[p], 0.5, "half of the games with each side")
	}
	to := y.recipients()
	for _, p := range numbers {
		require.Contains(y.T, to, y.people[p-1].address)
	}
}

// draws checks when a tournament begins, and reckons its divisions from who is to be in it.
func (y *year) draws(l *ledger, t seasons.Tournament) {
	l.t, l.entered = t, l.joined
	require.Equal(y.T, y.Now, t.BegunAt, t.Name)
	require.Equal(y.T, y.Now.Add(time.Duration(t.Days)*day), t.EndsAt, t.Name)
	var before *ledger
	if t.Previous != 0 {
		before = y.ledgers[t.Previous]
		require.True(y.T, before.closed)
	}
	y.look(func(tx *db.Tx) error {
		for p := range l.entered {
			l.rating[p] = 1500
			if r, err := tx.Rating(p, t.Rules, false); err == nil {
				l.rating[p] = r.Rating
			}
		}
		return nil
	})
	l.divisions = divide(l.entered, l.rating, before)
	y.seen["seasons"]++
}

// closeSeasons checks the tournaments that are over since, and who is to be in the next.
func (y *year) closeSeasons() {
	for _, l := range y.ledgers {
		if l.closed || l.entered == nil {
			continue
		}
		t := y.named(l.t.Name)
		goes := slices.ContainsFunc(l.games, func(b *bout) bool { return b.result == "" })
		require.Equal(y.T, !goes, t.State == seasons.Over, "%s is over with its last game", t.Name)
		if goes {
			require.True(y.T, y.Now.Before(t.EndsAt), "%s is over on its last day", t.Name)
			continue
		}
		l.closed = true
		require.Equal(y.T, l.t.EndsAt, t.EndsAt, "the last day is where it was")
		require.False(y.T, t.EndedAt.After(t.EndsAt))
		require.Equal(y.T, l.lastEnd, t.EndedAt)
		if l.judged > 0 {
			require.Equal(y.T, t.EndsAt, t.EndedAt)
			y.seen["ended on the day"]++
		}
		for _, table := range y.tables(t) {
			y.same(l, table)
		}
		if t.Standing {
			y.follows(l)
		}
	}
}

// follows lets all who were in a season be in the next, but who is out of it or said that
// it was their last.
func (y *year) follows(l *ledger) {
	var next seasons.Tournament
	y.look(func(tx *db.Tx) (err error) { next, err = seasons.Latest(tx, l.t.Rules); return err })
	require.Equal(y.T, l.t.ID, next.Previous)
	require.Equal(y.T, y.Now.Add(14*day), next.StartsAt)
	n := y.ledger(next)
	for p := range l.entered {
		if _, out := l.out[p]; !out && !l.last[p] {
			n.joined[p] = true
		}
	}
}

// sawAll asks whether the year had all of which something was to be seen.
func (y *year) sawAll() {
	y.T.Log(y.seen)
	for _, what := range []string{
		"seasons", "tables", "warned", "vacations", "top changed", "went up", "ended on the day",
		"out on time", "cancelled", "lost", "small divisions", "shared", "judged exact", "judged unclear", "judged while away",
	} {
		require.Positive(y.T, y.seen[what], what)
	}
}
