package handler_test

import (
	"testing"

	"turnpost/mail/server/servertest"
	"turnpost/rules"
	"turnpost/rules/all"
	"turnpost/rules/rulestest/three"
)

// world is a server and the people who write to it, with what only these tests ask.
type world struct {
	*servertest.World
	tried int // messages that were taken back
}

// newWorld is a world in which games are played; without any, all that Turnpost offers.
func newWorld(t *testing.T, games ...rules.Game) *world {
	t.Helper()
	w := &world{World: servertest.New(t)}
	if len(games) > 0 {
		w.Games = games
		w.Restart()
	}
	return w
}

// from is a world in which begin was carried out, once for all tests of that name.
func from(t *testing.T, name string, begin func(w *world)) *world {
	t.Helper()
	return &world{World: servertest.From(t, name, func(w *servertest.World) { begin(&world{World: w}) })}
}

// begun is a world in which Ada and Bob have begun a game: she is black.
func begun(t *testing.T, game string) *world {
	t.Helper()
	return from(t, "begun "+game, func(w *world) { w.Begin(game) })
}

// games are all games, and one that has nothing that is optional: what holds of each
// game holds of that, too, and of the next that somebody adds.
func games() []rules.Game { return append(all.Games(), bareGame(three.Game())) }

// drawn reports whether messages have pictures of a game.
func drawn(g rules.Game) bool {
	_, yes := g.Start().(rules.SceneDrawer)
	return yes
}

type (
	message = servertest.Message
	post    = servertest.PlayerMail
	sender  = servertest.FailingCourier
)

const serverAddress = servertest.ServerAddress
