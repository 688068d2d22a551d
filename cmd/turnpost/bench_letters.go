package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

const benchLettersLong = `Play letters of many games through the whole way: IMAP in, parse, trust, replay,
play, render text, HTML and picture, commit, and SMTP out with both answers. Beside
it measure the floor: the same libraries fetch a letter, commit one row durably,
file the letter and send two stored letters of the same size, with none of our
work.

Throughput is measured with letters waiting in the mailbox all the time; the delay
with one letter at a time, under IDLE, from its delivery until the server has
accepted both answers. The players and, unless --imap and --smtp name real servers,
the post office run in the same process: their cost is in the floor as well. The
post office keeps all letters in memory, some 100 kB for each that is played.

  turnpost bench letters -n 2000
  turnpost bench letters --pictures=false --profile cpu.out
  turnpost bench letters --imap imaps://bench:PASSWORD@mail.example.org \
      --smtp smtps://bench:PASSWORD@mail.example.org --players bench@example.org

On real servers the mailbox must be empty and the bench's own, and mail to the
players' address with any tag must be taken; it stays there.`

// lettersBench is what the flags of `bench letters` say.
type lettersBench struct {
	servers  benchServers
	letters  int // for the throughput
	alone    int // for the delay
	pairs    int
	runs     int
	pictures []bool
	database string // empty: a temporary one for each run
	profile  string
}

// benchLettersCommand is `turnpost bench letters`.
func (a *app) benchLettersCommand() *cobra.Command {
	var o lettersBench
	var pictures bool
	cmd := &cobra.Command{
		Use:   "letters",
		Short: "Play letters through the whole way, and beside it the floor",
		Long:  benchLettersLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			if o.letters < 1 || o.alone < 1 || o.pairs < 1 || o.runs < 1 {
				return exitf(exitUsage, "the numbers of letters, games and runs are at least 1")
			}
			o.pictures = []bool{true, false}
			if cmd.Flags().Changed("pictures") {
				o.pictures = []bool{pictures}
			}
			tables, err := a.benchLetters(ctx, o)
			if err != nil {
				return err
			}
			return a.printTables(tables)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.letters, "letters", "n", 1000, "how many letters to play for the throughput")
	f.IntVar(&o.alone, "alone", 200, "how many letters to play one at a time for the delay")
	f.IntVar(&o.pairs, "games", 50, "how many games are played at the same time")
	f.IntVar(&o.runs, "runs", 1, "measure so often, ours and the floor by turns, and print the median")
	f.BoolVar(&pictures, "pictures", true, "with pictures of the boards, or with =false without; by default both")
	f.StringVar(&o.servers.imap, "imap", "", "a real server, imap://user:password@host:port or imaps://...")
	f.StringVar(&o.servers.smtp, "smtp", "", "a real server, smtp://user:password@host:port or smtps://...")
	f.StringVar(&o.servers.robot, "robot", "", "the address of the mailbox on a real server (default the IMAP user)")
	f.StringVar(&o.servers.players, "players", "", "the address whose tags are the players on a real server")
	f.StringVar(&o.database, "db", "", "a database for the bench alone, a file or a postgres:// URL (default a temporary file)")
	f.StringVar(&o.profile, "profile", "", "write CPU profiles of the first run's timed parts to this file, and the floor's beside it as .floor")
	return cmd
}

func (a *app) benchLettersAll(ctx context.Context, full bool) ([]benchTable, error) {
	o := lettersBench{letters: 20, alone: 5, pairs: 8, runs: 1, pictures: []bool{true, false}}
	if full {
		o.letters, o.alone, o.pairs, o.runs = 2000, 300, 50, 3
	}
	return a.benchLetters(ctx, o)
}

// letterFigures is what one run measured.
type letterFigures struct {
	pace    benchPace
	delays  []time.Duration // sorted
	samples []benchSample   // of ours: what the floor repeats
	steps   []float64       // of ours: by step of benchWays, milliseconds a letter
}

func (f letterFigures) rate() float64 { return perSecond(uint64(f.pace.letters), f.pace.took) }

