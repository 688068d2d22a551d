package club_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
	"turnpost/db/dbtest/skiptest"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

// paused reports whether a player has paused the messages.
func (h *hall) paused(player int64) (yes bool) {
	h.t.Helper()
	h.must(func(tx *club.Tx) (err error) { yes, err = tx.IsPaused(player); return err })
	return yes
}

// neverWrote makes a player one who was only written to.
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
	pause := func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err }
	end := func(tx *club.Tx) error { return club.EndPause(tx, bob) }
	playing := func(h *hall) { h.begin("rooya", "a1") }
	// used returns how much of Bob's clock an hour from now takes.
	used := func(h *hall) (d time.Duration) {
		h.must(in(func(tx *club.Tx, g *club.Game) error {
			c, err := tx.Clock(g, g.Turn())
			d = c.Used(h.now.Add(time.Hour)) - c.Used(h.now)
			return err
		}))
		return d
	}
	run(t, []check{
		{name: "without a game", do: pause, events: []string{"MessagesPaused Bob 0 0 standing"}, then: func(h *hall) { require.True(h.t, h.paused(bob)) }},
		{name: "with one", given: playing, do: pause, events: []string{"MessagesPaused Bob 1 0 standing told", "MailSuspended Bob 19T12:03"}, then: func(h *hall) {
			require.Zero(h.t, used(h), "its clock stands still")
			h.later(31 * 24 * time.Hour)
			require.Equal(h.t, time.Hour, used(h), "and runs when the quota is used up")
		}},
		{name: "twice", given: func(h *hall) { playing(h); h.must(pause) }, do: pause},
		{name: "ended", given: func(h *hall) { playing(h); h.must(pause); h.later(time.Hour) }, do: end, events: []string{"MessagesResumed Bob 19T12:04 wished"}, then: func(h *hall) {
			require.False(h.t, h.paused(bob))
			require.Equal(h.t, time.Hour, used(h))
		}},
		{name: "ended without one", do: end},
		{name: "again the same day", given: func(h *hall) { playing(h); h.must(pause); h.must(end); h.later(time.Hour) }, do: pause, events: []string{"MessagesPaused Bob 1 0 standing"}},
		{name: "again the day after", given: func(h *hall) { playing(h); h.must(pause); h.must(end); h.later(25 * time.Hour) }, do: pause, events: []string{"MessagesPaused Bob 1 0 standing told", "MailSuspended Bob 20T13:05"}},
		{name: "a suspended player", given: func(h *hall) {
			playing(h)
			h.must(func(tx *club.Tx) error { return club.Suspend(tx, bob, true) })
			h.later(time.Hour)
		}, do: pause, events: []string{"MessagesPaused Bob 1 0 standing told", "MailSuspended Bob 19T13:04"}, then: func(h *hall) {
			h.must(func(tx *club.Tx) error {
				require.ErrorIs(h.t, club.Resume(tx, bob), club.ErrNothingToDo, "no operator sends messages to a player who wants none")
				return nil
			})
			require.True(h.t, h.paused(bob))
		}},
		{name: "a player who wants no messages at all", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.StopMessages(tx, bob) }) }, do: pause},
		{name: "and a letter that proves nothing", given: func(h *hall) { h.must(pause) }, do: func(tx *club.Tx) error {
			got, err := welcome(tx, bob, club.WriterHints{})
			require.True(t, got.Paused)
			return err
		}, then: func(h *hall) { require.True(h.t, h.paused(bob)) }},
		{name: "and an invitation", given: func(h *hall) { h.must(pause) }, do: func(tx *club.Tx) error {
			return club.Invite(tx, ada, bob, order(t, "rooya"), "")
		}, refused: "stopped-player"},
	})
}

func TestUnpause(t *testing.T) {
	pause := func(h *hall) { h.must(func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err }) }
	unpause := func(tx *club.Tx) error { return club.Unpause(tx, bob) }
	over := func(h *hall) { require.False(h.t, h.paused(bob)) }
	run(t, []check{
		{name: "nobody is told", given: func(h *hall) { h.begin("rooya", "a1"); pause(h) }, do: unpause, then: over},
		{name: "without one", do: unpause, then: over},
		{name: "another's", given: func(h *hall) { pause(h) }, do: func(tx *club.Tx) error { return club.Unpause(tx, ada) }, then: func(h *hall) { require.True(h.t, h.paused(bob)) }},
	})
}

