// Package seed makes a database of many games, to see what growth costs.
//
// It is one that 'turnpost verify' accepts: every game is legal plies drawn at
// random, and a few thousand of them are repeated over all. It has all players,
// games, plies, seals, ratings, clocks and digests that are due, and the tickets of the
// last letters, and fewer letters than were written, without their texts, unless some
// are asked for: as a database that has been in use for two years. The same [Size] makes the same
// rows, but for its Now.
//
// It writes the tables itself, by SQL and in an order of its own, which no server
// may do: a million games would take days through the desk. So it must follow the
// schema; its test asks package db whether the ledgers agree.
package seed

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/mail/clock"
	"turnpost/rules"
)

// Size is how much is seeded.
type Size struct {
	Games, Running, Players, Plies, Digests, Samples int
	Regular                                          int // games that the first player plays, at least
	Texts                                            int // of so many of the last letters out, and in, the text is kept
	Seed                                             uint64
	Now                                              string // RFC 3339; empty: the last full hour
}

// Config is of whose database a seeded one is.
func Config() config.Config {
	c := config.Default()
	c.Robot.Address = "games@example.org"
	return c
}

// Database makes the database in the file path, which must not be there, and leaves
// nothing behind if it fails. How far it is shows on out, if that is a terminal.
func Database(ctx context.Context, path string, games []rules.Game, n Size, out io.Writer) error {
	now := time.Now().UTC().Truncate(time.Hour)
	if n.Now != "" {
		var err error
		if now, err = time.Parse(time.RFC3339, n.Now); err != nil {
			return exit.Errorf(exit.Usage, "--now: %w", err)
		}
	}
	if n.Running > n.Games || min(n.Games, n.Running, n.Digests, n.Regular, n.Texts) < 0 || n.Regular > n.Games || n.Digests > n.Players || n.Plies < 2 || n.Players < 2 || n.Samples < 1 {
		return exit.Errorf(exit.Usage, "there cannot be %d of %d games running, of %d plies, and %d digests of %d players",
			n.Running, n.Games, n.Plies, n.Digests, n.Players)
	}
	samples, err := draw(games, n, out)
	if err != nil {
		return err
	}
	pace, err := clock.ParsePace(clock.DefaultPace)
	if err != nil {
		return err
	}
	key := sha256.Sum256(fmt.Appendf(nil, "turnpost bench seed %d", n.Seed))
	c := Config()
	bar := terminal.Progress(out, -1, "")
	err = fill(ctx, path, plan{
		Games: n.Games, Running: n.Running, Players: n.Players, Digests: n.Digests, Regular: n.Regular, Texts: n.Texts, Seed: n.Seed,
		Now: now, DigestDue: clock.Schedule{Minute: 450, Zone: time.UTC}.Next(now),
		Pace: pace, Samples: samples, Key: key[:], Robot: c.Robot.Address,
		MessageID: func(player, game, ply int64, nonce string) string {
			return daemon.MessageID(c, key[:], player, game, ply, nonce)
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
		return exit.With(exit.Database, err)
	}
	return nil
}
