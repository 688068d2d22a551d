package tournaments_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/tournaments"
)

func each(t *testing.T, f func(t *testing.T, d *db.DB)) {
	for name, where := range map[string]func(testing.TB) string{
		"SQLite":     func(t testing.TB) string { return filepath.Join(dbtest.Dir(t), "ladders.db") },
		"PostgreSQL": dbtest.Postgres,
	} {
		t.Run(name, func(t *testing.T) {
			d, err := db.Open(t.Context(), where(t))
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, d.Close()) })
			f(t, d)
		})
	}
}

// filled puts six players on a ladder, the first of them first.
func filled(tx *db.Tx) error {
	for i := range 6 {
		address := fmt.Sprintf("p%d@example.org", i+1)
		p, err := tx.AddPlayer(address, address, "")
		if err != nil {
			return err
		}
		if err := tournaments.JoinLadder(tx, "tug", p.ID, tx.Now.Add(time.Hour)); err != nil {
			return err
		}
	}
	return nil
}

// order is who stands on a ladder, as "1 2 3".
func order(tx *db.Tx) (string, error) {
	all, err := tournaments.RungPlaces(tx, "tug", 1, 100)
	var names []string
	for _, r := range all {
		names = append(names, fmt.Sprint(r.Player))
	}
	return strings.Join(names, " "), err
}

func TestOrder(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, d.Update(t.Context(), filled))
		for _, c := range []struct {
			do   string
			f    func(tx *db.Tx) error
			want string
		}{
			{"nothing", func(*db.Tx) error { return nil }, "1 2 3 4 5 6"},
			{"up", func(tx *db.Tx) error { return to(tx, 5, 2) }, "1 5 2 3 4 6"},
			{"down", func(tx *db.Tx) error { return to(tx, 1, 4) }, "5 2 3 4 1 6"},
			{"leave", func(tx *db.Tx) error { return tournaments.LeaveLadder(tx, "tug", 3) }, "5 2 4 1 6"},
			{"up over the hole", func(tx *db.Tx) error { return to(tx, 4, 5) }, "4 5 2 1 6"},
			{"down over it", func(tx *db.Tx) error { return to(tx, 4, 6) }, "5 2 1 6 4"},
			{"join again", func(tx *db.Tx) error { return tournaments.JoinLadder(tx, "tug", 3, tx.Now) }, "5 2 1 6 4 3"},
			{"stay", func(tx *db.Tx) error { return to(tx, 6, 6) }, "5 2 1 6 4 3"},
		} {
			require.NoError(t, d.Update(t.Context(), c.f), c.do)
			require.NoError(t, d.View(t.Context(), func(tx *db.Tx) error {
				got, err := order(tx)
				require.NoError(t, err)
				require.Equal(t, c.want, got, c.do)
				n, err := tournaments.CountRungs(tx, "tug")
				require.Equal(t, len(strings.Fields(c.want)), n)
				for i, name := range strings.Fields(c.want) {
					r, err := tournaments.GetRung(tx, "tug", int64(name[0]-'0'))
					require.NoError(t, err)
					place, err := tournaments.RungPlace(tx, r)
					require.NoError(t, err)
					require.Equal(t, i+1, place)
				}
				return err
			}))
		}
		err := d.Update(t.Context(), func(tx *db.Tx) error { return tournaments.JoinLadder(tx, "tug", 3, tx.Now) })
		require.ErrorIs(t, err, db.ErrExists)
	})
}

// to puts a player where another stands.
func to(tx *db.Tx, player, other int64) error {
	r, err := tournaments.GetRung(tx, "tug", player)
	if err != nil {
		return err
	}
	there, err := tournaments.GetRung(tx, "tug", other)
	if err != nil {
		return err
	}
	return tournaments.MoveRung(tx, r, there.Position)
}

// game stores a game of the ladder between two.
func game(tx *db.Tx, challenger, challenged int64) (int64, error) {
	i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: challenger, Invitee: challenged, Side: db.Black, Pace: "1d", ExpiresAt: tx.Now},
		func(id int64) string { return fmt.Sprint("Tug #", id) })
	if err != nil {
		return 0, err
	}
	if err := tx.AnswerInvitation(i.ID, db.InvitationAccepted); err != nil {
		return 0, err
	}
	if _, err := tx.AddGame(i, "p", time.Hour); err != nil {
		return 0, err
	}
	return i.ID, tournaments.AddLadderGame(tx, tournaments.LadderGame{ID: i.ID, Rules: "tug", Challenger: challenger, Challenged: challenged})
}

