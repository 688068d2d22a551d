package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"turnpost/rules"
	"turnpost/rules/all"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	if err := run(ctx, os.Stdout, os.Stderr, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

// run carries out one command.
func run(ctx context.Context, out, progress io.Writer, args []string) error {
	root := &cobra.Command{
		Use:           "lab",
		Short:         "Measure and train Turnpost's computer players",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(matchCommand(), levelsCommand(), trainCommand(), fitCommand(), speedCommand(), puzzlesCommand())
	root.SetOut(out)
	root.SetErr(progress)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// gamesNamed returns the games of a comma-separated list, or all games if it is empty.
func gamesNamed(names string) ([]rules.Game, error) {
	games := all.Games()
	if names == "" {
		return games, nil
	}
	var list []rules.Game
	for name := range strings.SplitSeq(names, ",") {
		g, err := rules.Find(games, name)
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	return list, nil
}

// positive returns an error unless all numbers are at least 1.
func positive(numbers ...int) error {
	for _, n := range numbers {
		if n < 1 {
			return errors.New("numbers of games, rounds, nodes and workers are at least 1")
		}
	}
	return nil
}
