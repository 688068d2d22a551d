package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/rules/engine"
)

// fitCommand is `lab fit`.
func fitCommand() *cobra.Command {
	var m Match
	var names, judge, player string
	var games int
	cmd := &cobra.Command{
		Use:   "fit",
		Short: "Measure how often a score wins",
		Long: `Play a computer player against itself from random openings, let another one judge each
position, and fit the results to the scores: a side with score S can expect
1/(1+exp(-S/SLOPE)) points. It prints the slope of each game.

The default player makes mistakes as people do. Two players that make none would
nearly always draw.

'turnpost engine play --help' describes how players are written.

  lab fit --game turro --games 400`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if m.A, err = engine.ParseContestant(judge); err != nil {
				return err
			}
			if m.B, err = engine.ParseContestant(player); err != nil {
				return err
			}
			if m.Opening < 0 {
				return errors.New("--opening is not negative")
			}
			if err := positive(games); err != nil {
				return err
			}
			return m.each(names, func(m Match) error {
				f, err := m.Fit(cmd.Context(), games)
				if err != nil {
					return fmt.Errorf("%s: %w", m.Game.Title, err)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: slope %.0f, by %d scores of %s in %d games of %s\n",
					m.Game.Name, f.Slope, f.Scores, m.A, f.Games, m.B)
				return err
			})
		},
	}
	f := cmd.Flags()
	m.flags(f, &names)
	f.StringVar(&judge, "judge", "pvs:2000", "the player that judges")
	f.StringVar(&player, "player", "level:5", "the player that plays")
	f.IntVar(&games, "games", 400, "how many games to play of each kind")
	return cmd
}
