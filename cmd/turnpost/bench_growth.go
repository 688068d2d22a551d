package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
)

const benchGrowthLong = `Measure what a letter costs in a small and in a large database, and what a daemon
on each takes to start and of memory; then let many digests be due at once, and
see how moves fare meanwhile. The databases are of 'turnpost bench seed', and are
played on: measure again on a copy. Without them, two are made and thrown away.

  turnpost bench growth --small small.db --large large.db
  turnpost bench growth --large large.db --letters 2000 --digests 100000

A letter is a reply with a legal ply in a random running game. Its cost is the
time from its being handed over by the mailbox until the courier has taken the
answer and that is noted, one letter after the other, all in this process, without
mail servers. The digests are written by a whole daemon, while one move comes
after the other with a pause between; a courier takes each letter after a while.`

// growthSize is how much is measured.
type growthSize struct {
	letters, digests int
	pause, carry     time.Duration
	seed             uint64
}

// benchGrowthCommand is `turnpost bench growth`.
func (a *app) benchGrowthCommand() *cobra.Command {
	var small, large string
	var n growthSize
	cmd := &cobra.Command{
		Use:   "growth",
		Short: "Measure letters and digests in a large database",
		Long:  benchGrowthLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
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
				for i, size := range growthSizes {
					file := filepath.Join(dir, fmt.Sprintf("%d.db", i))
					if err := a.seed(ctx, file, size); err != nil {
						return err
					}
					files = append(files, file)
				}
			}
			tables, err := a.benchGrowth(ctx, files, n)
			if err != nil {
				return err
			}
			return a.printTables(tables)
		},
	}
	f := cmd.Flags()
	f.StringVar(&small, "small", "", "a small database, which is played on")
	f.StringVar(&large, "large", "", "a large one")
	f.IntVar(&n.letters, "letters", 1000, "how many letters to measure, after a tenth of that")
	f.IntVar(&n.digests, "digests", 2000, "how many digests are due at once, if there are so many players who have one; 0 leaves this out")
	f.DurationVar(&n.pause, "pause", 50*time.Millisecond, "how long after the answer to a move the next one comes, beside the digests")
	f.DurationVar(&n.carry, "carry", 10*time.Millisecond, "how long the courier takes for a letter, beside the digests")
	f.Uint64Var(&n.seed, "seed", 1, "the seed of which games are played in")
	return cmd
}

// growthSizes are the databases that are made if none are named.
var growthSizes = []seedSize{
	{games: 1000, running: 100, players: 200, plies: 40, digests: 100, samples: 100, seed: 1},
	{games: 100_000, running: 10_000, players: 20_000, plies: 40, digests: 10_000, samples: 100, seed: 1},
}

// benchGrowth measures files, of which the first is what the others are compared with.
func (a *app) benchGrowth(ctx context.Context, files []string, n growthSize) ([]benchTable, error) {
	saveMemory() // as the daemon does
	letters := benchTable{title: "Growth: letters", head: []string{"database", "games", "MB", "start ms", "p50 ms", "p99 ms", "mean ms", "keep", "play", "deliver", "ratio"},
		notes: []string{fmt.Sprintf("%d letters to each, to one database and the other in turn; the ratio is of the medians.", n.letters)}}
	memory := benchTable{title: "Growth: memory", head: []string{"database", "RSS at start MB", "heap", "RSS after letters", "heap", "RSS after digests", "heap"},
		notes: []string{"RSS is of this process with all that it has open; a database measured alone has it for itself. The heap is what is in use after a collection."}}
	digests := benchTable{title: "Growth: digests", head: []string{"database", "digests", "s", "a second", "CPU ms each", "100000 in s", "moves", "alone p50 ms", "p99", "beside p50", "p99", "p99 ratio"},
		notes: []string{fmt.Sprintf("Moves beside a running daemon: from the mailbox to the courier, which takes %v for each letter; the next comes %v after.", n.carry, n.pause),
			"CPU is the whole process's, with the moves meanwhile and the digests that were sent. The time of 100000 is that of so many as were written, times what is missing."}}
	var first time.Duration
	all, err := a.growthOf(ctx, files, n)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if first == 0 {
			first = m.letters.total.at(50)
		}
		letters.add(m.name, fmt.Sprint(m.games), fmt.Sprint(m.size>>20), inMillis(m.start), inMillis(m.letters.total.at(50)), inMillis(m.letters.total.at(99)),
			inMillis(m.letters.total.mean()), inMillis(m.letters.keep.at(50)), inMillis(m.letters.play.at(50)), inMillis(m.letters.deliver.at(50)),
			fmt.Sprintf("%.2f", float64(m.letters.total.at(50))/float64(first)))
		row := []string{m.name}
		for _, mem := range m.memory {
			row = append(row, fmt.Sprintf("%.0f", mem.rss), fmt.Sprintf("%.0f", mem.heap))
		}
		memory.add(row...)
		if d := m.digests; d.written > 0 {
			digests.add(m.name, fmt.Sprint(d.written), fmt.Sprintf("%.1f", d.took.Seconds()), fmt.Sprintf("%.0f", float64(d.written)/d.took.Seconds()), inMillis(d.cpu/time.Duration(d.written)),
				fmt.Sprintf("%.0f", d.took.Seconds()*100_000/float64(d.written)), fmt.Sprint(len(d.beside)), inMillis(d.alone.at(50)), inMillis(d.alone.at(99)),
				inMillis(d.beside.at(50)), inMillis(d.beside.at(99)), fmt.Sprintf("%.2f", float64(d.beside.at(99))/float64(d.alone.at(99))))
		}
	}
	tables := []benchTable{letters, memory}
	if len(digests.rows) > 0 {
		tables = append(tables, digests)
	}
	return tables, nil
}

// benchGrowthAll is its part of `bench all`.
func (a *app) benchGrowthAll(ctx context.Context, full bool) ([]benchTable, error) {
	dir, err := os.MkdirTemp("", "turnpost-growth-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	sizes, n := growthSizes, growthSize{letters: 1000, digests: 2000, pause: 50 * time.Millisecond, carry: 10 * time.Millisecond, seed: 1}
	if !full {
		sizes, n.letters, n.digests = []seedSize{{games: 20, running: 10, players: 6, plies: 10, digests: 3, samples: 5, seed: 1}}, 20, 3
	}
	var files []string
	for _, size := range sizes {
		file := filepath.Join(dir, fmt.Sprintf("%d games.db", size.games))
		if err := a.seed(ctx, file, size); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return a.benchGrowth(ctx, files, n)
}
