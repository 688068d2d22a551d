package rulebook

import (
	"context"
	"fmt"
	"io"
	"time"

	"turnpost/cmd/turnpost/terminal"
	"turnpost/rules"
)

// Perft counts the ply sequences of a length and prints their number, what it took,
// and, to divide, each first ply's share; on progress it shows how far it is. What it
// counts by first plies ends between two of them when ctx does.
func Perft(ctx context.Context, out, progress io.Writer, p rules.Position, depth int, divide bool) error {
	began := time.Now()
	var count uint64
	if depth > 1 || depth == 1 && divide {
		roots, done := p.Legal(), 0
		bar := terminal.Progress(progress, len(roots), fmt.Sprintf("perft %d", depth))
		sum, err := rules.Divide(ctx, p, depth, func(m rules.Move, nodes uint64) {
			done++
			if divide {
				_ = bar.Clear() // the line may go to the same terminal
				fmt.Fprintf(out, "%s: %d\n", m, nodes)
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
	_, err := fmt.Fprintf(out, "count:   %d\ntime:    %s\nnodes/s: %.0f\n",
		count, took.Round(time.Microsecond), float64(count)/max(took.Seconds(), 1e-9))
	return err
}
