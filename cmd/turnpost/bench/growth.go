package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/forecast"
	"turnpost/cmd/turnpost/seed"
)

// Growth is how much is measured.
type Growth struct {
	Letters, Digests int
	Pause, Carry     time.Duration // after an answer, and of a letter out, beside digests
	Seed             uint64
	Play             forecast.Play // the first row of what years make
	Forget           bool          // the first player, who has many games if so seeded
	Program          string        // that prints lists; empty: none are measured
}

// GrowthSizes are the databases to measure if there are none.
var GrowthSizes = []seed.Size{
	{Games: 1000, Running: 100, Players: 200, Plies: 40, Digests: 100, Samples: 100, Seed: 1},
	{Games: 100_000, Running: 10_000, Players: 20_000, Plies: 40, Digests: 10_000, Samples: 100, Seed: 1},
}

// Growth measures databases in files, which are played on, and, of which the first is
// what the others are compared with.
func (b *Bench) Growth(ctx context.Context, files []string, n Growth) ([]Table, error) {
	daemon.SaveMemory(ctx, slog.New(slog.DiscardHandler)) // as the daemon does
	letters := Table{title: "Growth: letters", head: []string{"database", "games", "MB", "start ms", "p50 ms", "p99 ms", "mean ms", "keep", "play", "deliver", "kB a letter", "ratio"},
		notes: []string{fmt.Sprintf("%d letters to each, to one database and the other in turn; the ratio is of the medians. kB are what the database grew by for each, which is a ply: %.1f are foretold (below), of which %d are text that goes.", n.Letters, float64(forecast.Ply+forecast.Text)/1000, forecast.Text/1000)}}
	memory := Table{title: "Growth: memory", head: []string{"database", "RSS at start MB", "heap", "RSS after letters", "heap", "RSS after digests", "heap"},
		notes: []string{"RSS is of this process with all that it has open; a database measured alone has it for itself. The heap is what is in use after a collection."}}
	digests := Table{title: "Growth: digests", head: []string{"database", "digests", "s", "a second", "CPU ms each", "100000 in s", "moves", "alone p50 ms", "p99", "beside p50", "p99", "p99 ratio"},
		notes: []string{fmt.Sprintf("Moves beside a running daemon: from the mailbox to the courier, which takes %v for each letter; the next comes %v after.", n.Carry, n.Pause),
			"CPU is the whole process's, with the moves meanwhile and the digests that were sent. The time of 100000 is that of so many as were written, times what is missing. That is writing: what sending takes is the SMTP server's, a second a letter at many, divided by [smtp] connections ('turnpost bench send')."}}
	forgetting := Table{title: "Growth: forgetting", head: forgettingHead,
		notes: []string{fmt.Sprintf("The first player is forgotten, of so many games. yes is the longest transaction of the answer to their last letter, which resigns what runs, a few games at a time; pieces are what the clockwork does then. waits are of somebody who asks for the writer each %v; moves, %v after the answer to the one before, take the way of the first table; of both alone, before, and beside the pieces.", asking, n.Pause)}}
	whose := Table{title: "Growth: who had the writer", head: holdersHead,
		notes: []string{"Of the same, in a file: how long each had the writer in one turn, and of the waits that took more than 100 ms those whose largest part was theirs, and while its log was brought into the file for more than half of the wait, as forgetting does beside the writer."}}
	var first time.Duration
	all, err := b.growthOf(ctx, files, n)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if first == 0 {
			first = m.letters.total.at(50)
		}
		letters.add(m.name, fmt.Sprint(m.games), fmt.Sprint(m.size>>20), inMillis(m.start), inMillis(m.letters.total.at(50)), inMillis(m.letters.total.at(99)),
			inMillis(m.letters.total.mean()), inMillis(m.letters.keep.at(50)), inMillis(m.letters.play.at(50)), inMillis(m.letters.deliver.at(50)), fmt.Sprintf("%.1f", m.letters.octets/1000),
			fmt.Sprintf("%.2f", float64(m.letters.total.at(50))/float64(first)))
		row := []string{m.name}
		for _, mem := range m.memory {
			row = append(row, fmt.Sprintf("%.0f", mem.rss), fmt.Sprintf("%.0f", mem.heap))
		}
		memory.add(row...)
		if n.Forget {
			forgetting.rows = append(forgetting.rows, m.forgetting.rows(m.name, m.size)...)
			whose.rows = append(whose.rows, m.forgetting.whose(m.name)...)
		}
		if d := m.digests; d.written > 0 {
			digests.add(m.name, fmt.Sprint(d.written), fmt.Sprintf("%.1f", d.took.Seconds()), fmt.Sprintf("%.0f", float64(d.written)/d.took.Seconds()), inMillis(d.cpu/time.Duration(d.written)),
				fmt.Sprintf("%.0f", d.took.Seconds()*100_000/float64(d.written)), fmt.Sprint(len(d.beside)), inMillis(d.alone.at(50)), inMillis(d.alone.at(99)),
				inMillis(d.beside.at(50)), inMillis(d.beside.at(99)), fmt.Sprintf("%.2f", float64(d.beside.at(99))/float64(d.alone.at(99))))
		}
	}
	tables := []Table{letters, memory}
	for _, t := range []Table{digests, forgetting, whose} {
		if len(t.rows) > 0 {
			tables = append(tables, t)
		}
	}
	tables = append(tables, Table{title: "Growth: years", head: forecast.Head, rows: forecast.Rows(n.Play), notes: forecast.Notes(n.Play.Keep)})
	if n.Program == "" {
		return tables, nil
	}
	listed, err := growthLists(ctx, n.Program, files)
	return append(tables, listed), err
}

// growthPart makes the databases, too; those of a server are copies of what is in files.
func (b *Bench) growthPart(ctx context.Context, full bool) (tables []Table, err error) {
	dir, err := os.MkdirTemp("", "turnpost-growth-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	sizes, n := GrowthSizes, Growth{Letters: 1000, Digests: 2000, Pause: 50 * time.Millisecond, Carry: 10 * time.Millisecond, Seed: 1, Play: forecast.Play{Keep: config.Default().Privacy.KeepLetters.N}}
	if !full {
		sizes, n.Letters, n.Digests = []seed.Size{{Games: 20, Running: 10, Players: 6, Plies: 10, Digests: 3, Samples: 5, Seed: 1}}, 20, 3
	}
	var files []string
	for _, size := range sizes {
		file := filepath.Join(dir, fmt.Sprintf("%d games.db", size.Games))
		if err := seed.Database(ctx, file, b.Games, size, b.Progress); err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if b.Postgres == "" {
		return b.Growth(ctx, files, n)
	}
	servers, drop, err := copies(ctx, b.Postgres, files)
	if drop != nil {
		defer func() { err = errors.Join(err, drop()) }()
	}
	if err != nil {
		return nil, fmt.Errorf("databases beside %s: %w", nameOf(b.Postgres), err)
	}
	if tables, err = b.Growth(ctx, files, n); err != nil {
		return nil, err
	}
	more, err := onServer(b.Growth(ctx, servers, n))
	return append(tables, more...), err
}
