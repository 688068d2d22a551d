package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/race"
	"turnpost/mail/club"
)

// paused reports whether a player has paused the letters.
func (h *hall) paused(player int64) (yes bool) {
	h.t.Helper()
	h.must(func(tx *club.Tx) (err error) { yes, err = tx.IsPaused(player); return err })
	return yes
}

// neverWrote makes somebody who was only written to of a player.
func neverWrote(player int64) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		p, err := tx.DB.Player(player)
		if err != nil {
			return err
		}
		p.WroteAt = time.Time{}
		return tx.DB.SavePlayer(p)
	}
}

func TestPause(t *testing.T) {
	pause := func(tx *club.Tx) error { _, err := club.TakePause(tx, bob); return err }
	end := func(tx *club.Tx) error { return club.EndPause(tx, bob) }
	playing := func(h *hall) { h.begin("rooya", "a1") }
	// used is how much of Bob's clock an hour from now takes.
	used := func(h *hall) (d time.Duration) {
		h.must(in(func(tx *club.Tx, t *club.Table) error {
			c, err := tx.Clock(t, t.Turn())
			d = c.Used(h.now.Add(time.Hour)) - c.Used(h.now)
			return err
		}))
		return d
	}
	run(t, []check{
		{name: "without a game", do: pause, events: []string{"Paused Bob 0 0 standing"}, then: func(h *hall) { require.True(h.t, h.paused(bob)) }},
		{name: "with one", given: playing, do: pause, events: []string{"Paused Bob 1 0 standing told", "Suspended Bob 19T12:03"}, then: func(h *hall) {
			require.Zero(h.t, used(h), "its clock stands still")
			h.later(31 * 24 * time.Hour)
			require.Equal(h.t, time.Hour, used(h), "and runs when the quota is used up")
		}},
		{name: "twice", given: func(h *hall) { playing(h); h.must(pause) }, do: pause},
		{name: "ended", given: func(h *hall) { playing(h); h.must(pause); h.later(time.Hour) }, do: end, events: []string{"Resumed Bob 19T12:04 wished"}, then: func(h *hall) {
			require.False(h.t, h.paused(bob))
			require.Equal(h.t, time.Hour, used(h))
		}},
		{name: "ended without one", do: end},
		{name: "again the same day", given: func(h *hall) { playing(h); h.must(pause); h.must(end); h.later(time.Hour) }, do: pause, events: []string{"Paused Bob 1 0 standing"}},
		{name: "again the day after", given: func(h *hall) { playing(h); h.must(pause); h.must(end); h.later(25 * time.Hour) }, do: pause, events: []string{"Paused Bob 1 0 standing told", "Suspended Bob 20T13:05"}},
		{name: "who is suspended", given: func(h *hall) {
			playing(h)
			h.must(func(tx *club.Tx) error { return club.Suspend(tx, bob, true) })
			h.later(time.Hour)
		}, do: pause, events: []string{"Paused Bob 1 0 standing told", "Suspended Bob 19T13:04"}, then: func(h *hall) {
			h.must(func(tx *club.Tx) error {
				require.ErrorIs(h.t, club.Resume(tx, bob), club.ErrNothingToDo, "no operator brings letters to who wants none")
				return nil
			})
			require.True(h.t, h.paused(bob))
		}},
		{name: "who wants no letters at all", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.Silence(tx, bob) }) }, do: pause},
		{name: "and a letter that proves nothing", given: func(h *hall) { h.must(pause) }, do: func(tx *club.Tx) error {
			_, _, err := club.Welcome(tx, bob, club.Wrote{})
			return err
		}, then: func(h *hall) { require.True(h.t, h.paused(bob)) }},
		{name: "and an invitation", given: func(h *hall) { h.must(pause) }, do: func(tx *club.Tx) error {
			return club.Invite(tx, ada, bob, order(t, "rooya"), "")
		}, refused: "stopped-player"},
	})
}

func TestUnpause(t *testing.T) {
	pause := func(h *hall) { h.must(func(tx *club.Tx) error { _, err := club.TakePause(tx, bob); return err }) }
	unpause := func(tx *club.Tx) error { return club.Unpause(tx, bob) }
	over := func(h *hall) { require.False(h.t, h.paused(bob)) }
	run(t, []check{
		{name: "nobody is told", given: func(h *hall) { h.begin("rooya", "a1"); pause(h) }, do: unpause, then: over},
		{name: "without one", do: unpause, then: over},
		{name: "another's", given: func(h *hall) { pause(h) }, do: func(tx *club.Tx) error { return club.Unpause(tx, ada) }, then: func(h *hall) { require.True(h.t, h.paused(bob)) }},
	})
}

