package engine

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// trainCommand is `turnpost engine train`.
func trainCommand(e cli.Env) *cobra.Command {
	var t engine.Training
	var file, date string
	cmd := &cobra.Command{
		Use:   "train GAME",
		Short: "Learn from games against itself what patterns are worth",
		Long: `Learn by what a search judges positions. It plays rounds of games against itself, each
with what the round before has taught (the first with the terms that people wrote), and
fits the worths of the game's patterns to what the players saw and to who won.

The same seed and numbers make the same file, whatever the number of workers. It says on
top by which command it was made. The files that ship with the program are
rules/GAME/weights.txt; whether one is better than another, or than what people wrote
(hand), 'turnpost engine match' tells:

  turnpost engine train turro -o weights.txt
  turnpost engine match pvs:1000 hand:1000 --game turro --weights weights.txt --sprt 0,20 --games 2000`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if t.Games < 1 || t.Rounds < 1 || t.Nodes < 1 || t.Workers < 1 {
				return exit.Errorf(exit.Usage, "rounds, games, nodes and workers are 1 or more")
			}
			if _, err := time.Parse(time.DateOnly, date); err != nil {
				return exit.Errorf(exit.Usage, "%q is no date such as 2026-11-23", date)
			}
			var err error
			if t.Game, err = e.Game(args[0]); err != nil {
				return err
			}
			if err := writable(file); err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			began := time.Now()
			worths, err := t.Run(ctx, func(format string, args ...any) {
				fmt.Fprintf(e.Err, "%6.1f s  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
			})
			if errors.Is(err, engine.ErrNoPatterns) {
				return exit.Errorf(exit.Usage, "%s shows no patterns of which anything could be learned", t.Game.Title)
			}
			if err != nil {
				return err
			}
			text := rules.Weights{
				Recipe: fmt.Sprintf("What the patterns of %s are worth, learned on %s by\nturnpost engine train %s --rounds %d --games %d --nodes %d --seed %d",
					t.Game.Title, date, t.Game.Name, t.Rounds, t.Games, t.Nodes, t.Seed),
				Worths: worths,
			}.String()
			if file == "" {
				_, err := fmt.Fprint(e.Out, text)
				return err
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				return fmt.Errorf("writing the worths: %w", err)
			}
			return nil
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().IntVar(&t.Rounds, "rounds", 4, "how many rounds to play")
	cmd.Flags().IntVar(&t.Games, "games", 2000, "how many games to play in each")
	cmd.Flags().IntVar(&t.Nodes, "nodes", 300, "how many positions the players reach for a ply")
	cmd.Flags().Uint64Var(&t.Seed, "seed", 1, "the seed of all that is random")
	cmd.Flags().IntVar(&t.Workers, "workers", runtime.GOMAXPROCS(0), "how many games to play at once")
	cmd.Flags().StringVar(&date, "date", time.Now().Format(time.DateOnly), "the date to write on top")
	cmd.Flags().StringVarP(&file, "output", "o", "", "file to write to")
	return cmd
}
