package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"turnpost/mail/club/analysis"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// puzzlesCommand is `lab puzzles`.
func puzzlesCommand() *cobra.Command {
	var name string
	var count, first int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Write puzzles from games that the levels play against each other",
		Long: `Play games between levels that overlook plies, find puzzles in them, and print
those that ship with the program (mail/club/analysis/shelf), the easiest first. No
two of them are equal by a symmetry, and not more than a third have the same level.

  lab puzzles --game turro --count 30 --first 1 >mail/club/analysis/shelf/turro.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			games, err := gamesNamed(name)
			if err != nil {
				return err
			}
			if len(games) != 1 {
				return errors.New("--game names one game")
			}
			if err := positive(count, first); err != nil {
				return err
			}
			found, err := shelfOf(cmd.Context(), cmd.ErrOrStderr(), games[0], count, seed)
			if err != nil {
				return err
			}
			for i, s := range found {
				if i > 0 {
					fmt.Fprintln(cmd.OutOrStdout())
				}
				fmt.Fprint(cmd.OutOrStdout(), analysis.FormatPuzzle(first+i, s))
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&name, "game", "", "the game")
	f.IntVar(&count, "count", 30, "how many puzzles to find")
	f.IntVar(&first, "first", 1, "the number of the first")
	f.Uint64Var(&seed, "seed", 1, "another seed makes other games")
	return cmd
}

// shelfOf plays games until so many puzzles are found. It ends early, with what it has, if the
// context does.
func shelfOf(ctx context.Context, progress io.Writer, g rules.Game, count int, seed uint64) (
	found []analysis.PuzzlePosition, err error,
) {
	seen := map[string]bool{}
	levels := map[engine.Level]int{}
	for n := uint64(0); len(found) < count; n++ {
		r, err := carelessGame(ctx, g, rand.New(rand.NewPCG(seed, n)))
		if err != nil {
			return found, finished(err)
		}
		list, err := analysis.FindPuzzles(ctx, r, func(time.Duration) {})
		if err != nil {
			return found, finished(err)
		}
		for _, s := range list {
			p, err := g.ParsePosition(s.Position)
			if err != nil {
				return found, err
			}
			if same := rules.Equivalents(p)[0]; !seen[same] && levels[s.Level] < (count+2)/3 && len(found) < count {
				seen[same] = true
				levels[s.Level]++
				found = append(found, s)
			}
		}
		fmt.Fprintf(progress, "%d games, %d puzzles\n", n+1, len(found))
		slices.SortStableFunc(found, func(a, b analysis.PuzzlePosition) int { return cmp.Compare(a.Level, b.Level) })
	}
	return found, nil
}

func finished(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// carelessGame is a game between two levels that overlook plies, from an opening at random.
func carelessGame(ctx context.Context, g rules.Game, rng *rand.Rand) (*rules.Record, error) {
	const opening, longest = 4, 200
	r := rules.NewRecord(g)
	level := map[rules.Side]engine.Level{}
	for _, side := range []rules.Side{rules.Black, rules.White} {
		level[side] = engine.Level(2 + rng.IntN(4))
	}
	for r.Turn() != rules.None && r.Len() < longest {
		move := r.Legal()[rng.IntN(len(r.Legal()))]
		if r.Len() >= opening {
			t, err := level[r.Turn()].Think(ctx, r, engine.Budget{Nodes: 1, Seed: rng.Uint64()})
			if err != nil {
				return nil, err
			}
			move = t.Move
		}
		if err := r.Play(move); err != nil {
			return nil, err
		}
	}
	return r, nil
}
