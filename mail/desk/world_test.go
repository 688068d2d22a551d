package desk_test

import (
	"testing"

	"turnpost/mail/server/servertest"
)

// world is a server and the people who write to it, with what only these tests ask.
type world struct{ *servertest.World }

func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{servertest.New(t)}
}

type (
	letter = servertest.Letter
	post   = servertest.Post
	sender = servertest.Sender
)

const robotAddress = servertest.RobotAddress
