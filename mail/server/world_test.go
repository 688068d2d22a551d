package server_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/server/servertest"
)

// world is a server and the people who write to it, with what only these tests ask.
type world struct{ *servertest.World }

func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{servertest.New(t)}
}

type (
	post   = servertest.PlayerMail
	sender = servertest.FailingCourier
)

const ada, bob = "ada@example.org", "bob@example.org"

// theGame has Ada to move at ply 3 of a game of Le Rooya.
func theGame(t *testing.T) *world {
	w := newWorld(t)
	w.Begin("rooya")
	w.Reply(ada, "a1")
	w.Reply(bob, "a2")
	require.Equal(t, []string{"a1", "a2"}, w.Plies(1))
	return w
}
