package club_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
	"turnpost/rules/all"
)

// FirstWin is an event that the club does not know: a player has won a rated game for the first
// time.
type FirstWin struct{ Player db.Player }

// firstWins is the listener that emits it. No operation knows of it.
func firstWins(tx *club.Tx, e club.Event) error {
	rated, ok := e.(club.GameRated)
	if !ok {
		return nil
	}
	t := rated.Game
	winner := map[string]rules.Side{"black": rules.Black, "white": rules.White}[t.Row.Result]
	if winner == rules.None {
		return nil
	}
	games, err := tx.DB.ListGames(t.Player(winner).ID, false, -1)
	if err != nil {
		return err
	}
	for _, g := range games {
		other := g.Black == t.Player(winner).ID && g.Result == "black" || g.White == t.Player(winner).ID && g.Result == "white"
		if g.ID != t.Row.ID && g.Rated && other {
			return nil
		}
	}
	return tx.Emit(FirstWin{t.Player(winner)})
}

// A new event needs one file: this listener reacts to what another one emits at a game's end,
// and everybody hears it.
func TestListener(t *testing.T) {
	h := newHall(t)
	// order is who heard what, in that order.
	var order []string
	hear := func(who string) club.Listener {
		return func(_ *club.Tx, e club.Event) error {
			order = append(order, who+" "+nameOf(e))
			return nil
		}
	}
	h.club.Listeners = append([]club.Listener{hear("before")}, append(h.club.Listeners, firstWins, hear("after"))...)
	h.begin("rooya", "a1", "a2")
	order = nil
	h.resign(rules.White)
	require.Equal(t, []string{
		"before GameEnded", "after GameEnded", // heard by all, before what Rate made of it
		"before GameRated", "after GameRated",
		"before FirstWin", "after FirstWin",
	}, order)
	require.Len(t, h.heard, 3, "whom the transaction alone has hears it too")
	require.Equal(t, ada, h.heard[2].(FirstWin).Player.ID)

	h.invited(ada, bob)
	h.must(func(tx *club.Tx) error { _, err := club.Accept(tx, bob, 2); return err })
	for range 2 {
		h.must(at(2, func(tx *club.Tx, t *club.Game) error { return clubtest.Play(tx, t, t.Turn(), t.Record.Legal()[0]) }))
	}
	h.must(at(2, func(tx *club.Tx, t *club.Game) error { return club.Resign(tx, t, rules.White) }))
	require.Len(t, h.heard, 2, "and only once")
}

func nameOf(e club.Event) string {
	if _, ok := e.(FirstWin); ok {
		return "FirstWin"
	}
	name, _, _ := strings.Cut(tell(e), " ")
	return name
}

// A listener's error rolls back what it heard of.
func TestAListenersErrorUndoes(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1", "a2")
	before := h.dump()
	broken := errors.New("broken")
	c := club.New(all.Games(), slog.New(slog.DiscardHandler))
	c.Listeners = append(c.Listeners, func(*club.Tx, club.Event) error { return broken })
	require.ErrorIs(t, h.db.Update(context.Background(), func(d *db.Tx) error {
		return in(func(tx *club.Tx, t *club.Game) error { return club.Resign(tx, t, rules.White) })(c.Begin(d, 0))
	}), broken)
	require.Equal(t, before, h.dump())
}

// A listener sees the game after the event, with its row and clock, so that it may play the
// next ply.
func TestAnEventIsOfAGameAsItIs(t *testing.T) {
	h := newHall(t)
	seen := 0
	h.club.Listeners = append(h.club.Listeners, func(tx *club.Tx, e club.Event) error {
		var table *club.Game
		switch e := e.(type) {
		case club.PliesPlayed:
			table = e.Game
		case club.PliesTakenBack:
			table = e.Game
		default:
			return nil
		}
		seen++
		stored, err := tx.DB.Game(table.Row.ID)
		if err != nil {
			return err
		}
		require.Equal(t, stored, table.Row)
		require.Equal(t, table.Record.Len(), stored.Plies)
		require.Equal(t, tx.Now(), stored.TurnAt)
		return nil
	})
	h.begin("rooya", "a1", "a2")
	seen = 0
	for _, do := range []func(*club.Tx, *club.Game) error{
		func(tx *club.Tx, t *club.Game) error { return clubtest.Play(tx, t, rules.Black, t.Record.Legal()[0]) },
		func(tx *club.Tx, t *club.Game) error { return clubtest.AskUndo(tx, t, rules.Black) },
		func(tx *club.Tx, t *club.Game) error { return club.AnswerOffer(tx, t, rules.White, true, "") },
	} {
		h.now = h.now.Add(time.Hour)
		h.must(in(do))
	}
	require.Equal(t, 2, seen)
}