func TestGames(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, d.Update(t.Context(), filled))
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			first, err := game(tx, 3, 1)
			require.NoError(t, err)
			second, err := game(tx, 2, 3)
			require.NoError(t, err)
			require.NoError(t, tournaments.EndLadderGame(tx, second))
			running, err := tournaments.RunningLadderGames(tx, "tug", 3)
			require.NoError(t, err)
			require.Equal(t, []tournaments.LadderGame{{ID: first, Rules: "tug", Challenger: 3, Challenged: 1}}, running)
			over, err := tournaments.LadderGameOf(tx, second)
			require.NoError(t, err)
			require.Equal(t, tx.Now, over.EndedAt)
			_, err = tournaments.LadderGameOf(tx, 99)
			require.ErrorIs(t, err, db.ErrNotFound)
			met, err := tournaments.LadderSince(tx, "tug", 3, tx.Now.Add(-time.Hour))
			require.NoError(t, err)
			require.Equal(t, map[int64]bool{1: true, 2: true}, met)
			met, err = tournaments.LadderSince(tx, "tug", 3, tx.Now)
			require.NoError(t, err)
			require.Equal(t, map[int64]bool{1: true, 2: true}, met, "it moves nobody any more, but goes on")
			_, err = tx.AddPause(db.ClockPause{Player: 2, Why: db.Vacation, From: tx.Now, To: tx.Now.Add(time.Hour)})
			require.NoError(t, err)
			_, err = tx.AddPause(db.ClockPause{Player: 3, Why: db.Vacation, From: tx.Now.Add(-time.Hour), To: tx.Now})
			require.NoError(t, err)
			_, err = tx.AddPause(db.ClockPause{Player: 4, Why: db.Bounce, From: tx.Now.Add(-time.Hour)})
			require.NoError(t, err)
			all, err := tournaments.LadderStandings(tx, "tug", 1, 4)
			require.NoError(t, err)
			require.Len(t, all, 4)
			for i, want := range []tournaments.LadderStanding{{Running: 1}, {LastEnd: tx.Now, Away: true}, {Running: 1, LastEnd: tx.Now}, {Away: true}} {
				require.EqualValues(t, i+1, all[i].Player)
				require.Equal(t, want.Running, all[i].Running)
				require.Equal(t, want.LastEnd, all[i].LastEnd)
				require.Equal(t, want.Away, all[i].Away)
			}
			return err
		}))
	})
}

func TestRests(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, d.Update(t.Context(), filled))
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			_, err := tournaments.NextSlide(tx, 0)
			require.ErrorIs(t, err, db.ErrNotFound)
			r, err := tournaments.GetRung(tx, "tug", 4)
			require.NoError(t, err)
			r.SlideAt, r.Late = tx.Now, 1
			require.NoError(t, tournaments.SaveRung(tx, r))
			due, err := tournaments.NextSlide(tx, 0)
			require.NoError(t, err)
			require.Equal(t, r, due)
			_, err = tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "1", Digest: []byte{1}, Raw: []byte("challenge ladder tug")})
			require.NoError(t, err)
			_, err = tournaments.NextSlide(tx, 0)
			require.ErrorIs(t, err, db.ErrNotFound, "a letter that was here may be theirs")
			earlier, err := tournaments.GetRung(tx, "tug", 5)
			require.NoError(t, err)
			earlier.SlideAt = tx.Now.Add(-time.Minute)
			require.NoError(t, tournaments.SaveRung(tx, earlier))
			due, err = tournaments.NextSlide(tx, time.Minute-time.Millisecond)
			require.NoError(t, err)
			require.Equal(t, earlier, due, "it came too late for another")
			_, err = tournaments.NextSlide(tx, time.Minute)
			require.ErrorIs(t, err, db.ErrNotFound)
			all, err := tournaments.RungsOf(tx, 4)
			require.NoError(t, err)
			require.Equal(t, []tournaments.LadderRung{r}, all)
			tallies, err := tournaments.Ladders(tx)
			require.Equal(t, []tournaments.LadderSize{{Rules: "tug", Players: 6}}, tallies)
			return err
		}))
	})
}

