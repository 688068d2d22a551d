package bench

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

	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
)

// Letters is what is to be measured, and on what.
type Letters struct {
	Servers  Servers
	Letters  int // for the throughput
	Alone    int // for the delay
	Pairs    int // games at the same time
	Runs     int
	Pictures []bool
	Database string // empty: a temporary one for each run
	Profile  string // the file of the CPU profile, or empty
}

func (b *Bench) lettersPart(ctx context.Context, full bool) ([]Table, error) {
	o := Letters{Letters: 20, Alone: 5, Pairs: 8, Runs: 1, Pictures: []bool{true, false}}
	if full {
		o.Letters, o.Alone, o.Pairs, o.Runs = 2000, 300, 50, 3
	}
	tables, err := b.Letters(ctx, o)
	if err != nil || b.Postgres == "" {
		return tables, err
	}
	o.Database = b.Postgres
	more, err := onServer(b.Letters(ctx, o))
	return append(tables, more...), err
}

// figures is what one run measured.
type figures struct {
	pace    tempo
	delays  []time.Duration // sorted
	samples []exchange      // of ours: what the floor repeats
	steps   []float64       // of ours: by step of ways, milliseconds a letter
}

func (f figures) rate() float64 { return perSecond(uint64(f.pace.letters), f.pace.took) }

// cpu is the time of processors that a letter took, in milliseconds.
func (f figures) cpu() float64 {
	return float64(f.pace.cpu.Microseconds()) / 1000 / float64(f.pace.letters)
}

func (f figures) delay(p int) float64 {
	return float64(percentile(f.delays, p).Microseconds()) / 1000
}

// size is how large a letter and its two answers are on average, in kB.
func (f figures) size() (in, out float64) {
	for _, s := range f.samples {
		in += float64(len(s.reply))
		out += float64(len(s.answers[0].Raw) + len(s.answers[1].Raw))
	}
	n := float64(len(f.samples)) * 1000
	return in / n, out / n
}

// Letters measures ours and the floor by turns.
func (b *Bench) Letters(ctx context.Context, o Letters) ([]Table, error) {
	rates := Table{
		title: "Letters: throughput",
		head:  []string{"letters", "ours/s", "floor/s", "ratio", "CPU ms", "floor", "above", "kB in", "kB out"},
		notes: []string{fmt.Sprintf("%d letters of %d games at the same time, the mailbox never empty; a letter is counted when both its answers are accepted. CPU is of the whole process, players and post at included, for a letter. Median of %d runs.", o.Letters, o.Pairs, o.Runs)},
	}
	delays := Table{
		title: "Letters: delay",
		head:  []string{"letters", "p50 ms", "floor", "above", "p99 ms", "floor", "above"},
		notes: []string{fmt.Sprintf("%d letters one at a time, under IDLE, from the delivery until both answers are accepted. Median of %d runs.", o.Alone, o.Runs)},
	}
	var names []string
	var columns [][]float64
	for _, pictures := range o.Pictures {
		name, player := "with pictures", *b
		if !pictures {
			name, player.Games = "without", withoutPictures(b.Games)
		}
		var ours, floors []figures
		for range o.Runs {
			f, err := player.ourRun(ctx, o)
			if err != nil {
				return nil, fmt.Errorf("letters %s: %w", name, err)
			}
			base, err := player.floorRun(ctx, o, f.samples)
			if err != nil {
				return nil, fmt.Errorf("the floor of letters %s: %w", name, err)
			}
			ours, floors = append(ours, f), append(floors, base)
			o.Profile = "" // the first run alone
		}
		each := func(list []figures, f func(figures) float64) float64 {
			var all []float64
			for _, l := range list {
				all = append(all, f(l))
			}
			return median(all)
		}
		both := func(digits int, f func(figures) float64) []string {
			x, y := each(ours, f), each(floors, f)
			return []string{fmt.Sprintf("%.*f", digits, x), fmt.Sprintf("%.*f", digits, y), fmt.Sprintf("%.*f", digits, x-y)}
		}
		var ratios []float64
		for i := range ours {
			ratios = append(ratios, ours[i].rate()/floors[i].rate())
		}
		names, columns = append(names, name), append(columns, nil)
		for i := range ways {
			columns[len(columns)-1] = append(columns[len(columns)-1], each(ours, func(f figures) float64 { return f.steps[i] }))
		}
		in, out := ours[0].size()
		row := append([]string{name}, both(0, figures.rate)[:2]...)
		row = append(row, fmt.Sprintf("%.2f", median(ratios)))
		row = append(row, both(2, figures.cpu)...)
		rates.add(append(row, fmt.Sprintf("%.1f", in), fmt.Sprintf("%.1f", out))...)
		row = append([]string{name}, both(1, func(f figures) float64 { return f.delay(50) })...)
		delays.add(append(row, both(1, func(f figures) float64 { return f.delay(99) })...)...)
	}
	return []Table{rates, delays, stepTable(names, columns)}, nil
}

