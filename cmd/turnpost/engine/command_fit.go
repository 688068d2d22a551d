package engine

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// fitCommand is `turnpost engine fit`.
func fitCommand(e cli.Env) *cobra.Command {
	var judge, player string
	var games, opening int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "fit [GAME]",
		Short: "Measure what scores are worth: how often they win",
		Long: `Let a player play against itself, from openings at random, have another one judge each
position, and fit to its scores how the games ended: a side with a score of S has
1/(1+exp(-S/SLOPE)) of a point to expect. It prints the slope of each game, or of one.
The usual player errs as people do: two that do not would draw nearly always.

` + playersHelp + `

  turnpost engine fit turro --games 400`,
		Args: cli.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := engine.ParseEntrant(judge)
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			b, err := engine.ParseEntrant(player)
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			if games < 1 || opening < 0 {
				return exit.Errorf(exit.Usage, "it takes a game at least, whose opening has no plies or more")
			}
			list := e.Games
			if len(args) == 1 {
				g, err := e.Game(args[0])
				if err != nil {
					return err
				}
				list = []rules.Game{g}
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			for _, g := range list {
				f, err := engine.Match{Game: g, A: a, B: b, Opening: opening, Seed: seed}.Fit(ctx, games)
				if err != nil {
					return fmt.Errorf("%s: %w", g.Title, err)
				}
				if _, err := fmt.Fprintf(e.Out, "%s: slope %.0f, by %d scores of %s in %d games of %s\n", g.Name, f.Slope, f.Scores, a, f.Games, b); err != nil {
					return err
				}
			}
			return nil
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().StringVar(&judge, "judge", "pvs:2000", "who judges")
	cmd.Flags().StringVar(&player, "player", "level:5", "who plays")
	cmd.Flags().IntVar(&games, "games", 400, "how many games to play of each")
	cmd.Flags().IntVar(&opening, "opening", 8, "how many plies at random a game begins with")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the seed of all that is random: the same games again")
	return cmd
}
