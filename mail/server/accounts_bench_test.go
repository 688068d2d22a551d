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

	"turnpost/db"
	"turnpost/mail/server/servertest"
)

var (
	accountGames = flag.Int("accountgames", 10_000, "how many games a day programs play in BenchmarkMovesBesideRobotAccounts")
	accountMoves = flag.Int("accountmoves", 200, "how many moves of people BenchmarkMovesBesideRobotAccounts times")
)

// lettersAGame is how many letters a game of programs brings.
const lettersAGame = 40

// BenchmarkMovesBesideRobotAccounts plays between people, twenty moves a second, while
// programs bring as many letters as so many games a day do, at random moments, without any
// and with them. It tells how long a person's move takes from its mail to its commit.
//
//	go test ./mail/server -run none -bench MovesBesideRobotAccounts -benchtime 1x -accountmoves 20000
func BenchmarkMovesBesideRobotAccounts(b *testing.B) {
	for _, games := range []int{0, *accountGames} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			for b.Loop() {
				took, brought := besideAccounts(b, games)
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
				b.ReportMetric(float64(brought), "robot-letters")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

// besideAccounts times people's moves, and counts the letters that programs brought.
func besideAccounts(b *testing.B, games int) (took []time.Duration, brought int) {
	w := servertest.New(b)
	w.Live()
	p := &playing{w: w, done: make(chan struct{})}
	p.begin(40)
	next := map[bool][][]byte{false: p.first}
	for n := range 40 {
		black, white := fmt.Sprintf("b@robots%d.example", n), fmt.Sprintf("w@robots%d.example", n)
		w.Proven(white, "robot on")
		w.Proven(black, "robot on\nchallenge "+white+" rooya as black")
		for _, l := range w.Reply(white, "accept") {
			if raw := p.answer(l.Raw()); raw != nil {
				next[true] = append(next[true], raw)
			}
		}
	}
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error)
	go func() { // the daemon that plays
		for ctx.Err() == nil {
			worked, err := w.Server.PlayNext(ctx)
			if err != nil && ctx.Err() == nil {
				ended <- err
				return
			}
			if !worked {
				time.Sleep(time.Millisecond)
			}
		}
		ended <- nil
	}()
	bring := func(robots bool) {
		raw := next[robots][0]
		next[robots] = next[robots][1:]
		w.Keep(raw)
	}
	robots := time.Now().Add(365 * 24 * time.Hour)
	pause := func() time.Duration {
		return time.Duration(rand.ExpFloat64() * float64(24*time.Hour) / float64(games*lettersAGame))
	}
	if games > 0 {
		robots = time.Now().Add(pause())
	}
	for people := time.Now(); len(took) < *accountMoves && len(next[false]) > 0; {
		if robots.Before(people) {
			time.Sleep(time.Until(robots))
			if robots = robots.Add(pause()); len(next[true]) > 0 {
				bring(true)
				brought++
			}
		} else {
			time.Sleep(time.Until(people))
			began := time.Now()
			bring(false)
			waitFor(b, w)
			took = append(took, time.Since(began))
			people = began.Add(50 * time.Millisecond)
		}
		for _, l := range w.Letters() {
			if raw := p.answer(l.Raw()); raw != nil {
				program := strings.Contains(l.Get("To"), "@robots")
				next[program] = append(next[program], raw)
			}
		}
	}
	stop()
	require.NoError(b, <-ended)
	return took, brought
}

// waitFor waits until the letter is answered that was kept last.
func waitFor(b *testing.B, w *servertest.World) {
	for open := true; open; {
		require.NoError(b, w.DB.View(b.Context(), func(tx *db.Tx) error {
			letters, err := tx.ListIncoming("", 1)
			open = err == nil && len(letters) == 1 && letters[0].State == db.IncomingNew
			return err
		}))
		if open {
			time.Sleep(200 * time.Microsecond)
		}
	}
}
