package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// twoPrograms opens a database of games between people who have nothing to do with each
// other, as two programs do.
func twoPrograms(t *testing.T, games int) (one, other *db.DB, where string) {
	t.Helper()
	where = dbtest.Postgres(t)
	one, other = open(t, where), open(t, where)
	update(t, one, func(tx *db.Tx) error {
		for n := range games {
			name := fmt.Sprintf("p%d@example.org", n)
			a, err := tx.AddPlayer("a"+name, "a"+name, "A")
			require.NoError(t, err)
			b, err := tx.AddPlayer("b"+name, "b"+name, "B")
			require.NoError(t, err)
			i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: a.ID, Invitee: b.ID, Side: db.Black, Pace: "1d", ExpiresAt: tx.Now}, func(int64) string { return "s" })
			require.NoError(t, err)
			_, err = tx.AddGame(i, "start", time.Hour)
			require.NoError(t, err)
			_, err = tx.Keep(db.Incoming{Mailbox: "m", Cursor: name, MessageID: name, Digest: []byte("d"), Raw: []byte("mail")})
			require.NoError(t, err)
		}
		return tx.SetConditionals(1, 2, []string{"if a b"})
	})
	return one, other, where
}

func update(t *testing.T, d *db.DB, f func(tx *db.Tx) error) {
	t.Helper()
	require.NoError(t, d.Update(context.Background(), f))
}

// play plays a ply in a game by the message of the same number, as a handler does.
func play(tx *db.Tx, game int64, move string) error {
	return playAfter(tx, game, move, func() error { return nil })
}

// playAfter is play, and calls amid after it has read the game.
func playAfter(tx *db.Tx, game int64, move string, amid func() error) error {
	if err := tx.NoteSender(game, 2*game-1); err != nil {
		return err
	}
	if _, err := tx.Player(2*game - 1); err != nil {
		return err
	}
	g, err := tx.LockGame(game)
	if err == nil {
		err = amid()
	}
	if err == nil {
		err = tx.AddPlies(&g, game, []string{move}, "next", db.Undecided, "")
	}
	if err == nil {
		g, err = tx.Game(game)
	}
	if err == nil {
		g.TurnAt = tx.Now
		err = tx.SaveClock(g)
	}
	if err == nil {
		err = tx.CountTurn(2*game-1, false)
	}
	if err == nil {
		_, err = tx.EnqueueAs(db.Outgoing{Player: 2 * game, Thread: game, Kind: "k", Answers: game, MessageID: fmt.Sprint(game, move), Raw: []byte("letter")}, db.ClassGame)
	}
	if err == nil {
		err = tx.Settle(game, db.IncomingDone, "")
	}
	return err
}

// waits returns when a session waits for a lock.
func waits(t *testing.T, where string) {
	t.Helper()
	conn, err := sql.Open("pgx", where)
	require.NoError(t, err)
	defer conn.Close()
	require.Eventually(t, func() bool {
		var n int
		require.NoError(t, conn.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n))
		return n > 0
	}, time.Minute, time.Millisecond)
}

// second starts then inside the transaction of first, which calls amid after it has written,
// waits until then is blocked by it, and returns the error of then.
func second(t *testing.T, where string, first func(amid func()) error, then func() error) error {
	t.Helper()
	done := make(chan error, 1)
	require.NoError(t, first(func() {
		go func() { done <- then() }()
		waits(t, where)
	}))
	return <-done
}

// playing plays a ply and stays in its transaction until amid returns.
func playing(d *db.DB) func(amid func()) error {
	return func(amid func()) error {
		return d.Update(context.Background(), func(tx *db.Tx) error {
			err := play(tx, 1, "a")
			if err == nil {
				amid()
			}
			return err
		})
	}
}

// The second of two transactions that play in one game waits for the first, and then sees
// its ply.
func TestPlaysInOneGame(t *testing.T) {
	one, other, where := twoPrograms(t, 1)
	var seen []int
	require.NoError(t, second(t, where, playing(one), func() error {
		return other.Update(context.Background(), func(tx *db.Tx) error {
			g, err := tx.LockGame(1)
			if err == nil {
				seen = append(seen, g.Plies)
				err = tx.AddPlies(&g, 0, []string{"b"}, "next", db.Undecided, "")
			}
			return err
		})
	}))
	require.Equal(t, []int{1}, seen)
}

