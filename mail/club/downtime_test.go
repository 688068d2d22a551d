package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
)

func TestDowntime(t *testing.T) {
	var w *clubtest.World
	var game int64
	var due, began time.Time
	// clock is what the game's clock says.
	clock := func() (used time.Duration, due time.Time) {
		w.Do(func(tx *club.Tx) error {
			t, err := tx.Table(game)
			if err != nil {
				return err
			}
			c, err := tx.Clock(t, t.Turn())
			used, due = c.Used(tx.Now()), c.Deadline()
			return err
		})
		return used, due
	}
	// since lets time pass, and then says that nobody played since a moment after the
	// beginning of the game.
	since := func(passed, from time.Duration) {
		w.Now = w.Now.Add(passed)
		w.Do(func(tx *club.Tx) error { return club.NoteDowntime(tx, began.Add(from)) })
	}
	end := func(pause int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.EndDowntime(tx, pause) }
	}
	setBack := func(tx *club.Tx) error { _, err := club.EndFutureDowntimes(tx); return err }
	nothing := func(*club.Tx) error { return nil }
	for _, c := range []struct {
		name  string
		given func()
		do    func(tx *club.Tx) error
		err   error
		used  time.Duration // off the clock since the game began
		later time.Duration // that the clock runs out
	}{
		{name: "none", given: func() { w.Now = w.Now.Add(3 * time.Hour) }, do: nothing, used: 3 * time.Hour},
		{name: "an hour of three", given: func() { since(3*time.Hour, 2*time.Hour) }, do: nothing, used: 2 * time.Hour, later: time.Hour},
		{name: "twice", given: func() { since(3*time.Hour, 2*time.Hour); since(3*time.Hour, 4*time.Hour) }, do: nothing, used: 3 * time.Hour, later: 3 * time.Hour},
		{name: "before the game", given: func() { since(time.Hour, -time.Hour) }, do: nothing, used: 0, later: time.Hour},
		// The clock was two days ahead when an hour was noted, and is right again.
		{name: "of a clock that was ahead", given: func() { since(48*time.Hour, 47*time.Hour); w.Now = began.Add(time.Hour) }, do: setBack, used: time.Hour},
		{name: "of one that was ahead and is not set back", given: func() { since(48*time.Hour, 47*time.Hour) }, do: setBack, used: 47 * time.Hour, later: time.Hour},
		{name: "of one that was ahead, by the operator", given: func() { since(48*time.Hour, 47*time.Hour); w.Now = began.Add(time.Hour) }, do: end(1), used: time.Hour},
		{name: "the end of what is over", given: func() { since(3*time.Hour, 2*time.Hour) }, do: end(1), err: club.ErrNothingToDo, used: 2 * time.Hour, later: time.Hour},
		{name: "the end of none", given: func() {}, do: end(1), err: db.ErrNotFound},
		{name: "the end of a player's", given: func() { w.Do(func(tx *club.Tx) error { return club.Suspend(tx, 1, false) }) }, do: end(1), err: club.ErrPlayersPause},
	} {
		t.Run(c.name, func(t *testing.T) {
			w = clubtest.New(t, clubtest.File(t), clubtest.Deaf, 2, nil)
			game, began = w.Pair(1, 2), w.Now
			_, due = clock()
			c.given()
			require.ErrorIs(t, w.Try(c.do), c.err)
			require.Empty(t, w.Heard)
			used, now := clock()
			if c.err != club.ErrPlayersPause { // a suspended player's clock is another matter
				require.Equal(t, [2]any{c.used, due.Add(c.later)}, [2]any{used, now})
			}
			w.Verify()
		})
	}
}
