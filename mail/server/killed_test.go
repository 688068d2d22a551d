package server_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/db/dbtest/skiptest"
	"turnpost/rules/all"
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

// scene is a station at which one letter lies in the robot's mailbox, and no
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

// TestKilledAtEachStep kills the daemon after each step of a message's way, and
// starts it again.
func TestKilledAtEachStep(t *testing.T) {
	skiptest.Killed(t)
	t.Parallel()
	for i, occasion := range occasions {
		if testing.Short() && i < len(occasions)-1 {
			continue
		}
		for j, step := range steps {
			if skiptest.Working() && j%4 != 3 {
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

// TestKilledInTheMidstOfGames kills the daemon again and again while two bots
// play games of four kinds at the same time.
func TestKilledInTheMidstOfGames(t *testing.T) {
	if testing.Short() {
		t.Skip("in a short run TestFaults kills the daemon")
	}
	t.Parallel()
	const kills = 30
	const seed = 20
	random := rand.New(rand.NewPCG(seed, 0))
	s, _ := newOffice(t)
	games := all.Games()[:4] // others would only take longer
	ada := newBot("Ada", officeDomain, s.person("ada"), s.Robot, seed, len(games))
	bob := newBot("Bob", officeDomain, s.person("bob"), s.Robot, seed, len(games))
	// Who never wrote is invited once; Bob is an old acquaintance.
	s.knows(t, bob)
	for _, g := range games {
		require.NoError(t, ada.challenge(bob.address, g.Name))
	}

	begin := time.Now()
	group, ctx := errgroup.WithContext(t.Context())
	group.Go(func() error { return ada.play(ctx) })
	group.Go(func() error { return bob.play(ctx) })
	ended := make(chan error, 1)
	var over atomic.Bool
	go func() { ended <- group.Wait(); over.Store(true) }()

	killed := 0
	for ; killed < kills && !over.Load(); killed++ {
		d := s.spawn(t, "", 0)
		// A message that is being played at three deaths in a row is put aside, so
		// that every other life is long enough for one.
		life := random.IntN(12)
		if killed%2 == 1 {
			life = 16 + random.IntN(24)
		}
		for range life {
			select {
			case <-d.steps:
			case <-ctx.Done(): // a bot gave up, or both are done
			}
		}
		time.Sleep(time.Duration(random.IntN(3000)) * time.Microsecond) // to die between two steps
		d.kill()
		require.Error(t, d.wait())
	}
	d := s.spawn(t, "", 0)
	require.NoError(t, <-ended)
	require.Equal(t, kills, killed, "the games were over too soon")
	s.settle(t)
	d.stop()

	require.NoError(t, ada.collect(t.Context(), 0))
	require.NoError(t, bob.collect(t.Context(), 0))
	l := s.readLedger(t)
	require.Equal(t, len(games), len(l.games))
	require.Equal(t, ada.posted+bob.posted, len(l.in))
	l.checkPlies(t, ada, bob)
	l.checkDelivery(t, ada, bob)
	checkSecrets(t, ada, bob)
	copies := len(ada.copies) + len(bob.copies)
	require.LessOrEqual(t, copies, kills, "one letter is on its way at a time")
	plies := 0
	for _, g := range l.games {
		require.True(t, g.Over())
		plies += g.Plies
	}
	t.Logf("%d kills; %d plies, %d letters in, %d out, %d copies; %v",
		killed, plies, len(l.in), len(l.out), copies, time.Since(begin).Round(time.Millisecond))
}