// Two programs that answer the same message answer it once.
func TestAPlayCountsOnce(t *testing.T) {
	one, other, where := twoPrograms(t, 1)
	ctx := context.Background()
	require.Error(t, second(t, where, playing(one), func() error {
		return other.Update(ctx, func(tx *db.Tx) error { return play(tx, 1, "b") })
	}))
	require.NoError(t, one.View(ctx, func(tx *db.Tx) error {
		plies, err := tx.Plies(1)
		require.Len(t, plies, 1)
		out, err2 := tx.Outgoing(db.OutgoingQueued)
		require.Len(t, out, 1)
		require.NoError(t, err2)
		return err
	}))
}

// Of a ply and of conditional lines that may answer it, the second sees the first.
func TestLinesAndPliesMeet(t *testing.T) {
	ctx := context.Background()
	t.Run("the play first", func(t *testing.T) {
		one, other, where := twoPrograms(t, 1)
		var seen []int
		require.NoError(t, second(t, where, playing(one), func() error {
			return other.Update(ctx, func(tx *db.Tx) error {
				g, err := tx.LockGame(1)
				if err == nil {
					seen = append(seen, g.Plies)
					err = tx.SetConditionals(1, 2, []string{"if b c"})
				}
				return err
			})
		}))
		require.Equal(t, []int{1}, seen)
	})
	t.Run("the lines first", func(t *testing.T) {
		one, other, where := twoPrograms(t, 1)
		var seen []string
		setting := func(amid func()) error {
			return one.Update(ctx, func(tx *db.Tx) error {
				_, err := tx.LockGame(1)
				if err == nil {
					err = tx.SetConditionals(1, 2, []string{"if b c"})
				}
				amid()
				return err
			})
		}
		require.NoError(t, second(t, where, setting, func() error {
			return other.Update(ctx, func(tx *db.Tx) (err error) {
				if _, err := tx.LockGame(1); err != nil {
					return err
				}
				if seen, err = tx.Conditionals(1, 2); err != nil {
					return err
				}
				return play(tx, 1, "a")
			})
		}))
		require.Equal(t, []string{"if b c"}, seen)
	})
}

// A transaction that writes about a game it has only read runs again after a ply.
func TestWhoWritesAboutAGameSeesItsPlies(t *testing.T) {
	one, other, _ := twoPrograms(t, 1)
	ctx := context.Background()
	var seen []int
	tries := 0
	update(t, one, func(tx *db.Tx) error {
		if _, err := tx.Player(1); err != nil { // its snapshot is taken now
			return err
		}
		if tries++; tries == 1 {
			require.NoError(t, other.Update(ctx, func(tx *db.Tx) error { return play(tx, 1, "a") }))
		}
		g, err := tx.LockGame(1)
		if err != nil {
			return err
		}
		seen = append(seen, g.Plies)
		_, err = tx.EnqueueAs(db.Outgoing{Player: 1, Thread: 1, Kind: "k", MessageID: "words", Raw: []byte("letter")}, db.ClassGame)
		return err
	})
	require.Equal(t, []int{1}, seen)
	require.Equal(t, 2, tries)
}