// cpu is the time of processors that a letter took, in milliseconds.
func (f letterFigures) cpu() float64 {
	return float64(f.pace.cpu.Microseconds()) / 1000 / float64(f.pace.letters)
}

func (f letterFigures) delay(p int) float64 {
	return float64(percentile(f.delays, p).Microseconds()) / 1000
}

// size is how large a letter and its two answers are on average, in kB.
func (f letterFigures) size() (in, out float64) {
	for _, s := range f.samples {
		in += float64(len(s.reply))
		out += float64(len(s.answers[0].Raw) + len(s.answers[1].Raw))
	}
	n := float64(len(f.samples)) * 1000
	return in / n, out / n
}

// benchLetters measures ours and the floor by turns.
func (a *app) benchLetters(ctx context.Context, o lettersBench) ([]benchTable, error) {
	rates := benchTable{
		title: "Letters: throughput",
		head:  []string{"letters", "ours/s", "floor/s", "ratio", "CPU ms", "floor", "above", "kB in", "kB out"},
		notes: []string{fmt.Sprintf("%d letters of %d games at the same time, the mailbox never empty; a letter is counted when both its answers are accepted. CPU is of the whole process, players and post office included, for a letter. Median of %d runs.", o.letters, o.pairs, o.runs)},
	}
	delays := benchTable{
		title: "Letters: delay",
		head:  []string{"letters", "p50 ms", "floor", "above", "p99 ms", "floor", "above"},
		notes: []string{fmt.Sprintf("%d letters one at a time, under IDLE, from the delivery until both answers are accepted. Median of %d runs.", o.alone, o.runs)},
	}
	var names []string
	var columns [][]float64
	for _, pictures := range o.pictures {
		name, player := "with pictures", *a
		if !pictures {
			name, player.games = "without", withoutPictures(a.games)
		}
		var ours, floors []letterFigures
		for range o.runs {
			f, err := player.ourRun(ctx, o)
			if err != nil {
				return nil, fmt.Errorf("letters %s: %w", name, err)
			}
			base, err := player.floorRun(ctx, o, f.samples)
			if err != nil {
				return nil, fmt.Errorf("the floor of letters %s: %w", name, err)
			}
			ours, floors = append(ours, f), append(floors, base)
			o.profile = "" // the first run alone
		}
		each := func(list []letterFigures, f func(letterFigures) float64) float64 {
			var all []float64
			for _, l := range list {
				all = append(all, f(l))
			}
			return median(all)
		}
		both := func(digits int, f func(letterFigures) float64) []string {
			x, y := each(ours, f), each(floors, f)
			return []string{fmt.Sprintf("%.*f", digits, x), fmt.Sprintf("%.*f", digits, y), fmt.Sprintf("%.*f", digits, x-y)}
		}
		var ratios []float64
		for i := range ours {
			ratios = append(ratios, ours[i].rate()/floors[i].rate())
		}
		names, columns = append(names, name), append(columns, nil)
		for i := range benchWays {
			columns[len(columns)-1] = append(columns[len(columns)-1], each(ours, func(f letterFigures) float64 { return f.steps[i] }))
		}
		in, out := ours[0].size()
		row := append([]string{name}, both(0, letterFigures.rate)[:2]...)
		row = append(row, fmt.Sprintf("%.2f", median(ratios)))
		row = append(row, both(2, letterFigures.cpu)...)
		rates.add(append(row, fmt.Sprintf("%.1f", in), fmt.Sprintf("%.1f", out))...)
		row = append([]string{name}, both(1, func(f letterFigures) float64 { return f.delay(50) })...)
		delays.add(append(row, both(1, func(f letterFigures) float64 { return f.delay(99) })...)...)
	}
	return []benchTable{rates, delays, benchStepTable(names, columns)}, nil
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	if n := len(values); n%2 == 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[len(values)/2]
}

// benchSamples is how many letters the floor repeats: enough to be like all, and
// few enough to hold in memory.
const benchSamples = 100

