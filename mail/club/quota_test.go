package club_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// stood is a time in which a player's clocks stood still, in days from now; to 0: until
// further notice.
type stood struct {
	why      string
	from, to float64
}

// store adds some times to those of a player's.
func (h *hall) store(player int64, all ...stood) {
	h.t.Helper()
	days := func(n float64) time.Time { return h.now.Add(time.Duration(n * 24 * float64(time.Hour))) }
	require.NoError(h.t, h.do(func(tx *club.Tx) error {
		for _, s := range all {
			p := db.Pause{Player: player, Why: s.why, From: days(s.from)}
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

// written are some times as a test writes them.
func (h *hall) written(all []db.Pause) (out []string) {
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

// What is kept of the times in which a player's clocks stood still is what counts: when
// another begins, the others go, or end where they counted last.
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

// What stops the clocks of a game since its turn began is what anybody's pause of its two
// players, or everybody's, leaves of it.
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
			require.NoError(t, h.do(in(func(tx *club.Tx, table *club.Table) error {
				pauses, err := tx.Pauses(table)
				require.NoError(t, err)
				require.Equal(t, c.want, h.written(pauses))
				clock, err := tx.Clock(table, rules.Black)
				require.Len(t, clock.Hours.Pauses, len(pauses))
				return err
			})))
		})
	}
}
