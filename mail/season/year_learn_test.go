package season_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/seasons"
	"turnpost/mail/club"
	"turnpost/mail/season"
	"turnpost/mail/server/servertest"
	"turnpost/mail/tournament"
	"turnpost/rules"
)

// ledger is that of a tournament, begun if need be.
func (y *year) ledger(t seasons.Tournament) *ledger {
	l := y.ledgers[t.ID]
	if l == nil {
		l = &ledger{
			t: t, joined: map[int64]bool{}, last: map[int64]bool{}, rating: map[int64]float64{}, out: map[int64]bool{},
			warned: map[int64]time.Time{}, leaders: map[int][]int64{},
		}
		y.ledgers[t.ID] = l
	}
	return l
}

// running is the ledger of the season of a game in which somebody plays.
func (y *year) running(game string, player int64) *ledger {
	for _, l := range y.ledgers {
		if _, out := l.out[player]; l.t.Standing && l.t.Rules == game && l.entered[player] && !out && !l.closed {
			return l
		}
	}
	return nil
}

// joined reports whether somebody has joined a season of a game that has not begun.
func (y *year) joined(game string, player int64) bool {
	for _, l := range y.ledgers {
		if l.t.Standing && l.t.Rules == game && l.entered == nil && l.joined[player] {
			return true
		}
	}
	return false
}

// learn writes what was heard into the ledgers, and holds it against them.
func (y *year) learn() {
	y.T.Helper()
	heard := y.heard
	y.heard, y.tx = nil, nil
	for _, events := range heard {
		ended := map[int64]*bout{}
		for _, e := range events {
			switch e := e.(type) {
			case season.Joined:
				y.ledger(e.Tournament).joined[e.Player.ID] = true
			case season.Withdrew:
				l := y.ledger(e.Tournament)
				if delete(l.joined, e.Player.ID); l.entered != nil {
					l.last[e.Player.ID] = true
				}
			case season.Began:
				y.begins(e)
			case club.GameEnded:
				if b := y.of[e.Table.Game.ID]; b != nil {
					b.result, b.onTime = resultOf(e.Table), e.Table.Game.Reason == club.OnTime
					b.of.lastEnd = y.Now
					ended[b.game] = b
				}
			}
		}
		for _, e := range events {
			switch e := e.(type) {
			case season.Warned:
				y.warned(e, ended)
			case season.Out:
				y.isOut(e, ended)
			case season.Judged:
				y.judged(e)
			}
		}
		y.stand(events, ended)
	}
	if len(heard) > 0 {
		y.look(func(tx *db.Tx) error {
			return tx.Rows(func(scan func(...any) error) error { return scan(&y.read) }, `SELECT COALESCE(max(id), 0) FROM outbox`)
		})
	}
}

func resultOf(t *club.Table) string {
	switch t.Game.Result {
	case seasons.Void:
		return "void"
	case rules.Draw.String():
		return "draw"
	case rules.Wins(t.Record.Game().Start().Turn()).String():
		return "first"
	}
	return "second"
}

