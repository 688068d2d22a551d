package handler_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/consistency"
	"turnpost/mail/handler"
	"turnpost/mail/server/servertest"
	"turnpost/rules"
)

// Each thing that an operator does is noted with what it was about, in the transaction of
// the operation; what was refused is not. Players 1 and 2 play the first game, of which 1
// has Black, and 3 has no game.
func TestOperator(t *testing.T) {
	type do = func(ctx context.Context, o *handler.Operator) error
	suspend := func(ctx context.Context, o *handler.Operator) error { return o.Suspend(ctx, 1, true) }
	resume := func(ctx context.Context, o *handler.Operator) error { return o.Resume(ctx, 1) }
	block := func(ctx context.Context, o *handler.Operator) error { return o.Block(ctx, 1) }
	unblock := func(ctx context.Context, o *handler.Operator) error { return o.Unblock(ctx, 1) }
	robot := func(is bool) do {
		return func(ctx context.Context, o *handler.Operator) error { return o.SetProgram(ctx, 3, is) }
	}
	merge := func(from, into int64) do {
		return func(ctx context.Context, o *handler.Operator) error { return o.Merge(ctx, from, into, true) }
	}
	adjudicate := func(ctx context.Context, o *handler.Operator) error {
		return o.Adjudicate(ctx, 1, rules.WhiteWins)
	}
	abort := func(ctx context.Context, o *handler.Operator) error { return o.Abort(ctx, 1) }
	extend := func(ctx context.Context, o *handler.Operator) error {
		return o.Extend(ctx, 1, rules.Black, 24*time.Hour)
	}
	endPause := func(pause int64) do {
		return func(ctx context.Context, o *handler.Operator) error { return o.EndPause(ctx, pause) }
	}
	announce := func(again bool) do {
		return func(ctx context.Context, o *handler.Operator) error {
			n, err := o.Announce(ctx, handler.Announcement{Subject: "Summer", Text: "The cup begins.", Again: again})
			if err == nil && n != 3 {
				err = fmt.Errorf("%d letters", n)
			}
			return err
		}
	}
	cup := func(ctx context.Context, o *handler.Operator) error {
		return o.NewTournament(ctx, tournaments.Tournament{Name: "spring-cup", Rules: "turro", Pace: "3d+1d/7d", Days: 30}, 7)
	}
	start := func(ctx context.Context, o *handler.Operator) error {
		return o.StartTournament(ctx, "spring-cup")
	}
	mistake := func(err error) bool { _, is := errors.AsType[tournament.OperatorError](err); return is }
	is := func(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }
	refused := func(err error) bool { r, _ := club.Refused(err); return r != nil }
	for _, c := range []struct {
		name  string
		given []do
		do    do
		fails func(error) bool
		notes []string // of the last, as the audit log has it
	}{
		{name: "suspend", do: suspend, notes: []string{"player suspend #1"}},
		{name: "suspend twice", given: []do{suspend}, do: suspend, fails: is(club.ErrNothingToDo)},
		{name: "resume", given: []do{suspend}, do: resume, notes: []string{"player resume #1"}},
		{name: "resume nobody", do: resume, fails: is(club.ErrNothingToDo)},
		{name: "block", do: block, notes: []string{"player block #1"}},
		{name: "unblock", given: []do{block}, do: unblock, notes: []string{"player unblock #1"}},
		{name: "unblock nobody", do: unblock, fails: is(club.ErrNothingToDo)},
		{name: "a program", do: robot(true), notes: []string{"player robot #3"}},
		{name: "a program twice", given: []do{robot(true)}, do: robot(true), fails: is(club.ErrNothingToDo)},
		{name: "no program", given: []do{robot(true)}, do: robot(false), notes: []string{"player person #3"}},
		{name: "no program, which nobody said", do: robot(false), notes: []string{"player person #3"}},
		{name: "merge", do: merge(3, 1), notes: []string{"player merge #3 into #1"}},
		{name: "merge players who have met", given: []do{abort}, do: merge(2, 1), notes: []string{"player merge #2 into #1"}},
		{name: "merge opponents", do: merge(2, 1), notes: []string{"player merge #2 into #1"}},
		{name: "merge opponents of whom one is a program", given: []do{func(ctx context.Context, o *handler.Operator) error {
			return o.SetProgram(ctx, 1, true)
		}}, do: merge(2, 1), fails: is(club.ErrMixed)},
		{name: "merge a player whom the operator blocks", given: []do{block}, do: merge(1, 3), notes: []string{"player merge #1 into #3"}},
		{name: "adjudicate", do: adjudicate, notes: []string{"game adjudicate #1 white"}},
		{name: "adjudicate twice", given: []do{adjudicate}, do: adjudicate, fails: refused},
		{name: "abort", do: abort, notes: []string{"game abort #1"}},
		{name: "abort twice", given: []do{abort}, do: abort, fails: refused},
		{name: "extend", do: extend, notes: []string{"game extend #1 black by 24h0m0s"}},
		{name: "extend what is over", given: []do{abort}, do: extend, fails: refused},
		{name: "end a pause that is over", do: endPause(1), fails: is(club.ErrNothingToDo)},
		{name: "end a player's", given: []do{suspend}, do: endPause(2), fails: is(club.ErrPlayersPause)},
		{name: "end none", do: endPause(9), fails: is(db.ErrNotFound)},
		{name: "announce", do: announce(false), notes: []string{"announce to all, letters: 3"}},
		{name: "announce twice", given: []do{announce(false)}, do: announce(false), fails: is(handler.ErrAnnounced)},
		{name: "announce again", given: []do{announce(false)}, do: announce(true), notes: []string{"announce to all, letters: 3"}},
		{name: "a tournament", do: cup, notes: []string{"tournament new spring-cup"}},
		{name: "a tournament twice", given: []do{cup}, do: cup, fails: mistake},
		{name: "start one that nobody joined", given: []do{cup}, do: start, fails: mistake},
		{name: "start none", do: start, fails: mistake},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := operatorWorld(t)
			o := w.Handler.Operator(w.DB, "root")
			for _, given := range c.given {
				require.NoError(t, given(t.Context(), o))
			}
			before := len(noted(w))
			err := c.do(t.Context(), o)
			if c.fails == nil {
				require.NoError(t, err)
			} else {
				require.True(t, c.fails(err), "%v", err)
			}
			all := noted(w)
			require.Equal(t, c.notes, append([]string(nil), all[:len(all)-before]...), "the latest first")
			if !skiptest.Fourth(t) {
				return
			}
			faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
			require.NoError(t, err)
			require.Empty(t, faults)
		})
	}
}

