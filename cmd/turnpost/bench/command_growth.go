package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/seed"
)

const growthLong = `Measure what a letter costs in a small and in a large database, and what a daemon
on each takes to start and of memory; then let many digests be due at once, and
see how moves fare meanwhile. With --forget somebody with many games is forgotten then
('bench seed --regular', and --texts for much to erase), beside moves. Last it prints
each list of 100 lines by the program itself ('turnpost games' and so on), and what a
database will take after a year and after ten, reckoned from what a ply, a game and a
player cost: name a club of your own by --players, --plies and --keep. The databases are
of 'turnpost bench seed', and are played on: measure again on a copy. One may be the URL
of a PostgreSQL that 'turnpost db copy' has filled with one. Without them, two are made
and thrown away.

  turnpost bench growth --small small.db --large large.db
  turnpost bench growth --large large.db --letters 2000 --digests 100000
  turnpost bench growth --large large.db --letters 400 --digests 0 --forget

A letter is a reply with a legal ply in a random running game. Its cost is the
time from its being handed over by the mailbox until the courier has taken the
answer and that is noted, one letter after the other, all in this process, without
mail servers. The digests are written by a whole daemon, while one move comes
after the other with a pause between; a courier takes each letter after a while.`

// growthCommand is `turnpost bench growth`.
func growthCommand(e cli.Env, b *Bench) *cobra.Command {
	var small, large string
	var n Growth
	cmd := &cobra.Command{
		Use:   "growth",
		Short: "Measure letters and digests in a large database",
		Long:  growthLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := n.possible(); err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			var files []string
			for _, file := range []string{small, large} {
				if file != "" {
					files = append(files, file)
				}
			}
			if len(files) == 0 {
				dir, err := os.MkdirTemp("", "turnpost-growth-")
				if err != nil {
					return err
				}
				defer os.RemoveAll(dir)
				for i, size := range GrowthSizes {
					file := filepath.Join(dir, fmt.Sprintf("%d.db", i))
					if err := seed.Database(ctx, file, e.Games, size, e.Err); err != nil {
						return err
					}
					files = append(files, file)
				}
			}
			var err error
			if n.Program, err = os.Executable(); err != nil {
				return err
			}
			tables, err := b.Growth(ctx, files, n)
			if err != nil {
				return err
			}
			return Print(e.Out, tables...)
		},
	}
	f := cmd.Flags()
	f.StringVar(&small, "small", "", "a small database, which is played on")
	f.StringVar(&large, "large", "", "a large one")
	f.IntVar(&n.Letters, "letters", 1000, "how many letters to measure, after a tenth of that")
	f.IntVar(&n.Digests, "digests", 2000, "how many digests are due at once, if there are so many players who have one; 0 leaves this out")
	f.DurationVar(&n.Pause, "pause", 50*time.Millisecond, "how long after the answer to a move the next one comes, beside the digests")
	f.DurationVar(&n.Carry, "carry", 10*time.Millisecond, "how long the courier takes for a letter, beside the digests")
	f.BoolVar(&n.Forget, "forget", false, "have the first player forgotten")
	f.IntVar(&n.Play.Players, "players", 0, "foretell also what so many players make of a database")
	f.Float64Var(&n.Play.Plies, "plies", 0, "who play so many plies a day, all together")
	f.IntVar(&n.Play.Keep, "keep", config.Default().Privacy.KeepLetters.N, "with letters kept for so many days; 0: for ever")
	f.Uint64Var(&n.Seed, "seed", 1, "the seed of which games are played in")
	return cmd
}

// possible refuses numbers of which nothing can be measured, or foretold.
func (n Growth) possible() error {
	switch {
	case n.Letters < 1:
		return exit.Errorf(exit.Usage, "the number of letters is at least 1")
	case n.Digests < 0 || n.Pause < 0 || n.Carry < 0:
		return exit.Errorf(exit.Usage, "--digests, --pause and --carry are not below 0")
	case n.Play.Players < 0 || n.Play.Plies < 0 || n.Play.Keep < 0:
		return exit.Errorf(exit.Usage, "--players, --plies and --keep are not below 0")
	case (n.Play.Players > 0) != (n.Play.Plies > 0):
		return exit.Errorf(exit.Usage, "--players and --plies go together")
	}
	return nil
}
