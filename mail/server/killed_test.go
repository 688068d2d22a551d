package server_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
)

// steps are the steps of a letter that brings one letter to each player, in
// this order; what is sent comes twice.
var steps = []struct {
	name string
	nth  int
}{
	{"fetched", 1}, {"kept", 1}, {"counted", 1}, {"read", 1}, {"written", 1}, {"played", 1},
	{"claimed", 1}, {"sent", 1}, {"marked", 1}, {"claimed", 2}, {"sent", 2}, {"marked", 2},
}

// occasions are the messages at which a daemon is stopped or killed, each after
// those before it.
var occasions = []string{"challenge", "accept", "move"}

// scene is a station at which one letter lies in the server's mailbox, and no
// daemon runs.
type scene struct {
	station
	ada, bob *scriptedPlayer
	messages int // that came in, this one included
	asked    int // requests for help since
}

func newScene(t *testing.T, occasion string) *scene {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s, _ := newOffice(t)
	sc := &scene{
		station: s,
		ada:     newBot("Ada", officeDomain, s.person("ada"), s.Robot, 1, 1),
		bob:     newBot("Bob", officeDomain, s.person("bob"), s.Robot, 1, 1),
	}
	for i, name := range occasions {
		sc.messages++
		switch name {
		case "challenge":
			require.NoError(t, sc.ada.challenge(sc.bob.address, "turro"))
		case "accept":
			require.NoError(t, sc.bob.respond(sc.bob.messages[0]))
		case "move":
			require.NoError(t, sc.ada.respond(sc.ada.messages[1]))
		}
		if name == occasion {
			break
		}
		stop := s.start(t)
		require.NoError(t, sc.ada.collect(ctx, i+1))
		require.NoError(t, sc.bob.collect(ctx, i+1))
		s.settle(t)
		stop()
	}
	return sc
}

// ask lets Bob ask for help, and waits for the answer: whatever came before is
// answered then as well.
func (sc *scene) ask(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	sc.asked++
	require.NoError(t, sc.bob.mail(sc.Robot, "A question", "", plain, "help\n"))
	require.NoError(t, sc.bob.collect(ctx, sc.messages+sc.asked))
}

// check: the message counted once, and each message that it brought has arrived.
// It returns the number of copies.
func (sc *scene) check(t *testing.T) (copies int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	require.NoError(t, sc.ada.collect(ctx, sc.messages))
	require.NoError(t, sc.bob.collect(ctx, sc.messages+sc.asked))
	l := sc.readLedger(t)
	require.Equal(t, sc.messages+sc.asked, len(l.in))
	require.Equal(t, 2*sc.messages+sc.asked, len(l.out))
	require.Equal(t, 1, len(l.offers))
	l.checkDelivery(t, sc.ada, sc.bob)
	l.checkPlies(t, sc.ada, sc.bob)
	switch sc.messages {
	case 1:
		require.Equal(t, db.InvitationOpen, l.offers[0].State)
		require.Empty(t, l.games)
	default:
		require.Equal(t, db.InvitationAccepted, l.offers[0].State)
		require.Equal(t, 1, len(l.games))
		require.Equal(t, sc.messages-2, l.games[0].Plies)
	}
	return len(sc.ada.copies) + len(sc.bob.copies)
}

// TestKilledAtEachStep kills the daemon after each step of the way of a message with a move, and
// after some of that of others, and starts it again.
func TestKilledAtEachStep(t *testing.T) {
	skiptest.Killed(t)
	t.Parallel()
	for i, occasion := range occasions {
		last := i == len(occasions)-1
		if testing.Short() && !last {
			continue
		}
		for j, step := range steps {
			if (skiptest.Working() || !last) && j%4 != 3 { // the steps are the same
				continue
			}
			t.Run(fmt.Sprintf("%s/%s%d", occasion, step.name, step.nth), func(t *testing.T) {
				t.Parallel()
				sc := newScene(t, occasion)
				require.Error(t, sc.spawn(t, step.name, step.nth).wait(), "the daemon was killed")
				again := sc.spawn(t, "", 0)
				sc.ask(t)
				sc.settle(t)
				again.stop()
				copies := 0
				if step.name == "sent" { // and not known to be
					copies = 1
				}
				require.Equal(t, copies, sc.check(t))
			})
		}
	}
}