// begins checks the games with which a division begins; with the first, all divisions.
func (y *year) begins(e season.Began) {
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

// warned checks a warning: somebody has lost a game on time, for the first time, and a letter
// says what comes of the next.
func (y *year) warned(e season.Warned, ended map[int64]*bout) {
	l, p := y.ledgers[e.Tournament.ID], e.Player.ID
	require.Zero(y.T, l.warned[p], "%s warned again", e.Player.Name)
	require.True(y.T, lostOnTime(ended, p))
	require.Contains(y.T, y.letter(e.Player.Address), "You have lost a game of "+l.t.Name+" on time. If you lose another one")
	l.warned[p] = y.Now
	y.seen["warned"]++
}

// lostOnTime reports whether a player has lost one of some games on time.
func lostOnTime(games map[int64]*bout, player int64) bool {
	for _, b := range games {
		if b.onTime && b.has(player) && (b.result == "second") == (b.first == player) {
			return true
		}
	}
	return false
}

// isOut checks that who is out was warned before, or has left, and what becomes of the games.
func (y *year) isOut(e season.Out, ended map[int64]*bout) {
	l, p := y.ledgers[e.Tournament.ID], e.Player.ID
	if e.OnTime {
		require.NotZero(y.T, l.warned[p], "%s is out without a warning", e.Player.Name)
		require.True(y.T, y.Now.After(l.warned[p]))
		require.True(y.T, lostOnTime(ended, p))
		y.seen["out on time"]++
	} else {
		require.Equal(y.T, quitter, y.people[p-1].habit)
	}
	stopped := map[int64]bool{}
	for _, g := range e.Games {
		stopped[g.Game.ID] = true
	}
	over, all := 0, 0
	for _, b := range l.games {
		if !b.has(p) || b.result == "void" && !stopped[b.game] {
			continue
		}
		if all++; !stopped[b.game] {
			require.NotEmpty(y.T, b.result, "game %d goes on", b.game)
			over++
			continue
		}
		if want := "void"; b.result != want {
			want = map[bool]string{true: "second", false: "first"}[b.first == p]
			require.Equal(y.T, want, b.result)
			require.False(y.T, e.Cancelled)
		} else {
			require.True(y.T, e.Cancelled)
		}
	}
	require.Equal(y.T, over < all-over, e.Cancelled, "%d of %d games were over", over, all)
	require.NotContains(y.T, l.out, p)
	l.out[p] = e.Cancelled
	letter := y.letter(e.Player.Address)
	require.Contains(y.T, letter, "You are out of "+l.t.Name)
	switch {
	case e.Cancelled:
		y.seen["cancelled"]++
		require.Contains(y.T, letter, "Less than half of your games were over")
	case over < all:
		y.seen["lost"]++
		require.Contains(y.T, letter, "the rest is lost")
	}
}

// judged checks a verdict, and that both letters explain it.
func (y *year) judged(e season.Judged) {
	b := y.of[e.Table.Game.ID]
	require.Equal(y.T, b.of.t.EndsAt, y.Now, "on the last day")
	require.Equal(y.T, b.of.t.BegunAt.Add(time.Duration(b.of.t.Days)*day), y.Now, "no vacation moves it")
	b.of.judged++
	y.seen["judged "+e.How]++
	position := e.Table.Record.Position()
	if solved, ok := position.(rules.Solved); ok {
		require.Equal(y.T, season.Exact, e.How)
		want := rules.Draw
		if sign := solved.Value().Sign; sign != 0 {
			if want = rules.Wins(position.Turn()); sign < 0 {
				want = rules.Wins(position.Turn().Opponent())
			}
		}
		require.Equal(y.T, want.String(), e.Table.Game.Result)
	}
	require.Equal(y.T, e.How == season.Unclear, e.How != season.Exact && b.result == "draw")
	says := map[string]string{season.Exact: "the game ends as it would by best play", season.Clear: "holds the game for as good as won", season.Unclear: "nobody is clearly ahead, so the game is a draw"}[e.How]
	for _, p := range []int64{b.first, b.second} {
		if y.away(p) && b.turn == p {
			y.seen["judged while away"]++
		}
		require.Contains(y.T, y.letter(y.people[p-1].address), says)
	}
}

// stand checks tables after a transaction in which games ended: who leads is told when it
// changes, and a division is over with its last game.
func (y *year) stand(events []club.Event, ended map[int64]*bout) {
	type key struct {
		l        *ledger
		division int
	}
	told, over := map[key]bool{}, map[key]bool{}
	for _, e := range events {
		switch e := e.(type) {
		case season.TopChanged:
			told[key{y.ledgers[e.Table.Tournament.ID], e.Table.Division.Number}] = true
		case season.DivisionOver:
			k := key{y.ledgers[e.Table.Tournament.ID], e.Table.Division.Number}
			over[k] = true
			y.same(k.l, e.Table)
		}
	}
	touched := map[key]bool{}
	for _, b := range ended {
		touched[key{b.of, b.division}] = true
	}
	for _, e := range events {
		if e, ok := e.(season.Out); ok {
			l := y.ledgers[e.Tournament.ID]
			touched[key{l, l.divisionOf(e.Player.ID)}] = true
		}
	}
	for k := range touched {
		goes := slices.ContainsFunc(k.l.games, func(b *bout) bool { return b.division == k.division && b.result == "" })
		require.Equal(y.T, !goes, over[k], "%s, division %d", k.l.t.Name, k.division)
		now := k.l.leads(k.division)
		if !slices.Equal(now, k.l.leaders[k.division]) {
			require.True(y.T, told[k] || over[k], "%v lead division %d of %s, and nobody is told", now, k.division, k.l.t.Name)
			y.seen["top changed"]++
		}
		k.l.leaders[k.division] = now
	}
}

func (l *ledger) divisionOf(player int64) int {
	return 1 + slices.IndexFunc(l.divisions, func(d []int64) bool { return slices.Contains(d, player) })
}

// same holds a table against that of the ledger.
func (y *year) same(l *ledger, table season.Table) {
	want := l.table(table.Division.Number)
	require.Len(y.T, table.Rows, len(want))
	for i, row := range table.Rows {
		got := place{row.ID, row.Place, row.Shared, 2 * row.Points, 4 * row.Berger}
		require.Equal(y.T, want[i], got, "%s, division %d, row %d", l.t.Name, table.Division.Number, i+1)
		if row.Shared {
			y.seen["shared"]++
		}
		_, out := l.out[row.ID]
		require.Equal(y.T, out, row.Out)
		require.Equal(y.T, l.out[row.ID], row.Cancelled)
	}
	y.seen["tables"]++
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

// letter is the text of what was written to an address since the transaction before.
func (y *year) letter(address string) (text string) {
	y.T.Helper()
	y.look(func(tx *db.Tx) error {
		var ids []int64
		err := tx.Rows(func(scan func(...any) error) error {
			var id int64
			err := scan(&id)
			ids = append(ids, id)
			return err
		}, `SELECT id FROM outbox WHERE id > ? AND recipient = ?`, y.read, address)
		for _, id := range ids {
			o, err := tx.Letter(id)
			require.NoError(y.T, err)
			parts, err := servertest.PartsOf(o.Raw)
			require.NoError(y.T, err)
			for _, part := range parts {
				if part.Kind == "text/plain" {
					text += strings.Join(strings.Fields(string(part.Data)), " ") + "\n"
				}
			}
		}
		return err
	})
	return text
}

// recipients are those who were written to since the transaction before.
func (y *year) recipients() (out []string) {
	y.look(func(tx *db.Tx) error {
		return tx.Rows(func(scan func(...any) error) error {
			var to string
			err := scan(&to)
			out = append(out, to)
			return err
		}, `SELECT recipient FROM outbox WHERE id > ?`, y.read)
	})
	return out
}

// sawAll asks whether the year had all of which something was to be seen.
func (y *year) sawAll() {
	y.T.Log(y.seen)
	all := []string{"seasons", "tables", "warned", "out on time", "cancelled", "lost", "vacations", "small divisions", "top changed", "went up", "ended on the day", "judged exact"}
	if !testing.Short() {
		all = append(all, "judged unclear", "judged while away", "shared")
	}
	for _, what := range all {
		require.Positive(y.T, y.seen[what], what)
	}
}