// world has three people, who have written, a game, and an hour in which nobody played. No
// message was read.
func operatorWorld(t *testing.T) *servertest.World {
	t.Helper()
	w := servertest.New(t)
	require.NoError(t, w.DB.Update(t.Context(), func(tx *db.Tx) error {
		_, err := w.Handler.Act(tx, func(tx *club.Tx) error {
			var people []db.Player
			for i := range 3 {
				address := fmt.Sprintf("p%d@example.org", i+1)
				p, _, err := club.PlayerAt(tx, address, address, "", "")
				if err != nil {
					return err
				}
				p.WroteAt = tx.Now()
				if err := tx.DB.SavePlayer(p); err != nil {
					return err
				}
				people = append(people, p)
			}
			g, err := tx.Club.Rules("turro")
			if err != nil {
				return err
			}
			order := club.ProposedGame{Game: g, Side: rules.Black, Pace: tx.Club.Policy.Pace}
			if _, err := club.Pair(tx, club.Pairing{ProposedGame: order, First: people[0], Second: people[1]}); err != nil {
				return err
			}
			return club.NoteDowntime(tx, tx.Now().Add(-time.Hour))
		})
		return err
	}))
	return w
}

// noted is what the audit log has, the latest first: the act, whom it is about, and what
// else.
func noted(w *servertest.World) (out []string) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		all, err := tx.ListAudit(-1)
		for _, a := range all {
			require.Equal(w.T, "root", a.Operator)
			text := a.Act
			if a.Subject != 0 {
				text += fmt.Sprintf(" #%d", a.Subject)
			}
			detail := a.Detail
			if a.Act == "announce" {
				detail = detail[17:] // without the digest of its words
			}
			if detail != "" {
				text += " " + detail
			}
			out = append(out, text)
		}
		return err
	}))
	return out
}

