package server_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
)

var (
	quickGames = flag.Int("quickgames", 10_000, "how many games a day others play in BenchmarkMovesBesideQuickRobots")
	quickMoves = flag.Int("quickmoves", 200, "how many moves of people BenchmarkMovesBesideQuickRobots times")
	quickLevel = flag.Int("quicklevel", 8, "the level of the robots of BenchmarkMovesBesideQuickRobots")
)

// BenchmarkMovesBesideQuickRobots plays between people, twenty moves a second, while others
// bring as many letters as so many games a day do, at random moments: none, games between
// people, and games against robots, of which the daemon answers the quick ones in the same
// transaction and thinks beside it of the rest. It tells how long a move between the people
// takes from its mail to its commit.
//
//	go test ./mail/server -run none -bench MovesBesideQuickRobots -benchtime 1x -quickmoves 1000
func BenchmarkMovesBesideQuickRobots(b *testing.B) {
	for _, beside := range []string{"nobody", "people", "robots"} {
		b.Run(beside, func(b *testing.B) {
			for b.Loop() {
				took, brought := besideOthers(b, beside)
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
				b.ReportMetric(float64(brought), "other-letters")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

// besideOthers times people's moves, and counts the letters that others brought.
func besideOthers(b *testing.B, beside string) (took []time.Duration, brought int) {
	w := servertest.New(b)
	w.Live()
	p := &playing{w: w, done: make(chan struct{})}
	p.begin(160)
	next := map[bool][][]byte{false: p.first}
	hear := func(letters []servertest.Letter) {
		for _, l := range letters {
			if raw := p.answer(l.Raw()); raw != nil {
				other := strings.Contains(l.Get("To"), "@others")
				next[other] = append(next[other], raw)
			}
		}
	}
	games := []string{"turro", "roses", "rooya", "tourrosa"}
	var finished int
	begin := func(n int) {
		game := games[n%len(games)]
		black, white := fmt.Sprintf("b@others%d.example", n), fmt.Sprintf("w@others%d.example", n)
		if beside == "robots" {
			hear(w.Proven(black, fmt.Sprintf("challenge robot %s level %d as black", game, *quickLevel)))
		} else {
			w.Proven(black, "challenge "+white+" "+game+" as black")
			hear(w.Reply(white, "accept"))
		}
	}
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 2)
	loop := func(next func() (bool, time.Duration, error)) {
		for ctx.Err() == nil {
			worked, spent, err := next()
			if err != nil && ctx.Err() == nil {
				ended <- err
				return
			}
			if !worked {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(server.Rest * spent)
		}
		ended <- nil
	}
	if beside != "nobody" {
		for n := range 120 {
			begin(n)
		}
	}
	go loop(func() (bool, time.Duration, error) { // the daemon's loop of letters
		worked, err := w.Server.PlayNext(ctx)
		return worked, 0, err
	})
	go loop(func() (bool, time.Duration, error) { return server.ThinkNext(ctx, w.Server) })
	bring := func(other bool) {
		raw := next[other][0]
		next[other] = next[other][1:]
		w.Keep(raw)
	}
	others := time.Now().Add(365 * 24 * time.Hour)
	pause := func() time.Duration {
		return time.Duration(rand.ExpFloat64() * float64(24*time.Hour) / float64(*quickGames*lettersAGame))
	}
	if beside != "nobody" {
		others = time.Now().Add(pause())
	}
	for people := time.Now(); len(took) < *quickMoves && len(next[false]) > 0; {
		if others.Before(people) {
			time.Sleep(time.Until(others))
			if others = others.Add(pause()); len(next[true]) > 0 {
				bring(true)
				brought++
			} else {
				finished++
			}
		} else {
			time.Sleep(time.Until(people))
			began := time.Now()
			bring(false)
			waitFor(b, w)
			took = append(took, time.Since(began))
			people = began.Add(50 * time.Millisecond)
		}
		hear(w.Letters())
	}
	stop()
	require.NoError(b, <-ended)
	require.NoError(b, <-ended)
	require.Less(b, finished, brought/10+1, "too few games go on")
	return took, brought
}
