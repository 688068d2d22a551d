package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"turnpost/rules"
	"turnpost/rules/all"
)

// trainCommand is `lab train`.
func trainCommand() *cobra.Command {
	var t Training
	var file, date string
	cmd := &cobra.Command{
		Use:   "train GAME",
		Short: "Learn evaluation weights from self-play",
		Long: `Learn the weights by which a search evaluates positions. It plays rounds of games
against itself, each with the weights of the round before (the first with the
hand-written ones), and fits the weights of the game's patterns and of a hidden layer
to the results.

The same seed and numbers give the same file, whatever the number of workers. The
weights that ship with the program are rules/GAME/weights.txt. Check new ones by a match:

  lab train turro -o weights.txt
  lab match pvs:1000 pvs:1000 --game turro --weights weights.txt --sprt 0,5 --games 20000`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := positive(t.Games, t.Rounds, t.Nodes, t.Workers); err != nil {
				return err
			}
			if _, err := time.Parse(time.DateOnly, date); err != nil {
				return fmt.Errorf("%q is not a date such as 2026-11-23", date)
			}
			if t.Game, err = rules.Find(all.Games(), args[0]); err != nil {
				return err
			}
			if file != "" { // an error now, and not after hours of work
				f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE, 0o644)
				if err != nil {
					return err
				}
				f.Close()
			}
			began := time.Now()
			weights, err := t.Run(cmd.Context(), func(format string, args ...any) {
				fmt.Fprintf(cmd.ErrOrStderr(), "%6.1f s  %s\n", time.Since(began).Seconds(),
					fmt.Sprintf(format, args...))
			})
			if errors.Is(err, ErrNoPatterns) {
				return fmt.Errorf("%s has no patterns to learn weights for", t.Game.Title)
			}
			if err != nil {
				return err
			}
			weights.Recipe = fmt.Sprintf(
				"Weights of the patterns of %s, learned on %s by\nlab train %s --rounds %d --games %d --nodes %d --seed %d",
				t.Game.Title, date, t.Game.Name, t.Rounds, t.Games, t.Nodes, t.Seed)
			text := weights.String()
			if file != "" {
				return os.WriteFile(file, []byte(text), 0o644)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		},
	}
	f := cmd.Flags()
	f.IntVar(&t.Rounds, "rounds", 3, "how many rounds to play")
	f.IntVar(&t.Games, "games", 20000, "how many games to play in each round")
	f.IntVar(&t.Nodes, "nodes", 400, "how many nodes the players search for a ply")
	f.Uint64Var(&t.Seed, "seed", 1, "the random seed")
	f.IntVar(&t.Workers, "workers", runtime.GOMAXPROCS(0), "how many games to play at once")
	f.StringVar(&date, "date", time.Now().Format(time.DateOnly), "the date to write into the file")
	f.StringVarP(&file, "output", "o", "", "the file to write (default standard output)")
	return cmd
}
