package server_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club/bot"
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
)

var besides = flag.Int("besides", 600, "how many moves BenchmarkMovesBesideRobots plays")

// BenchmarkMovesBesideRobots plays between people, a move every ten milliseconds, while
// the robots of ten games think without end, as the fifth loop lets them: one at a time, and
// resting in between. It tells how long a move takes from its mail to its commit.
//
//	go test ./mail/server -run none -bench MovesBesideRobots -benchtime 1x
func BenchmarkMovesBesideRobots(b *testing.B) {
	for _, robots := range []int{0, 10} {
		b.Run(fmt.Sprint(robots), func(b *testing.B) {
			for b.Loop() {
				w := servertest.New(b)
				w.Live()
				p := &playing{w: w, most: int64(*besides), done: make(chan struct{})}
				p.begin(40)
				for n := range robots {
					game := []string{"turro", "rooya", "roses", "tourrosa"}[n%4]
					address := fmt.Sprintf("r%d@robots%d.example", n, n)
					w.Proven(address, fmt.Sprintf("challenge robot %s level 8 as black", game))
					w.Keep(w.Raw(servertest.PlayerMail{From: address, Body: "1", Answers: w.Last(address)}))
					_, err := w.Server.AnswerNext(b.Context())
					require.NoError(b, err)
				}
				ctx, stop := context.WithCancel(b.Context())
				ended := make(chan int)
				go func() { ended <- thinkOn(ctx, b, w) }()
				took := movesTimed(b, p)
				stop()
				thoughts := <-ended
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
				b.ReportMetric(float64(thoughts), "thoughts")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

// thinkOn thinks about the robots' turns again and again, and counts how often. Each is
// put off instead of played, which writes as much to the game's row.
func thinkOn(ctx context.Context, b *testing.B, w *servertest.World) (n int) {
	for ctx.Err() == nil {
		var turn *bot.ThinkTask
		err := w.DB.View(ctx, func(tx *db.Tx) (err error) { turn, err = bot.NewCache().Next(w.Handler.Club, tx, false); return err })
		if err != nil {
			return n
		}
		began := time.Now()
		if turn.Think(ctx) != nil {
			return n
		}
		spent := time.Since(began)
		if err := w.DB.Update(ctx, func(tx *db.Tx) error { return turn.PutOff(w.Handler.Club.Begin(tx, 0), tx.Now) }); err != nil {
			return n
		}
		n++
		time.Sleep(server.RestFactor * spent)
	}
	return n
}

// movesTimed plays in turn in all games, and tells how long each move took.
func movesTimed(b *testing.B, p *playing) (took []time.Duration) {
	next := p.first
	for len(took) < *besides && len(next) > 0 {
		raw := next[0]
		next = next[1:]
		began := time.Now()
		p.w.Keep(raw)
		played, err := p.w.Server.AnswerNext(b.Context())
		took = append(took, time.Since(began))
		require.NoError(b, err)
		require.True(b, played)
		for _, l := range p.w.Messages() {
			if raw := p.answer(l.Raw()); raw != nil {
				next = append(next, raw)
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return took
}
