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
	game := rated.Game
	winner := map[db.Result]rules.Side{db.BlackWon: rules.Black, db.WhiteWon: rules.White}[game.Row.Result]
	if winner == rules.None {
		return nil
	}
	games, err := tx.DB.ListGames(game.Player(winner).ID, false, -1)
	if err != nil {
		return err
	}
	for _, g := range games {
		other := g.Black == game.Player(winner).ID && g.Result == db.BlackWon || g.White == game.Player(winner).ID && g.Result == db.WhiteWon
		if g.ID != game.Row.ID && g.Rated && other {
			return nil
		}
	}
	return tx.Emit(FirstWin{game.Player(winner)})
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
	h.begin("rooya", "a1", "a2", "a3", "a4")
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
	for range 4 {
		h.must(at(2, func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, g.Turn(), g.Record.Legal()[0]) }))
	}
	h.must(at(2, func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, rules.White) }))
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
	h.begin("rooya", "a1", "a2", "a3", "a4")
	before := h.dump()
	broken := errors.New("broken")
	c := club.New(all.Games(), slog.New(slog.DiscardHandler))
	c.Listeners = append(c.Listeners, func(*club.Tx, club.Event) error { return broken })
	require.ErrorIs(t, h.db.Update(context.Background(), func(d *db.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error { return club.Resign(tx, g, rules.White) })(c.Begin(d, 0))
	}), broken)
	require.Equal(t, before, h.dump())
}

// A listener sees the game after the event, with its row and clock, so that it may play the
// next ply.
func TestAnEventIsOfAGameAsItIs(t *testing.T) {
	h := newHall(t)
	seen := 0
	h.club.Listeners = append(h.club.Listeners, func(tx *club.Tx, e club.Event) error {
		var game *club.Game
		switch e := e.(type) {
		case club.PliesPlayed:
			game = e.Game
		case club.PliesTakenBack:
			game = e.Game
		default:
			return nil
		}
		seen++
		stored, err := tx.DB.Game(game.Row.ID)
		if err != nil {
			return err
		}
		require.Equal(t, stored, game.Row)
		require.Equal(t, game.Record.Len(), stored.Plies)
		require.Equal(t, tx.Now(), stored.TurnAt)
		return nil
	})
	h.begin("rooya", "a1", "a2", "a3", "a4")
	seen = 0
	for _, do := range []func(*club.Tx, *club.Game) error{
		func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, rules.Black, g.Record.Legal()[0]) },
		func(tx *club.Tx, g *club.Game) error { return clubtest.AskUndo(tx, g, rules.Black) },
		func(tx *club.Tx, g *club.Game) error { return club.AnswerOffer(tx, g, rules.White, true, "") },
	} {
		h.now = h.now.Add(time.Hour)
		h.must(in(do))
	}
	require.Equal(t, 2, seen)
}