// When two addresses of one person are merged, the remaining player keeps their own place.
func TestMerge(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, d.Update(t.Context(), filled))
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			_, err := game(tx, 3, 1)
			require.NoError(t, err)
			require.NoError(t, tx.Merge(3, 5))
			require.NoError(t, tournaments.LeaveLadder(tx, "tug", 6))
			require.NoError(t, tx.Merge(4, 6))
			got, err := order(tx)
			require.NoError(t, err)
			require.Equal(t, "1 2 6 5", got)
			running, err := tournaments.RunningLadderGames(tx, "tug", 5)
			require.Len(t, running, 1)
			return err
		}))
	})
}

// Who is forgotten is on no ladder.
func TestForget(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, d.Update(t.Context(), filled))
		require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
			p, err := tx.Player(3)
			require.NoError(t, err)
			require.NoError(t, tx.Forget(p, "somebody", time.Hour))
			got, err := order(tx)
			require.Equal(t, "1 2 4 5 6", got)
			return err
		}))
	})
}

// No statement but the one that counts all ladders reads more than what it is about.
func TestPlans(t *testing.T) {
	path := filepath.Join(dbtest.Dir(t), "ladders.db")
	d, err := db.Open(t.Context(), path)
	require.NoError(t, err)
	var seen []string
	d.Trace(func(query string) {
		if strings.Contains(query, "rungs") || strings.Contains(query, "ladder_games") {
			seen = append(seen, query)
		}
	})
	require.NoError(t, d.Update(t.Context(), filled))
	require.NoError(t, d.Update(t.Context(), func(tx *db.Tx) error {
		first, err := game(tx, 3, 1)
		require.NoError(t, err)
		require.NoError(t, tournaments.EndLadderGame(tx, first))
		require.NoError(t, to(tx, 5, 2))
		require.NoError(t, to(tx, 1, 4))
		r, err := tournaments.GetRung(tx, "tug", 4)
		require.NoError(t, err)
		require.NoError(t, tournaments.SaveRung(tx, r))
		require.NoError(t, tournaments.RungTold(tx, r.Rules, r.Player, 2, tx.Now))
		_, err = tournaments.RungPlace(tx, r)
		require.NoError(t, err)
		_, err = tournaments.CountRungs(tx, "tug")
		require.NoError(t, err)
		_, err = order(tx)
		require.NoError(t, err)
		_, err = tournaments.RungsOf(tx, 4)
		require.NoError(t, err)
		_, err = tournaments.RunningLadderGames(tx, "tug", 4)
		require.NoError(t, err)
		_, err = tournaments.LadderSince(tx, "tug", 4, tx.Now)
		require.NoError(t, err)
		_, err = tournaments.LadderStandings(tx, "tug", 2, 4)
		require.NoError(t, err)
		_, err = tournaments.LadderGameOf(tx, first)
		require.NoError(t, err)
		_, err = tournaments.NextSlide(tx, 0)
		require.ErrorIs(t, err, db.ErrNotFound)
		return tournaments.LeaveLadder(tx, "tug", 6)
	}))
	require.NoError(t, d.Close())
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	defer conn.Close()
	slices.Sort(seen)
	seen = slices.Compact(seen)
	require.GreaterOrEqual(t, len(seen), 15)
	for _, query := range seen {
		rows, err := conn.Query("EXPLAIN QUERY PLAN "+query, []any{1, 1, 1, 1, 1, 1, 1}[:parameters(query)]...)
		require.NoError(t, err, query)
		for rows.Next() {
			var id, parent, unused int
			var detail string
			require.NoError(t, rows.Scan(&id, &parent, &unused, &detail))
			require.NotRegexp(t, `^SCAN (rungs|ladder_games|l|g|p)\b`, detail, query)
		}
		require.NoError(t, rows.Close())
	}
}

// parameters is how many arguments a statement has: ?, or the highest of ?1.
func parameters(query string) (n int) {
	for i, c := range query {
		if c != '?' {
			continue
		}
		if i+1 < len(query) && '1' <= query[i+1] && query[i+1] <= '9' {
			n = max(n, int(query[i+1]-'0'))
		} else {
			n++
		}
	}
	return n
}
