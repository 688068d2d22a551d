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
	"turnpost/mail/server"
	"turnpost/mail/server/servertest"
)

var (
	accountGames = flag.Int("accountgames", 10_000, "how many games a day programs play in BenchmarkMovesBesideRobotAccounts")
	accountMoves = flag.Int("accountmoves", 200, "how many moves of people BenchmarkMovesBesideRobotAccounts times")
)

// messagesAGame is how many letters a game of programs brings.
const messagesAGame = 40

// BenchmarkMovesBesideRobotAccounts plays between people, twenty moves a second, while
// programs bring as many messages as so many games a day do, at random moments, without any
// and with them. It tells how long a person's move takes from its mail to its commit.
//
//	go test ./mail/server -run none -bench MovesBesideRobotAccounts -benchtime 1x -accountmoves 20000
func BenchmarkMovesBesideRobotAccounts(b *testing.B) {
	for _, games := range []int{0, *accountGames} {
		b.Run(fmt.Sprint(games), func(b *testing.B) {
			for b.Loop() {
				c := newCompany(b, 40, "@robots")
				for n := range 40 {
					black, white := fmt.Sprintf("b@robots%d.example", n), fmt.Sprintf("w@robots%d.example", n)
					c.w.Proven(white, "robot on")
					c.w.Proven(black, "robot on\nchallenge "+white+" rooya as black")
					c.hear(c.w.Reply(white, "accept"))
				}
				c.time(b, *accountMoves, games*messagesAGame, c.plays)
				c.report(b, "robot-letters")
			}
		})
	}
}

// company is people who play, and others whose messages come beside theirs, as the daemon
// answers them all.
type company struct {
	w       *servertest.World
	p       *playing
	others  string            // what the addresses of others have
	next    map[bool][][]byte // the messages that can come next, those of others by true
	took    []time.Duration   // from each mail of people to its commit
	brought int               // messages of others
	missed  int               // how often there was none to bring
}

// newCompany begins so many games between people.
func newCompany(b *testing.B, games int, others string) *company {
	w := servertest.New(b)
	w.Live()
	c := &company{w: w, p: &playing{w: w, done: make(chan struct{})}, others: others}
	c.p.begin(games)
	c.next = map[bool][][]byte{false: c.p.first}
	return c
}

// hear keeps what the readers of messages answer.
func (c *company) hear(messages []servertest.Message) {
	for _, l := range messages {
		if raw := c.p.answer(l.Raw()); raw != nil {
			other := strings.Contains(l.Get("To"), c.others)
			c.next[other] = append(c.next[other], raw)
		}
	}
}

// plays is the daemon's loop of messages.
func (c *company) plays(ctx context.Context) (bool, time.Duration, error) {
	worked, err := c.w.Server.AnswerNext(ctx)
	return worked, 0, err
}

// time lets people make so many moves, twenty a second, while others bring so many letters a
// day, at random moments, and the daemon's loops go round.
func (c *company) time(b *testing.B, moves, perDay int, loops ...func(context.Context) (bool, time.Duration, error)) {
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, len(loops))
	for _, next := range loops {
		go func() {
			for ctx.Err() == nil {
				worked, spent, err := next(ctx)
				if err != nil && ctx.Err() == nil {
					ended <- err
					return
				}
				if !worked {
					time.Sleep(time.Millisecond)
				}
				time.Sleep(server.RestFactor * spent)
			}
			ended <- nil
		}()
	}
	bring := func(other bool) {
		raw := c.next[other][0]
		c.next[other] = c.next[other][1:]
		c.w.Keep(raw)
	}
	pause := func() time.Duration {
		return time.Duration(rand.ExpFloat64() * float64(24*time.Hour) / float64(perDay))
	}
	others := time.Now().Add(365 * 24 * time.Hour)
	if perDay > 0 {
		others = time.Now().Add(pause())
	}
	for people := time.Now(); len(c.took) < moves && len(c.next[false]) > 0; {
		if others.Before(people) {
			time.Sleep(time.Until(others))
			if others = others.Add(pause()); len(c.next[true]) > 0 {
				bring(true)
				c.brought++
			} else {
				c.missed++
			}
		} else {
			time.Sleep(time.Until(people))
			began := time.Now()
			bring(false)
			waitFor(b, c.w)
			c.took = append(c.took, time.Since(began))
			people = began.Add(50 * time.Millisecond)
		}
		c.hear(c.w.Messages())
	}
	stop()
	for range loops {
		require.NoError(b, <-ended)
	}
}

// report tells how long the moves took, and how many messages others brought.
func (c *company) report(b *testing.B, messages string) {
	slices.Sort(c.took)
	b.ReportMetric(float64(c.took[len(c.took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(c.took[len(c.took)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(c.brought), messages)
	b.ReportMetric(0, "ns/op")
}

// waitFor waits until the message is answered that was kept last.
func waitFor(b *testing.B, w *servertest.World) {
	for open := true; open; {
		require.NoError(b, w.DB.View(b.Context(), func(tx *db.Tx) error {
			messages, err := tx.ListIncoming("", 1)
			open = err == nil && len(messages) == 1 && messages[0].State == db.IncomingNew
			return err
		}))
		if open {
			time.Sleep(200 * time.Microsecond)
		}
	}
}
