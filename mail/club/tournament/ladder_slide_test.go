package tournament_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/club/tournament"

	"turnpost/rules"
)

func TestSlide(t *testing.T) {
	eachLadder(t, 4, func(w *ladderWorld) {
		w.Now = w.Now.Add(tournament.SlideAfter - day)
		game, _ := w.challenge(4) // against 1
		require.Zero(t, w.slides())
		w.Now = w.Now.Add(day)
		require.Equal(t, 2, w.slides())
		slid := clubtest.HeardOf[tournament.LadderSlid](w.World)
		require.Len(t, slid, 2)
		require.Equal(t, [3]any{"P2", 2, 3}, [3]any{slid[0].Player.Name, slid[0].From, slid[0].To})
		require.Equal(t, [3]any{"P3", 2, 3}, [3]any{slid[1].Player.Name, slid[1].From, slid[1].To})
		require.Equal(t, "1 2 3 4", w.order(), "and both are where they were: neither plays")
		w.Now = w.Now.Add(tournament.SlideAgainAfter - day)
		require.Zero(t, w.slides())
		w.Do(func(tx *club.Tx) error { return club.Abort(tx, game) })
		w.Now = w.Now.Add(day)
		require.Equal(t, 2, w.slides())
		// One who asks in vain rests anew.
		w.Now = w.Now.Add(tournament.SlideAfter)
		for _, p := range []int64{2, 3, 4} {
			w.Do(func(tx *club.Tx) error { return club.Mute(tx, p, 1, false) })
		}
		game, _ = w.challenge(1)
		require.Zero(t, game)
		w.Heard = nil
		w.slides()
		for _, s := range clubtest.HeardOf[tournament.LadderSlid](w.World) {
			require.NotEqual(t, "P1", s.Player.Name)
		}
		w.Verify()
	})
}

// Who has slid, or asked in vain, has rested no less for that.
func TestWhoHasRestedLongestIsPicked(t *testing.T) {
	w := ladderOnFile(t, 4)
	game, picked := w.challenge(4)
	require.EqualValues(t, 1, picked)
	w.Now = w.Now.Add(day)
	w.Do(func(tx *club.Tx) error { return club.Adjudicate(tx, game, rules.Draw) })
	w.Now = w.Now.Add(tournament.SlideAfter)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 2) })
	require.Equal(t, "1 3 2 4", w.order())
	w.Do(func(tx *club.Tx) error { return tournament.LeaveLadder(tx, 3, "") })
	_, picked = w.challenge(4)
	require.EqualValues(t, 2, picked, "who has had no game yet, though 1 stands higher")
}

// A slide finds its own state.
func TestASlideIsDoneOnce(t *testing.T) {
	w := ladderOnFile(t, 4)
	w.Now = w.Now.Add(tournament.SlideAfter)
	for range 3 {
		w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	}
	require.Equal(t, "2 1 3 4", w.order())
	w.Do(func(tx *club.Tx) error { return tournament.PutOffSlide(tx, "turro", 2, w.Now.Add(time.Hour)) })
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 2) })
	require.Equal(t, "2 1 3 4", w.order())
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "rooya", 2) })
}

// A vacation counts for no rest, nor does a time in which the server stood still.
func TestRestsWithoutVacations(t *testing.T) {
	w := ladderOnFile(t, 4)
	w.Do(func(tx *club.Tx) error {
		for _, p := range []db.Pause{
			{Player: 1, Why: db.Vacation, From: w.Now.Add(5 * day), To: w.Now.Add(15 * day)},
			{Why: db.Down, From: w.Now.Add(10 * day), To: w.Now.Add(17 * day)},
			{Player: 1, Why: db.Vacation, From: w.Now.Add(59 * day), To: w.Now.Add(64 * day)},
		} {
			if _, err := tx.DB.AddPause(p); err != nil {
				return err
			}
		}
		return nil
	})
	begun := w.Now
	w.Now = begun.Add(tournament.SlideAfter)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "1 2 3 4", w.order(), "13 days did not count yet")
	w.Now = begun.Add(73 * day)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "1 2 3 4", w.order(), "nor did four more")
	w.Now = begun.Add(77 * day)
	w.Do(func(tx *club.Tx) error { return tournament.SlideDown(tx, "turro", 1) })
	require.Equal(t, "2 1 3 4", w.order())
}