// ourRun measures a daemon that plays.
func (a *app) ourRun(ctx context.Context, o lettersBench) (f letterFigures, err error) {
	office, s, release, err := a.openBench(ctx, o)
	if err != nil {
		return f, err
	}
	defer release()
	turns := (o.letters+o.alone)/o.pairs + 8
	// A database may have been used before: each run has players of its own.
	tag := strconv.FormatInt(time.Now().UnixMilli(), 36)
	address := func(word string) string { return office.address(word + "-" + tag) }
	players, err := newBenchPlayers(office.config.Robot.Address, a.games, o.pairs, turns, address)
	if err != nil {
		return f, err
	}
	if err := players.seed(ctx, s, office.config.Trust.AuthservID); err != nil {
		return f, fmt.Errorf("beginning the games: %w", err)
	}
	l := newLoad(players, office)
	step, n := max(o.letters/benchSamples, 1), 0
	steps := newBenchSteps()
	s.desk.Step = steps.step
	w, end, err := profiler(o.profile, "")
	if err != nil {
		return f, err
	}
	defer end()
	start, stop := w.started, w.stopped
	w.started = func() error { steps.count(true); return start() }
	w.stopped = func() { stop(); steps.count(false) }
	w.answered = func(seat int) {
		if n++; n%step == 0 && len(f.samples) < benchSamples {
			if sample, ok := players.last(seat); ok {
				f.samples = append(f.samples, sample)
			}
		}
	}
	err = l.during(ctx, func(ctx context.Context) error {
		return s.desk.Run(ctx, s.inbox, benchCourier{s.courier, l.accepted})
	}, func(ctx context.Context) (err error) {
		if f.pace, err = l.throughput(ctx, o.pairs, o.letters, w); err == nil {
			f.delays, err = l.latency(ctx, o.pairs, o.alone)
		}
		return err
	})
	for _, way := range benchWays {
		f.steps = append(f.steps, steps.perLetter(way.step, o.letters))
	}
	return f, err
}

// floorRun measures the floor, with the letters that were recorded from ours.
func (a *app) floorRun(ctx context.Context, o lettersBench, samples []benchSample) (f letterFigures, err error) {
	office, s, release, err := a.openBench(ctx, o)
	if err != nil {
		return f, err
	}
	defer release()
	w, end, err := profiler(o.profile, ".floor")
	if err != nil {
		return f, err
	}
	defer end()
	defer func() {
		if err == nil {
			err = settleFloor(ctx, s)
		}
	}()
	l := newLoad(&floorPlayers{samples: samples, from: samples[0].answers[0].To, to: office.config.Robot.Address}, office)
	err = l.during(ctx, func(ctx context.Context) error {
		return floor(ctx, s, benchCourier{s.courier, l.accepted}, samples)
	}, func(ctx context.Context) (err error) {
		if f.pace, err = l.throughput(ctx, o.pairs, o.letters, w); err == nil {
			f.delays, err = l.latency(ctx, o.pairs, o.alone)
		}
		return err
	})
	return f, err
}

// profiler writes a profile of what it witnesses, if path is not empty. end
// closes the file.
func profiler(path, suffix string) (w witness, end func(), err error) {
	w = nobody()
	if path == "" {
		return w, func() {}, nil
	}
	file, err := os.Create(path + suffix)
	if err != nil {
		return w, nil, err
	}
	w.started, w.stopped = func() error { return pprof.StartCPUProfile(file) }, pprof.StopCPUProfile
	return w, func() { file.Close() }, nil
}

// openBench opens the servers and a daemon on them. release closes all.
func (a *app) openBench(ctx context.Context, o lettersBench) (office benchOffice, s *service, release func(), err error) {
	path, clean := o.database, func() {}
	if path == "" {
		dir, err := os.MkdirTemp("", "turnpost-bench-")
		if err != nil {
			return office, nil, nil, exitWith(exitDatabase, err)
		}
		path, clean = filepath.Join(dir, "turnpost.db"), func() { os.RemoveAll(dir) }
	}
	office, s, closeAll, err := a.openDaemon(ctx, o.servers, path)
	if err != nil {
		clean()
		return office, nil, nil, err
	}
	runtime.GC() // what the run before has left
	return office, s, func() { closeAll(); clean() }, nil
}
