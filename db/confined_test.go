package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// tables are games between people who have nothing to do with each other, on a database
// that two programs have open.
func tables(t *testing.T, games int) (one, other *db.DB, where string) {
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
			i, err := tx.AddInvitation(db.Invitation{Rules: "tug", Challenger: a.ID, Invitee: b.ID, Side: "black", Pace: "1d", ExpiresAt: tx.Now}, func(int64) string { return "s" })
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

// play plays a ply in a game by the letter of the same number, as a desk does.
func play(tx *db.Tx, game int64, move string) error {
	return playAfter(tx, game, move, func() error { return nil })
}

// playAfter is play of which something happens amid, when it has read.
func playAfter(tx *db.Tx, game int64, move string, amid func() error) error {
	if err := tx.NoteSender(game, 2*game-1); err != nil {
		return err
	}
	if _, err := tx.Player(2*game - 1); err != nil {
		return err
	}
	g, err := tx.Own(game)
	if err == nil {
		err = amid()
	}
	if err == nil {
		err = tx.AddPlies(g, game, []string{move}, "next", "none", "")
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

// waits waits until somebody waits for a lock.
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

// second does something that waits for a transaction, begun by first, which calls amid when it
// has written; and returns its error.
func second(t *testing.T, where string, first func(amid func()) error, then func() error) error {
	t.Helper()
	done := make(chan error, 1)
	require.NoError(t, first(func() {
		go func() { done <- then() }()
		waits(t, where)
	}))
	return <-done
}

// playing plays a ply and stays in its transaction for a while.
func playing(d *db.DB) func(amid func()) error {
	return func(amid func()) error {
		return d.Confined(context.Background(), func(tx *db.Tx) error {
			err := play(tx, 1, "a")
			if err == nil {
				amid()
			}
			return err
		})
	}
}

// Plays in games that have nothing to do with each other let none begin anew, though
// their rows lie side by side and each reads before the other writes. As serialisable
// transactions they do.
func TestPlaysDoNotMeet(t *testing.T) {
	one, other, _ := tables(t, 2)
	ctx := context.Background()
	begun := 0
	require.NoError(t, one.Confined(ctx, func(tx *db.Tx) error {
		begun++
		return playAfter(tx, 1, "a", func() error {
			return other.Confined(ctx, func(tx *db.Tx) error { begun++; return play(tx, 2, "a") })
		})
	}))
	require.Equal(t, 2, begun)
	for game := range int64(2) {
		require.NoError(t, one.View(ctx, func(tx *db.Tx) error {
			g, err := tx.Game(game + 1)
			require.Equal(t, 1, g.Plies)
			in, err2 := tx.Incoming(game + 1)
			require.Equal(t, db.IncomingDone, in.State)
			require.NoError(t, err2)
			return err
		}))
	}
}

// Of two plays in one game the second waits for the first, and then sees it: it is about
// another game than it read, and begins anew.
func TestPlaysInOneGame(t *testing.T) {
	one, other, where := tables(t, 1)
	var seen []int
	require.NoError(t, second(t, where, playing(one), func() error {
		return other.Confined(context.Background(), func(tx *db.Tx) error {
			tx.Now = tx.Now.Add(-time.Hour) // it began before
			g, err := tx.Own(1)
			seen = append(seen, g.Plies)
			if err == nil {
				err = tx.AddPlies(g, 0, []string{"b"}, "next", "none", "")
			}
			return err
		})
	}))
	require.Equal(t, []int{1, 1}, seen, "and again as any other transaction")
}

// A letter is answered once, whoever plays it.
func TestAPlayCountsOnce(t *testing.T) {
	one, other, where := tables(t, 1)
	ctx := context.Background()
	require.Error(t, second(t, where, playing(one), func() error {
		return other.Confined(ctx, func(tx *db.Tx) error { return play(tx, 1, "b") })
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

// Conditional lines, which stand beside the game's row, and a ply that they answer: who
// comes second sees the first, whoever that is.
func TestLinesAndPliesMeet(t *testing.T) {
	ctx := context.Background()
	t.Run("the play first", func(t *testing.T) {
		one, other, where := tables(t, 1)
		var seen []int
		require.NoError(t, second(t, where, playing(one), func() error {
			return other.Update(ctx, func(tx *db.Tx) error {
				g, err := tx.Own(1)
				seen = append(seen, g.Plies)
				if err == nil {
					err = tx.SetConditionals(1, 2, []string{"if b c"})
				}
				return err
			})
		}))
		require.Equal(t, []int{0, 1}, seen)
	})
	t.Run("the lines first", func(t *testing.T) {
		one, other, where := tables(t, 1)
		var seen []string
		setting := func(amid func()) error {
			return one.Update(ctx, func(tx *db.Tx) error {
				err := tx.SetConditionals(1, 2, []string{"if b c"})
				amid()
				return err
			})
		}
		require.NoError(t, second(t, where, setting, func() error {
			return other.Confined(ctx, func(tx *db.Tx) (err error) {
				if _, err := tx.Own(1); err != nil {
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

// A transaction that does not keep to its game begins anew, serialisable; and so does one
// that finds its game over, which somebody has ended meanwhile.
func TestWhatIsNotConfined(t *testing.T) {
	ctx := context.Background()
	one, other, where := tables(t, 1)
	levels := func(f func(tx *db.Tx) error) (seen []string) {
		require.NoError(t, other.Confined(ctx, func(tx *db.Tx) error {
			require.NoError(t, tx.Rows(func(scan func(...any) error) error {
				var level string
				seen = append(seen, "")
				err := scan(&level)
				seen[len(seen)-1] = level
				return err
			}, `SELECT current_setting('transaction_isolation')`))
			return f(tx)
		}))
		return seen
	}
	both := []string{"read committed", "serializable"}
	require.Equal(t, both[:1], levels(func(tx *db.Tx) error { return play(tx, 1, "a") }))
	require.Equal(t, both, levels(func(tx *db.Tx) error {
		_, err := tx.AddPause(db.Pause{Player: 1, Why: db.Vacation, From: tx.Now})
		return err
	}))
	require.Equal(t, both, levels(func(*db.Tx) error { return nil }), "it plays nothing")
	var over []string
	ending := func(amid func()) error {
		return one.Update(ctx, func(tx *db.Tx) error {
			err := tx.EndGame(1, "black", "resigned")
			amid()
			return err
		})
	}
	require.NoError(t, second(t, where, ending, func() error {
		over = levels(func(tx *db.Tx) error { _, err := tx.Own(1); return err })
		return nil
	}))
	require.Equal(t, both, over)
}

// Who speaks of a game, and writes nothing of it, is in one order with its plies: what was
// read before a ply is read anew after it.
func TestWhoSpeaksOfAGameSeesItsPlies(t *testing.T) {
	one, other, _ := tables(t, 1)
	ctx := context.Background()
	var seen []int
	tries := 0
	update(t, one, func(tx *db.Tx) error {
		if _, err := tx.Player(1); err != nil { // what it sees is of now
			return err
		}
		if tries++; tries == 1 {
			require.NoError(t, other.Confined(ctx, func(tx *db.Tx) error { return play(tx, 1, "a") }))
		}
		g, err := tx.Own(1)
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

// What fails when it sees two states is tried again in one.
func TestWhatFailsConfinedIsTriedAgain(t *testing.T) {
	one, _, _ := tables(t, 1)
	tries := 0
	require.NoError(t, one.Confined(context.Background(), func(tx *db.Tx) error {
		if tries++; tries == 1 {
			return fmt.Errorf("the stored position is not that of its plies")
		}
		return play(tx, 1, "a")
	}))
	require.Equal(t, 2, tries)
}
