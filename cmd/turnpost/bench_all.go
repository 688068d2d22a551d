package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

const benchAllLong = `Run every bench and write one Markdown file: the tables, and what they were
measured on. Without --full each is small, to see in a few seconds that all of it
runs; such figures say little.

  turnpost bench all -o results.md
  turnpost bench all --full -o results.md`

// benchAllCommand is `turnpost bench all`.
func (a *app) benchAllCommand() *cobra.Command {
	var path string
	var full bool
	cmd := &cobra.Command{
		Use:   "all",
		Short: "Run every bench and write a Markdown table",
		Long:  benchAllLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			var b bytes.Buffer
			fmt.Fprintf(&b, "# Turnpost's speed\n\n%s\n", machine(time.Now(), full))
			if err := a.benchAll(ctx, full, &b); err != nil {
				return err
			}
			if path == "-" {
				_, err := a.out.Write(b.Bytes())
				return err
			}
			return os.WriteFile(path, b.Bytes(), 0o666)
		},
	}
	cmd.Flags().StringVarP(&path, "output", "o", "-", "the file to write; - is standard output")
	cmd.Flags().BoolVar(&full, "full", false, "measure for as long as good figures take, which is minutes")
	return cmd
}

func (a *app) benchAll(ctx context.Context, full bool, out io.Writer) error {
	for _, b := range a.benches() {
		if b.all == nil {
			continue
		}
		tables, err := b.all(ctx, full)
		if err != nil {
			return fmt.Errorf("bench %s: %w", b.command.Name(), err)
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
func machine(now time.Time, full bool) string {
	size := "a small run, whose figures say little"
	if full {
		size = "a full run"
	}
	return fmt.Sprintf("%s; %s; %s, %d cores; %s/%s; SQLite; %s.",
		now.UTC().Format("2006-01-02 15:04 UTC"), version(), processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, size)
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
