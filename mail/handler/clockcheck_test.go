package handler_test

import (
	"context"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/consistency"
	"turnpost/rules"
	"turnpost/rules/all"
)

// checkGames holds every game to what it was before one letter or duty.
func (v *invariants) checkGames(before []db.Game) {
	t := v.w.T
	t.Helper()
	was := map[int64]db.Game{}
	for _, g := range before {
		was[g.ID] = g
	}
	for _, g := range v.games {
		require.GreaterOrEqual(t, g.BlackLeft, time.Duration(0))
		require.GreaterOrEqual(t, g.WhiteLeft, time.Duration(0))
		if g.Over() && !g.Retractable() {
			require.Empty(t, g.Offer, "game %d is over", g.ID)
		}
		if old, ok := was[g.ID]; ok {
			v.checkChange(old, g)
			delete(was, g.ID)
		}
		v.checkOffer(g)
	}
	require.Empty(t, was, "games are lost")
}

func (v *invariants) checkChange(was, g db.Game) {
	t := v.w.T
	t.Helper()
	switch {
	case was.Retractable() && !g.Over(): // the resignation is taken back
	case was.Over():
		if was.Retractable() { // the hour ends, or the game is to go on
			was.ClockDue, was.Offer, was.OfferBy = g.ClockDue, g.Offer, g.OfferBy
		}
		// Names may go, and ids with them; what was played stays.
		was.Subject = g.Subject
		require.Equal(t, was, g, "game %d was over", g.ID)
	case g.Reason == rules.OnTime:
		left, counted := v.time(was)
		require.GreaterOrEqual(t, counted+sample, left+club.DefaultPolicy().Grace, "game %d is lost too early", g.ID)
	}
}

// checkOffer: an offer that stands was not played away by its receiver, nor, if
// it is to take a turn back, by anybody.
func (v *invariants) checkOffer(g db.Game) {
	t := v.w.T
	t.Helper()
	first, seen := v.offers[g.ID]
	if g.Offer == db.NoOffer {
		delete(v.offers, g.ID)
		return
	}
	require.Contains(t, []int64{g.Black, g.White}, g.OfferBy)
	if !seen || first.what != g.Offer || first.by != g.OfferBy {
		v.offers[g.ID] = standing{g.Offer, g.OfferBy, g.Plies}
		return
	}
	if g.Plies == first.plies {
		return
	}
	require.Greater(t, g.Plies, first.plies, "game %d: plies were taken back, and the offer stands", g.ID)
	require.Equal(t, db.OfferDraw, g.Offer, "game %d went on", g.ID)
	r := v.replayed(g)
	for n := first.plies; n < g.Plies; n++ {
		mover := g.White
		if r.At(n).Turn() == rules.Black {
			mover = g.Black
		}
		require.Equal(t, g.OfferBy, mover, "game %d: ply %d answered the offer of a draw", g.ID, n+1)
	}
}

// sample is the grain in which time is counted here.
const sample = 20 * time.Minute

// time is what the mover's clock holds, and about how much of it is used:
// counted in samples, by other means than the handler's.
func (v *invariants) time(g db.Game) (left, counted time.Duration) {
	t := v.w.T
	t.Helper()
	mover, left := g.Black, g.BlackLeft
	if position(&g).Turn() == rules.White {
		mover, left = g.White, g.WhiteLeft
	}
	zone, err := time.LoadLocation(v.players[mover].Timezone)
	require.NoError(t, err)
	var pauses []db.ClockPause
	require.NoError(t, v.w.DB.View(context.Background(), func(tx *db.Tx) (err error) {
		pauses, err = tx.Pauses(g.TurnAt, g.Black, g.White)
		return err
	}))
	weekdays := len(g.Pace) > 8 && g.Pace[len(g.Pace)-8:] == "weekdays"
	for at := g.TurnAt; at.Before(v.w.Now); at = at.Add(sample) {
		counts := true
		for _, p := range pauses {
			over := !p.To.IsZero() && !at.Before(p.To) || p.Why == db.Bounce && !at.Before(p.From.AddDate(0, 0, 30))
			counts = counts && (at.Before(p.From) || over)
		}
		if weekdays {
			day := at.In(zone).Weekday()
			counts = counts && day != time.Saturday && day != time.Sunday
		}
		if counts {
			counted += min(sample, v.w.Now.Sub(at))
		}
	}
	return left, counted
}

// checkClocks is for when the clockwork has done all that is due.
func (v *invariants) checkClocks() {
	t := v.w.T
	t.Helper()
	for _, g := range v.games {
		if g.Over() {
			continue
		}
		require.True(t, g.ClockDue.IsZero() || g.ClockDue.After(v.w.Now), "the clock of game %d is due", g.ID)
		left, counted := v.time(g)
		// Each pause or weekend may be off by a sample at its ends.
		require.LessOrEqual(t, counted, left+club.DefaultPolicy().Grace+4*sample, "game %d (pace %s) goes on without time", g.ID, g.Pace)
	}
	for _, p := range v.players {
		require.True(t, p.DigestDue.IsZero() || p.DigestDue.After(v.w.Now), "a digest is due")
		require.Equal(t, p.Digest == db.DigestOff, p.DigestDue.IsZero(), "%s: digest %s", p.Address, p.Digest)
	}
}

// checkEnd is for when everything is done.
func (v *invariants) checkEnd(messages int) {
	t := v.w.T
	t.Helper()
	faults, err := consistency.Check(context.Background(), v.w.Handler.Club, v.w.DB, consistency.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
	settled := 0
	require.NoError(t, v.w.DB.View(context.Background(), func(tx *db.Tx) error {
		for id := int64(1); id <= int64(v.w.Serial); id++ {
			if in, err := tx.Incoming(id); err == nil {
				require.Contains(t, []db.IncomingState{db.IncomingDone, db.IncomingDropped}, in.State, "letter %d: %s", id, in.Remark)
				settled++
			}
		}
		return nil
	}))
	require.Equal(t, messages, settled)
}

func (v *invariants) replayed(g db.Game) *rules.Record {
	v.w.T.Helper()
	r, err := rules.Find(all.Games(), g.Rules)
	require.NoError(v.w.T, err)
	var plies []rules.Move
	for _, m := range v.w.Plies(g.ID) {
		plies = append(plies, rules.Move(m))
	}
	record, err := rules.Replay(r, plies)
	require.NoError(v.w.T, err)
	return record
}