// Clock says when the clock of a game runs out, and when it is lost.
func TestClock(t *testing.T) {
	t.Parallel()
	w := operatorWorld(t)
	o := w.Handler.Operator(w.DB, "root")
	due, lost, err := o.Clock(t.Context(), 1)
	require.NoError(t, err)
	require.Equal(t, [2]time.Time{w.Now.Add(72 * time.Hour), w.Now.Add(84 * time.Hour)}, [2]time.Time{due.UTC(), lost.UTC()})
	require.NoError(t, o.Abort(t.Context(), 1))
	due, lost, err = o.Clock(t.Context(), 1)
	require.NoError(t, err)
	require.True(t, due.IsZero() && lost.IsZero(), "a game that is over has none")
	_, _, err = o.Clock(t.Context(), 9)
	require.ErrorIs(t, err, db.ErrNotFound)
}

// Two addresses that play each other become one player: both are told that the game is void, what is
// over stays, and the person can go on and leave like everybody.
func TestMergeOfOpponents(t *testing.T) {
	t.Parallel()
	w := servertest.New(t)
	o := w.Handler.Operator(w.DB, "root")
	check := func(what string) {
		t.Helper()
		faults, err := consistency.Check(t.Context(), w.Handler.Club, w.DB, consistency.Options{})
		require.NoError(t, err)
		require.Empty(t, faults, what)
	}
	game := func(from, to string) {
		w.Proven(from, "challenge "+to+" rooya as black")
		w.Reply(to, "accept")
	}
	const ada, bob, cleo = "ada@example.org", "bob@example.org", "cleo@example.org"
	for range 3 { // #1 is over, #2 is resigned, #3 goes on
		game(ada, bob)
	}
	for _, id := range []string{"#1 ", "#2 ", "#3 "} {
		w.Proven(ada, id+"a1\nGood luck in there, my friend.")
		w.Proven(bob, id+"a2")
	}
	w.Proven(bob, "#1 resign")
	w.Pass(2 * time.Hour)
	w.Proven(ada, "#2 resign")
	w.Proven(ada, "#3 b1")
	w.Proven(ada, "#3 if * then d1")
	w.Proven(ada, "#3 note mind the corner")
	w.Proven(bob, "#3 draw")
	game(ada, cleo) // #4
	w.Proven(cleo, "follow #3")
	for _, who := range []string{ada, bob} {
		w.Proven(who, "ladder rooya on")
	}
	w.Proven(bob, "challenge ladder rooya") // #5
	w.Reply(ada, "accept")
	check("before")

	w.Messages()
	old := playerAt(w, ada)
	require.NoError(t, o.Merge(t.Context(), old, playerAt(w, bob), true))
	told := map[string][]string{}
	for _, m := range w.Work() {
		line, _, _ := strings.Cut(m.Text, "\n")
		told[m.Get("To")] = append(told[m.Get("To")], line)
	}
	require.Equal(t, map[string][]string{
		`"Ada" <ada@example.org>`: {
			"The organiser has cancelled the game, Ada: it counts for nobody (Le Rooya #3)",
			"The organiser has cancelled the game, Ada: it counts for nobody (Le Rooya #5)",
		},
		`"Bob" <bob@example.org>`: {
			"The organiser has cancelled the game, Bob: it counts for nobody (Le Rooya #3)",
			"The organiser has cancelled the game, Bob: it counts for nobody (Le Rooya #5)",
			"Your move, Bob (move 1), due Monday 11:20 UTC (Le Rooya #4)",
		},
	}, told)
	check("merged")
	for id, want := range map[int64]db.Result{1: db.BlackWon, 2: db.WhiteWon, 3: db.Void, 5: db.Void} {
		g := w.Game(id)
		require.Equal(t, want, g.Result)
		require.Contains(t, []int64{g.Black, g.White}, old)
	}
	require.Equal(t, playerAt(w, bob), w.Game(4).Black)
	for _, c := range [][2]string{{"#4 a1", "You played a1"}, {"games", "#3 Le Rooya against somebody: cancelled"},
		{"#1 history", "a2"}, {"player me", "somebody"}, {"#1 rematch", "No message can be sent"},
		{"ladder rooya", "place 1 of 1"}} {
		require.Contains(t, w.Proven(bob, c[0])[0].Text, c[1])
		check(c[0])
	}
	w.Pass(26 * time.Hour)
	check("a day later")
	w.Proven(bob, "forget me")
	w.Reply(bob, "yes")
	w.Seek()
	w.Tick()
	check("forgotten")
}

func playerAt(w *servertest.World, address string) (id int64) {
	w.T.Helper()
	require.NoError(w.T, w.DB.View(context.Background(), func(tx *db.Tx) error {
		p, err := tx.PlayerByAddress(address)
		id = p.ID
		return err
	}))
	return id
}
