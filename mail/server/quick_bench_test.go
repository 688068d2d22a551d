package server_test

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	quickGames = flag.Int("quickgames", 10_000, "how many games a day others play in BenchmarkMovesBesideQuickRobots")
	quickMoves = flag.Int("quickmoves", 200, "how many moves of people BenchmarkMovesBesideQuickRobots times")
	quickLevel = flag.Int("quicklevel", 8, "the level of the robots of BenchmarkMovesBesideQuickRobots")
)

// BenchmarkMovesBesideQuickRobots plays between people, twenty moves a second, while others
// bring as many messages as so many games a day do, at random moments: none, games between
// people, and games against robots, of which the daemon answers the quick ones in the same
// transaction and thinks beside it of the rest. It tells how long a move between the people
// takes from its mail to its commit.
//
//	go test ./mail/server -run none -bench MovesBesideQuickRobots -benchtime 1x -quickmoves 1000
func BenchmarkMovesBesideQuickRobots(b *testing.B) {
	for _, beside := range []string{"nobody", "people", "robots"} {
		b.Run(beside, func(b *testing.B) {
			for b.Loop() {
				c := newCompany(b, 160, "@others")
				messages := 0
				if beside != "nobody" {
					messages = *quickGames * messagesAGame
					for n := range 120 {
						c.joins(n, beside == "robots")
					}
				}
				c.time(b, *quickMoves, messages, c.plays, func(ctx context.Context) (bool, time.Duration, error) { return c.w.Server.PlayBotTurn(ctx) })
				require.Less(b, c.missed, c.brought/10+1, "too few games go on")
				c.report(b, "other-letters")
			}
		})
	}
}

// joins begins a game of others: with a robot, or between two people.
func (c *company) joins(n int, robot bool) {
	game := []string{"turro", "roses", "rooya", "tourrosa"}[n%4]
	black, white := fmt.Sprintf("b@others%d.example", n), fmt.Sprintf("w@others%d.example", n)
	if robot {
		c.hear(c.w.Proven(black, fmt.Sprintf("challenge robot %s level %d as black", game, *quickLevel)))
		return
	}
	c.w.Proven(black, "challenge "+white+" "+game+" as black")
	c.hear(c.w.Reply(white, "accept"))
}