func TestPauseOf(t *testing.T) {
	pause := func(h *hall) { h.must(func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err }) }
	// of checks Bob's pause; until is in days from now.
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
		{name: "of a player who has none", do: of(0, 0, 0, false), refused: "not found"},
	})
}

// The last day of a pause is the last of the quota, which vacations share.
func TestPauseAfterVacations(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error {
		return club.PlanVacation(tx, bob, tx.Today(db.Player{})+40, tx.Today(db.Player{})+69)
	})
	h.must(func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err })
	require.Len(t, h.heard, 1)
	require.True(t, h.heard[0].(club.MessagesPaused).Until.IsZero(), "no time is left: the clocks run")
}

// pausesOf returns how many pauses of a player are stored.
func (h *hall) pausesOf(player int64) (n int) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error {
		all, err := tx.DB.PausesOf(player)
		n = len(all)
		return err
	})
	return n
}

// A player who pauses and resumes all day stops the clocks a few times, and leaves few rows,
// which need not be cut again and again.
func TestAbusePausesLeaveFewRows(t *testing.T) {
	t.Parallel()
	skiptest.Long(t)
	h := newHall(t)
	h.begin("rooya", "a1")
	const toggles = 500
	stopped, told := 0, 0
	for range toggles {
		h.must(func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err })
		for _, e := range h.heard {
			if p, ok := e.(club.MessagesPaused); ok {
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

// Pauses of more than a year ago count for no clock and are deleted; what would be cut again
// and again is stored as cut.
func TestAbuseOldPausesGo(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	const rows = 1000
	h.must(func(tx *club.Tx) error {
		for i := range rows {
			from := tx.Now().Add(-time.Duration(rows-i) * 16 * time.Hour)
			if _, err := tx.DB.AddPause(db.ClockPause{Player: bob, Why: db.Bounce, From: from, To: from.Add(4 * time.Hour), Wished: true}); err != nil {
				return err
			}
		}
		return nil
	})
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error { _, err := club.BeginPause(tx, bob); return err })
	left := h.pausesOf(bob)
	t.Logf("abuse | %d pauses of four hours in two years | those that count within the quota of a year are kept | %d rows", rows, left)
	require.Less(t, left, rows/2)
	require.GreaterOrEqual(t, left, 30*6, "30 days of four hours each count")
	var until time.Time
	h.must(in(func(tx *club.Tx, g *club.Game) error {
		c, err := tx.Clock(g, g.Turn())
		until = c.Deadline()
		return err
	}))
	require.False(t, until.IsZero(), "the quota is used up: the clocks run")
}

// Vacations that are planned and ended without a running game leave few rows too.
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

// stood is a time in which a player's clocks stood still, in days from now; to 0: no end.
type stood struct {
	why      db.ClockPauseReason
	from, to float64
}

// store adds such times to a player's.
func (h *hall) store(player int64, all ...stood) {
	h.t.Helper()
	days := func(n float64) time.Time { return h.now.Add(time.Duration(n * 24 * float64(time.Hour))) }
	require.NoError(h.t, h.do(func(tx *club.Tx) error {
		for _, s := range all {
			p := db.ClockPause{Player: player, Why: s.why, From: days(s.from)}
			if s.to != 0 {
				p.To = days(s.to)
			}
			if s.why == wished {
				p.Why, p.Wished = db.Bounce, true
			}
			if _, err := tx.DB.AddPause(p); err != nil {
				return err
			}
		}
		return nil
	}))
}

const wished = "wished" // a Bounce for which the player asked

// written formats pauses as a test writes them.
func (h *hall) written(all []db.ClockPause) (out []string) {
	for _, p := range all {
		why, to := p.Why, "on"
		if p.Wished {
			why = wished
		}
		days := func(t time.Time) string { return fmt.Sprintf("%.4g", t.Sub(h.now).Hours()/24) }
		if !p.To.IsZero() {
			to = days(p.To)
		}
		out = append(out, fmt.Sprintf("%s %s..%s", why, days(p.From), to))
	}
	return out
}

// Only what counts of a player's pauses is stored: when another one begins, the others are
// deleted, or end where they last counted.
func TestTidy(t *testing.T) {
	const vacation, bounce = db.Vacation, db.Bounce
	for _, c := range []struct {
		name  string
		given []stood
		turn  time.Duration // how long the turn of a game has lasted; 0: there is no game
		want  []string
	}{
		{name: "none"},
		{name: "of late", given: []stood{{bounce, -20, -15}, {wished, -12, -10}, {vacation, -9, -8}}, want: []string{"bounce -20..-15", "wished -12..-10", "vacation -9..-8"}},
		{name: "longer than the quota", given: []stood{{bounce, -60, -20}}, want: []string{"bounce -60..-30"}},
		{name: "beyond the quota", given: []stood{{bounce, -60, -40}, {bounce, -30, -15}}, want: []string{"bounce -60..-40", "bounce -30..-20"}},
		{name: "when the quota is used up", given: []stood{{bounce, -60, -30}, {bounce, -20, -15}}, want: []string{"bounce -60..-30"}},
		{name: "when the quota is used up, of today", given: []stood{{bounce, -60, -30}, {bounce, -0.5, -0.25}}, want: []string{"bounce -60..-30", "bounce -0.5..-0.5"}},
		{name: "when vacations have used it up", given: []stood{{vacation, -60, -30}, {bounce, -20, -15}}, want: []string{"vacation -60..-30"}},
		{name: "vacations are not cut", given: []stood{{bounce, -90, -60}, {vacation, -50, -30}}, want: []string{"bounce -90..-80", "vacation -50..-30"}},
		{name: "a vacation under way, and one to come", given: []stood{{vacation, -1, 1}, {vacation, 20, 25}}, want: []string{"vacation -1..1", "vacation 20..25"}},
		{name: "asked for too often in an hour", given: []stood{{wished, -2, -1.99}, {wished, -1.99, -1.98}, {wished, -1.98, -1.975}, {wished, -1.97, -1.5}}, want: []string{"wished -2..-1.99", "wished -1.99..-1.98", "wished -1.98..-1.975"}},
		{name: "of the year before last", given: []stood{{vacation, -500, -490}, {bounce, -480, -470}}},
		{name: "of the year before last, while a turn lasts", given: []stood{{vacation, -500, -490}, {bounce, -480, -470}}, turn: 70 * 24 * time.Hour, want: []string{"vacation -500..-490", "bounce -480..-470"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			if c.turn != 0 {
				h.begin("rooya")
				h.later(c.turn)
			}
			h.store(ada, c.given...)
			require.NoError(t, h.do(func(tx *club.Tx) error { return club.Suspend(tx, ada, false) }))
			require.NoError(t, h.do(func(tx *club.Tx) error {
				all, err := tx.DB.PausesOf(ada)
				require.NoError(t, err)
				require.ElementsMatch(t, append(c.want, "bounce 0..on"), h.written(all))
				return nil
			}))
			h.verify()
		})
	}
}

// The pauses of a game's clocks since its turn began are those of its two players and those of
// everybody.
func TestPausesOfAGame(t *testing.T) {
	const vacation, bounce, down = db.Vacation, db.Bounce, db.Down
	for _, c := range []struct {
		name                string
		ada, bob, cleo, all []stood
		want                []string
	}{
		{name: "none"},
		{name: "the player's", ada: []stood{{vacation, 1, 3}}, want: []string{"vacation 1..3"}},
		{name: "the other's", bob: []stood{{vacation, 1, 3}}, want: []string{"vacation 1..3"}},
		{name: "by their beginnings", ada: []stood{{vacation, 5, 6}, {bounce, 1, 2}}, bob: []stood{{vacation, 3, 4}}, want: []string{"bounce 1..2", "vacation 3..4", "vacation 5..6"}},
		{name: "somebody else's", cleo: []stood{{vacation, 1, 3}, {bounce, 4, 0}}},
		{name: "everybody's", all: []stood{{down, 1, 2}}, want: []string{"down 1..2"}},
		{name: "before the turn", ada: []stood{{vacation, -3, -1}, {bounce, -5, -4}}},
		{name: "until the turn, and longer", ada: []stood{{vacation, -3, 1}}, want: []string{"vacation -3..1"}},
		{name: "until further notice, as far as it counts", ada: []stood{{bounce, 1, 0}}, want: []string{"bounce 1..31"}},
		{name: "of both", ada: []stood{{wished, 1, 0}}, bob: []stood{{bounce, 2, 0}}, want: []string{"wished 1..31", "bounce 2..32"}},
		{name: "beyond the quota", ada: []stood{{vacation, -30, -10}, {bounce, 1, 0}}, want: []string{"bounce 1..11"}},
		{name: "when the quota is used up", ada: []stood{{vacation, -40, -10}, {bounce, 1, 0}}},
		{name: "when it was used up before the turn", ada: []stood{{bounce, -31, 2}}},
		{name: "when the other has used it up", ada: []stood{{bounce, 1, 5}}, bob: []stood{{vacation, -40, -10}}, want: []string{"bounce 1..5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := newHall(t)
			h.begin("rooya")
			for player, all := range map[int64][]stood{ada: c.ada, bob: c.bob, cleo: c.cleo, 0: c.all} {
				h.store(player, all...)
			}
			require.NoError(t, h.do(in(func(tx *club.Tx, game *club.Game) error {
				pauses, err := tx.Pauses(game)
				require.NoError(t, err)
				require.Equal(t, c.want, h.written(pauses))
				clock, err := tx.Clock(game, rules.Black)
				require.Len(t, clock.Hours.Pauses, len(pauses))
				return err
			})))
		})
	}
}

func TestDowntime(t *testing.T) {
	var w *clubtest.World
	var game int64
	var due, began time.Time
	// clock returns what the game's clock says.
	clock := func() (used time.Duration, due time.Time) {
		w.Do(func(tx *club.Tx) error {
			g, err := tx.Game(game)
			if err != nil {
				return err
			}
			c, err := tx.Clock(g, g.Turn())
			used, due = c.Used(tx.Now()), c.Deadline()
			return err
		})
		return used, due
	}
	// since lets time pass and then notes a downtime that began at a moment after the beginning
	// of the game.
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
		// The system clock was two days ahead when an hour was noted, and is right again.
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

// An update from a database without a quota costs nobody a game: suspensions then stopped a
// clock for thirty days, whatever vacations there had been, and still do for their turn.
func TestUpgradeWhileSuspended(t *testing.T) {
	skiptest.Sequential(t)
	image, err := os.ReadFile("../../db/testdata/schema-00007.sql")
	require.NoError(t, err)
	path := filepath.Join(dbtest.Dir(t), "old.db")
	conn, err := sql.Open("sqlite3", path)
	require.NoError(t, err)
	_, err = conn.Exec(string(image))
	require.NoError(t, err)
	var turn, left int64
	require.NoError(t, conn.QueryRow(`SELECT turn_at, white_left FROM games WHERE id = 1 AND white = 1`).Scan(&turn, &left))
	const player, day = 1, 24 * time.Hour
	hours := int64(time.Hour / time.Millisecond)
	for _, p := range []struct {
		why      db.ClockPauseReason
		from, to int64
	}{
		{db.Vacation, turn - 60*24*hours, turn - 35*24*hours},
		{db.Bounce, turn, 0},
	} {
		_, err = conn.Exec(`INSERT INTO pauses (player, why, from_at, to_at) VALUES (?, ?, ?, ?)`, player, p.why, p.from, p.to)
		require.NoError(t, err)
	}
	require.NoError(t, conn.Close())

	h := openHall(t, path, "sqlite3")
	look := func(at time.Duration) (over bool) {
		h.now = time.UnixMilli(turn).UTC().Add(at)
		h.must(func(tx *club.Tx) error { return club.LookAtClock(tx, game, nil) })
		h.must(in(func(_ *club.Tx, g *club.Game) error { over = g.Row.Over(); return nil }))
		return over
	}
	rest := time.Duration(left) * time.Millisecond
	require.Greater(t, 20*day, rest+5*day, "by the quota alone it is lost before")
	require.False(t, look(20*day), "at the first look after")
	h.must(func(tx *club.Tx) error {
		_, err := welcome(tx, player, club.WriterHints{Proven: true})
		return err
	})
	require.False(t, look(20*day+rest-time.Hour), "the clock goes on where it stood")
	// New suspensions are subject to the quota.
	h.must(func(tx *club.Tx) error { return club.Suspend(tx, player, false) })
	h.must(in(func(tx *club.Tx, g *club.Game) error {
		c, err := tx.Clock(g, rules.White)
		require.NoError(h.t, err)
		require.Len(h.t, c.Hours.Pauses, 2, "the old suspension, and the opponent's vacation")
		require.True(h.t, c.Hours.Pauses[1].From.After(h.now))
		return nil
	}))
	require.True(t, look(20*day+rest+club.DefaultPolicy().Grace+day))
}