func median(values []float64) float64 {
	values = slices.Sorted(slices.Values(values))
	if n := len(values); n%2 == 0 {
		return (values[n/2-1] + values[n/2]) / 2
	}
	return values[len(values)/2]
}

// keptSamples is how many letters the floor repeats: enough to be like all, and
// few enough to hold in memory.
const keptSamples = 100

// ourRun measures a daemon that plays.
func (b *Bench) ourRun(ctx context.Context, o Letters) (f figures, err error) {
	at, s, release, err := b.openBench(ctx, o)
	if err != nil {
		return f, err
	}
	defer release()
	turns := (o.Letters+o.Alone)/o.Pairs + 8
	// A database may have been used before: each run has players of its own.
	tag := strconv.FormatInt(time.Now().UnixMilli(), 36)
	address := func(word string) string { return at.address(word + "-" + tag) }
	players, err := newCrowd(at.config.Robot.Address, b.Games, o.Pairs, turns, address)
	if err != nil {
		return f, err
	}
	if err := players.seed(ctx, s, at.config.Trust.AuthservID); err != nil {
		return f, fmt.Errorf("beginning the games: %w", err)
	}
	l := newLoad(players, at)
	step, n := max(o.Letters/keptSamples, 1), 0
	steps := newStepTimes()
	s.OnStep(steps.step)
	w, end, err := profiler(o.Profile, "")
	if err != nil {
		return f, err
	}
	defer end()
	start, stop := w.started, w.stopped
	w.started = func() error { steps.count(true); return start() }
	w.stopped = func() { stop(); steps.count(false) }
	w.answered = func(seat int) {
		if n++; n%step == 0 && len(f.samples) < keptSamples {
			if sample, ok := players.last(seat); ok {
				f.samples = append(f.samples, sample)
			}
		}
	}
	err = l.during(ctx, func(ctx context.Context) error {
		return s.Desk().Run(ctx, s.Inbox, tellingCourier{s.Courier, l.accepted})
	}, func(ctx context.Context) (err error) {
		if f.pace, err = l.throughput(ctx, o.Pairs, o.Letters, w); err == nil {
			f.delays, err = l.latency(ctx, o.Pairs, o.Alone)
		}
		return err
	})
	for _, way := range ways {
		f.steps = append(f.steps, steps.perLetter(way.step, o.Letters))
	}
	return f, err
}

// floorRun measures the floor, with the letters that were recorded from ours.
func (b *Bench) floorRun(ctx context.Context, o Letters, samples []exchange) (f figures, err error) {
	at, s, release, err := b.openBench(ctx, o)
	if err != nil {
		return f, err
	}
	defer release()
	w, end, err := profiler(o.Profile, ".floor")
	if err != nil {
		return f, err
	}
	defer end()
	defer func() {
		if err == nil {
			err = settleFloor(ctx, s)
		}
	}()
	l := newLoad(&floorPlayers{samples: samples, from: samples[0].answers[0].To, to: at.config.Robot.Address}, at)
	err = l.during(ctx, func(ctx context.Context) error {
		return floor(ctx, s, tellingCourier{s.Courier, l.accepted}, samples)
	}, func(ctx context.Context) (err error) {
		if f.pace, err = l.throughput(ctx, o.Pairs, o.Letters, w); err == nil {
			f.delays, err = l.latency(ctx, o.Pairs, o.Alone)
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
func (b *Bench) openBench(ctx context.Context, o Letters) (at place, s *daemon.Daemon, release func(), err error) {
	path, clean := o.Database, func() {}
	if path == "" {
		dir, err := os.MkdirTemp("", "turnpost-bench-")
		if err != nil {
			return at, nil, nil, exit.With(exit.Database, err)
		}
		path, clean = filepath.Join(dir, "turnpost.db"), func() { os.RemoveAll(dir) }
	}
	at, s, closeAll, err := b.openDaemon(ctx, o.Servers, path)
	if err != nil {
		clean()
		return at, nil, nil, err
	}
	runtime.GC() // what the run before has left
	return at, s, func() { closeAll(); clean() }, nil
}
