package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"turnpost/rules"
)

// rulesPerftCommand is `turnpost rules perft`.
func (a *app) rulesPerftCommand() *cobra.Command {
	var position string
	var divide bool
	cmd := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the ply sequences of a length, and time it",
		Long: `Count the ply sequences of exactly DEPTH plies: the usual check on an engine.
A finished game has no continuation; repetition is ignored.

  turnpost rules perft turro 3
  turnpost rules perft turro 3 --divide
  turnpost rules perft rooya 3 --position '...../...../...../...../..... b 8 8'`,
		Args: arguments(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			depth, err := strconv.ParseUint(args[1], 10, 16)
			if err != nil {
				return exitf(exitUsage, "the depth is a whole number from 0, not %q", args[1])
			}
			p := g.Start()
			if cmd.Flags().Changed("position") {
				if p, err = g.ParsePosition(position); err != nil {
					return exitWith(exitUsage, err)
				}
			}
			return a.perft(cmd.Context(), p, int(depth), divide)
		},
		ValidArgsFunction: a.completeGame,
	}
	cmd.Flags().StringVar(&position, "position", "", "the position string to count from (default: the start)")
	cmd.Flags().BoolVar(&divide, "divide", false, "print each first ply's share of the count")
	return cmd
}

// perft counts and prints. What it counts by root move can be interrupted
// between two of them.
func (a *app) perft(ctx context.Context, p rules.Position, depth int, divide bool) error {
	ctx, stop := untilSignal(ctx)
	defer stop()
	began := time.Now()
	var count uint64
	if depth > 1 || depth == 1 && divide {
		roots, done := p.Legal(), 0
		bar := a.progress(len(roots), fmt.Sprintf("perft %d", depth))
		sum, err := rules.Divide(ctx, p, depth, func(m rules.Move, nodes uint64) {
			done++
			if divide {
				_ = bar.Clear() // the line may go to the same terminal
				fmt.Fprintf(a.out, "%s: %d\n", m, nodes)
			}
			_ = bar.Add(1)
		})
		_ = bar.Clear()
		if ctx.Err() != nil && err != nil {
			return fmt.Errorf("interrupted after %d of %d first plies and %d sequences", done, len(roots), sum)
		}
		if err != nil {
			return err
		}
		count = sum
	} else {
		count = rules.Perft(p, depth)
	}
	took := time.Since(began)
	_, err := fmt.Fprintf(a.out, "count:   %d\ntime:    %s\nnodes/s: %.0f\n",
		count, took.Round(time.Microsecond), float64(count)/max(took.Seconds(), 1e-9))
	return err
}
