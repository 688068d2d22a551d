package tournament_test

import (
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
)

// warned checks a warning: somebody has lost a game on time, for the first time, and a letter
// says what comes of the next.
func (y *year) warned(e tournament.Warned, ended map[int64]*bout) {
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
func (y *year) isOut(e tournament.PlayerOut, ended map[int64]*bout) {
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
func (y *year) judged(e tournament.Adjudicated) {
	b := y.of[e.Table.Game.ID]
	require.Equal(y.T, b.of.t.EndsAt, y.Now, "on the last day")
	require.Equal(y.T, b.of.t.BegunAt.Add(time.Duration(b.of.t.Days)*day), y.Now, "no vacation moves it")
	b.of.judged++
	y.seen["judged "+e.How]++
	position := e.Table.Record.Position()
	if solved, ok := position.(rules.Solved); ok {
		require.Equal(y.T, tournament.ByProof, e.How)
		want := rules.Draw
		if sign := solved.Value().Sign; sign != 0 {
			if want = rules.Wins(position.Turn()); sign < 0 {
				want = rules.Wins(position.Turn().Opponent())
			}
		}
		require.Equal(y.T, want.String(), e.Table.Game.Result)
	}
	require.Equal(y.T, e.How == tournament.AsDraw, e.How != tournament.ByProof && b.result == "draw")
	says := map[string]string{tournament.ByProof: "the game ends as it would by best play", tournament.ByEngine: "holds the game for as good as won", tournament.AsDraw: "nobody is clearly ahead, so the game is a draw"}[e.How]
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
		case tournament.TopChanged:
			told[key{y.ledgers[e.Table.Tournament.ID], e.Table.Division.Number}] = true
		case tournament.DivisionOver:
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
		if e, ok := e.(tournament.PlayerOut); ok {
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
func (y *year) same(l *ledger, table tournament.Standings) {
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
