package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/spf13/cobra"

	"turnpost/db"
	"turnpost/mail/desk"
	"turnpost/rules"
)

const benchSeedLong = `Make a database of many games, to see what growth costs. It is one that
'turnpost verify' accepts: every game is legal plies drawn at random, and a few
thousand of them are repeated over all. A file that is there is left alone.

  turnpost bench seed large.db
  turnpost bench seed small.db --games 1000 --running 100 --players 200 --digests 100

It has all players, games, plies, ratings, clocks and digests that are due, and
the tickets of the last letters. It has fewer letters than were written: one in
for each game that is over and for each ply of those that run, and out the last
twelve of each running game. None has its text, which is erased after a while.
The same numbers make the same database; clocks count from --now.`

// seedSize is how much is seeded.
type seedSize struct {
	games, running, players, plies, digests, samples int
	seed                                             uint64
	now                                              string
}

// benchSeedCommand is `turnpost bench seed`.
func (a *app) benchSeedCommand() *cobra.Command {
	var n seedSize
	cmd := &cobra.Command{
		Use:   "seed FILE",
		Short: "Make a database of a million games",
		Long:  benchSeedLong,
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			if exists(args[0]) {
				return exitf(exitUsage, "%s is there already", args[0])
			}
			began := time.Now()
			if err := a.seed(ctx, args[0], n); err != nil {
				return err
			}
			info, err := os.Stat(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.out, "%d games, %d of them running, of %d players in %.0f MB, made in %.1f s\n",
				n.games, n.running, n.players, float64(info.Size())/1e6, time.Since(began).Seconds())
			return err
		},
	}
	f := cmd.Flags()
	f.IntVar(&n.games, "games", 1_000_000, "how many games there are")
	f.IntVar(&n.running, "running", 100_000, "how many of them are not over")
	f.IntVar(&n.players, "players", 200_000, "how many players")
	f.IntVar(&n.plies, "plies", 40, "plies of a game, unless it ended before")
	f.IntVar(&n.digests, "digests", 100_000, "how many players have a daily digest, all at the same time")
	f.IntVar(&n.samples, "samples", 1000, "how many games of each kind are drawn")
	f.Uint64Var(&n.seed, "seed", 1, "the seed of what is random")
	f.StringVar(&n.now, "now", "", "the moment at which the database is left, as 2026-11-20T18:00:00Z (default: the last full hour)")
	return cmd
}

// seedRobot is whose database a seeded one is.
func seedRobot() desk.Robot {
	return desk.Robot{Name: "Turnpost", Address: "games@example.org", Plus: true}
}

// seed makes the database, and leaves nothing behind if it fails.
func (a *app) seed(ctx context.Context, path string, n seedSize) error {
	now := time.Now().UTC().Truncate(time.Hour)
	if n.now != "" {
		var err error
		if now, err = time.Parse(time.RFC3339, n.now); err != nil {
			return exitf(exitUsage, "--now: %w", err)
		}
	}
	if n.running > n.games || min(n.games, n.running, n.digests) < 0 || n.digests > n.players || n.plies < 2 || n.players < 2 || n.samples < 1 {
		return exitf(exitUsage, "there cannot be %d of %d games running, of %d plies, and %d digests of %d players",
			n.running, n.games, n.plies, n.digests, n.players)
	}
	samples, err := a.seedSamples(n)
	if err != nil {
		return err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "turnpost bench seed %d", n.seed))
	robot := seedRobot()
	bar := a.progress(-1, "")
	err = db.Seed(ctx, path, db.SeedPlan{
		Games: n.games, Running: n.running, Players: n.players, Digests: n.digests, Seed: n.seed,
		Now: now, DigestDue: now.Truncate(24 * time.Hour).Add(24*time.Hour + 450*time.Minute),
		Pace: "3d+1d/7d", Left: 5 * 24 * time.Hour, Samples: samples, Key: key[:], Robot: robot.Address,
		MessageID: func(player, game, ply int64, nonce string) string {
			return robot.MessageID(key[:], player, game, ply, nonce)
		},
	}, func(step string, done, total int) {
		bar.Describe(step)
		bar.ChangeMax(total)
		_ = bar.Set(done)
	})
	_ = bar.Finish()
	if err != nil {
		for _, more := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(path + more)
		}
		return exitWith(exitDatabase, err)
	}
	return nil
}

// seedSamples draws games of every kind.
func (a *app) seedSamples(n seedSize) ([]db.SeedGame, error) {
	bar := a.progress(n.samples*len(a.games), "drawing plies")
	defer bar.Finish()
	random := rand.New(rand.NewPCG(n.seed, 0))
	var samples []db.SeedGame
	for _, g := range a.games {
		for i, tries := 0, 0; i < n.samples; tries++ {
			drawn, err := drawGame(g, n.plies, random)
			if err != nil {
				return nil, err
			}
			if drawn.Result == "none" {
				samples = append(samples, drawn)
				// One that runs elsewhere has ended otherwise here.
				drawn.Result, drawn.Reason = endings[i%len(endings)][0], endings[i%len(endings)][1]
			} else if i%2 == 0 && tries < 10*n.samples {
				continue // half of them at least go on
			}
			samples = append(samples, drawn)
			i++
			_ = bar.Add(1)
		}
	}
	return samples, nil
}

// endings are results that plies do not show.
var endings = [][2]string{{"black", desk.Resigned}, {"white", desk.OnTime}, {"white", desk.Resigned}, {"draw", desk.Agreed}}

// drawGame plays at random until the end, or so many plies.
func drawGame(g rules.Game, plies int, random *rand.Rand) (db.SeedGame, error) {
	record := rules.NewRecord(g)
	drawn := db.SeedGame{Rules: g.Name, Title: g.Title}
	for record.Len() < plies && !record.Outcome().Over() {
		legal := record.Legal()
		m := legal[random.IntN(len(legal))]
		if err := record.Play(m); err != nil {
			return drawn, fmt.Errorf("%s: %w", g.Name, err)
		}
		turn := ""
		if side := record.Turn(); side != rules.None {
			turn = side.String()
		}
		drawn.Moves, drawn.Turns = append(drawn.Moves, string(m)), append(drawn.Turns, turn)
	}
	outcome := record.Outcome()
	drawn.Position, drawn.Result, drawn.Reason = record.Position().String(), outcome.Result.String(), outcome.Reason
	return drawn, nil
}