// together runs two transactions of UpdateGame at the same time: each calls amid when it has
// read its game, and both have called it before either goes on. It returns how often each ran.
func together(t *testing.T, one, other *db.DB, games [2]int64) (runs [2]int) {
	t.Helper()
	var met, done sync.WaitGroup
	met.Add(2)
	for n, d := range []*db.DB{one, other} {
		done.Go(func() {
			err := d.UpdateGame(t.Context(), func(tx *db.Tx) error {
				return playAfter(tx, games[n], "a", func() error {
					if runs[n]++; runs[n] == 1 {
						met.Done()
						met.Wait()
					}
					return nil
				})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	return runs
}

// Plays in two games go on side by side, and neither runs again.
func TestPlaysSideBySide(t *testing.T) {
	one, other, _ := twoPrograms(t, 2)
	require.Equal(t, [2]int{1, 1}, together(t, one, other, [2]int64{1, 2}))
	for game := range int64(2) {
		require.NoError(t, one.View(t.Context(), func(tx *db.Tx) error {
			plies, err := tx.Plies(game + 1)
			require.Len(t, plies, 1)
			return err
		}))
	}
}

// A play waits for another one in its game, and sees its ply. Whoever answers a message that
// another daemon has answered meanwhile changes nothing.
func TestPlaysSideBySideInOneGame(t *testing.T) {
	one, other, where := twoPrograms(t, 1)
	ctx := t.Context()
	first := func(amid func()) error {
		return one.UpdateGame(ctx, func(tx *db.Tx) error {
			err := play(tx, 1, "a")
			if err == nil {
				amid()
			}
			return err
		})
	}
	var seen []int
	require.ErrorIs(t, second(t, where, first, func() error {
		return other.UpdateGame(ctx, func(tx *db.Tx) error {
			g, err := tx.LockGame(1)
			if err == nil {
				seen = append(seen, g.Plies)
				err = tx.Settle(1, db.IncomingDone, "twice")
			}
			return err
		})
	}), db.ErrNotFound)
	require.Equal(t, []int{1}, seen)
}

// An Update and a play never run side by side, and the second sees what the first wrote, even
// if it reads no row that the first locked.
func TestUpdatesAndPlaysTakeTurns(t *testing.T) {
	name := func(seen *[]string) func(tx *db.Tx) error {
		return func(tx *db.Tx) error {
			p, err := tx.Player(1)
			*seen = append(*seen, p.Name)
			return err
		}
	}
	ctx := context.Background()
	t.Run("the update first", func(t *testing.T) {
		one, other, where := twoPrograms(t, 1)
		var seen []string
		renaming := func(amid func()) error {
			return one.Update(ctx, func(tx *db.Tx) error {
				p, err := tx.Player(1)
				if err == nil {
					p.Name = "Ada"
					err = tx.SavePlayer(p)
				}
				amid()
				return err
			})
		}
		require.NoError(t, second(t, where, renaming, func() error { return other.UpdateGame(ctx, name(&seen)) }))
		require.Equal(t, []string{"Ada"}, seen)
	})
	t.Run("the play first", func(t *testing.T) {
		one, other, where := twoPrograms(t, 1)
		var seen []int
		playing := func(amid func()) error {
			return one.UpdateGame(ctx, func(tx *db.Tx) error {
				err := play(tx, 1, "a")
				amid()
				return err
			})
		}
		require.NoError(t, second(t, where, playing, func() error {
			return other.Update(ctx, func(tx *db.Tx) error {
				plies, err := tx.Plies(1)
				seen = append(seen, len(plies))
				return err
			})
		}))
		require.Equal(t, []int{1}, seen) // once: it has not run again
	})
}

// A play that turns out to be more begins again as an Update, without what it wrote.
func TestAPlayThatIsMore(t *testing.T) {
	one, other, _ := twoPrograms(t, 2)
	runs := 0
	require.NoError(t, one.UpdateGame(t.Context(), func(tx *db.Tx) error {
		if runs++; runs == 1 {
			if err := play(tx, 2, "x"); err != nil {
				return err
			}
			require.NoError(t, other.UpdateGame(t.Context(), func(tx *db.Tx) error { return play(tx, 1, "a") }))
		}
		p, err := tx.Player(1)
		if err == nil {
			p.Name = "Ada"
			err = tx.SavePlayer(p) // not in a play
		}
		return err
	}))
	require.Equal(t, 2, runs)
	require.NoError(t, one.View(t.Context(), func(tx *db.Tx) error {
		p, err := tx.Player(1)
		require.NoError(t, err)
		require.Equal(t, "Ada", p.Name)
		plies, err := tx.Plies(2)
		require.Empty(t, plies)
		return err
	}))
}