func TestPauseOf(t *testing.T) {
	pause := func(h *hall) { h.must(func(tx *club.Tx) error { _, err := club.TakePause(tx, bob); return err }) }
	// of requires what is told of Bob's pause, until when as days from now.
	of := func(until, games, invitations int, often bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			e, err := club.PauseOf(tx, bob)
			if err != nil {
				return err
			}
			days := 0
			if !e.Until.IsZero() {
				days = int(e.Until.Sub(tx.Now()).Hours() / 24)
			}
			return same([5]any{until, games, invitations, often, false}, [5]any{days, e.Games, e.Invitations, e.Often, e.Told})
		}
	}
	run(t, []check{
		{name: "with a game and an invitation", given: func(h *hall) { h.begin("rooya", "a1"); h.invited(cleo, bob); pause(h) }, do: of(30, 1, 1, false)},
		{name: "ten days later", given: func(h *hall) { pause(h); h.later(10 * 24 * time.Hour) }, do: of(20, 0, 0, false)},
		{name: "when its quota is used up", given: func(h *hall) { pause(h); h.later(31 * 24 * time.Hour) }, do: of(0, 0, 0, false)},
		{name: "too soon after others", given: func(h *hall) {
			h.begin("rooya", "a1")
			for range 7 {
				pause(h)
				h.must(func(tx *club.Tx) error { return club.EndPause(tx, bob) })
			}
			pause(h)
		}, do: of(0, 1, 0, true)},
		{name: "of who has none", do: of(0, 0, 0, false), refused: "not found"},
	})
}

// The last day of a pause is the last of the quota, to which vacations belong.
func TestPauseAfterVacations(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error {
		return club.PlanVacation(tx, bob, tx.Today(db.Player{})+40, tx.Today(db.Player{})+69)
	})
	h.must(func(tx *club.Tx) error { _, err := club.TakePause(tx, bob); return err })
	require.Len(t, h.heard, 1)
	require.True(t, h.heard[0].(club.Paused).Until.IsZero(), "no time is left: the clocks run")
}

// pausesOf is how many times in which a player's clocks stand still are kept.
func (h *hall) pausesOf(player int64) (n int) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error {
		all, err := tx.DB.PausesOf(player)
		n = len(all)
		return err
	})
	return n
}

// A player who pauses and comes back all day stops the clocks a few times, and leaves
// a few rows, which nothing has to be counted out of again and again.
func TestAbusePausesLeaveFewRows(t *testing.T) {
	t.Parallel()
	race.Long(t)
	h := newHall(t)
	h.begin("rooya", "a1")
	const toggles = 500
	stopped, told := 0, 0
	for range toggles {
		h.must(func(tx *club.Tx) error { _, err := club.TakePause(tx, bob); return err })
		for _, e := range h.heard {
			if p, ok := e.(club.Paused); ok {
				require.Equal(t, p.Until.IsZero(), p.Often)
				if !p.Often {
					stopped++
				}
				if p.Told {
					told++
				}
			}
		}
		h.must(func(tx *club.Tx) error { return club.EndPause(tx, bob) })
	}
	rows := h.pausesOf(bob)
	t.Logf("abuse | letters paused and continued %d times in 17 hours | the clocks stop 6 times a day at most, and nothing else is kept | %d times stopped, %d rows, %d letters to the opponent", toggles, stopped, rows, told)
	require.LessOrEqual(t, rows, stopped+1)
	require.Equal(t, 6, stopped)
	require.Equal(t, 1, told)
}

// What is kept of more than a year ago counts for no clock, and goes; what would be cut
// again and again is kept as it was cut.
func TestAbuseOldPausesGo(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	const rows = 1000
	h.must(func(tx *club.Tx) error {
		for i := range rows {
			from := tx.Now().Add(-time.Duration(rows-i) * 16 * time.Hour)
			if _, err := tx.DB.AddPause(db.Pause{Player: bob, Why: db.Bounce, From: from, To: from.Add(4 * time.Hour), Wished: true}); err != nil {
				return err
			}
		}
		return nil
	})
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error { _, err := club.TakePause(tx, bob); return err })
	left := h.pausesOf(bob)
	t.Logf("abuse | %d pauses of four hours in two years | those that count within the quota of a year are kept | %d rows", rows, left)
	require.Less(t, left, rows/2)
	require.GreaterOrEqual(t, left, 30*6, "30 days of four hours each count")
	var until time.Time
	h.must(in(func(tx *club.Tx, t *club.Table) error {
		c, err := tx.Clock(t, t.Turn())
		until = c.Deadline()
		return err
	}))
	require.False(t, until.IsZero(), "the quota is used up: the clocks run")
}

// Vacations that are planned and ended, with no game under way, leave few rows too.
func TestAbuseVacationsLeaveFewRows(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	refused := 0
	for range 200 {
		for _, do := range []func(tx *club.Tx) error{plan(0, 3), drop} {
			h.later(time.Minute)
			if h.do(do) != nil {
				refused++
			}
		}
	}
	rows := h.pausesOf(ada)
	t.Logf("abuse | vacations planned and ended 200 times in 7 hours without a game | 3 changes an hour, 6 a day | %d rows, %d refused", rows, refused)
	require.LessOrEqual(t, rows, 3)
	require.Positive(t, refused)
}
