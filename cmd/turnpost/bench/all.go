package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"turnpost/cmd/turnpost/postgres"
)

// All measures everything and writes one Markdown file: the tables, and what they
// were measured on. Unless it is full each part is small. Where no PostgreSQL is named it
// starts one of its own for the while, and says so if it cannot.
func (b *Bench) All(ctx context.Context, full bool, out io.Writer) error {
	engines := "SQLite and, where it is named, PostgreSQL"
	if b.Postgres == "" {
		where, end, err := postgres.Start(ctx)
		if err != nil {
			engines = fmt.Sprintf("SQLite alone (%v)", err)
		} else {
			defer end()
			b.Postgres = where
			defer func() { b.Postgres = "" }()
		}
	}
	if _, err := fmt.Fprintf(out, "# Turnpost's speed\n\n%s\n", b.machine(time.Now(), full, engines)); err != nil {
		return err
	}
	for _, p := range b.parts() {
		tables, err := p.measure(ctx, full)
		if err != nil {
			return fmt.Errorf("bench %s: %w", p.name, err)
		}
		for _, t := range tables {
			fmt.Fprintln(out)
			if err := t.markdown(out); err != nil {
				return err
			}
		}
	}
	return nil
}

// machine says in a sentence what was measured on, and when.
func (b *Bench) machine(now time.Time, full bool, engines string) string {
	size := "a small run, whose figures say little"
	if full {
		size = "a full run"
	}
	return fmt.Sprintf("%s; %s; %s, %d cores; %s/%s; %s; %s.",
		now.UTC().Format("2006-01-02 15:04 UTC"), b.Version, processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, engines, size)
}

// processor is the name of the CPU where the system tells it.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "an unnamed CPU"
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if key, value, _ := strings.Cut(in.Text(), ":"); strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "an unnamed CPU"
}
