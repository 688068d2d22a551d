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
			if m.A, err = engine.ParseEntrant(judge); err != nil {
				return err
			}
			if m.B, err = engine.ParseEntrant(player); err != nil {
				return err
			}
			if m.Opening < 0 {
				return errors.New("--opening is not negative")
			}
			if err := positive(games); err != nil {
				return err
			}
			list, err := gamesNamed(names)
			if err != nil {
				return err
			}
			for _, g := range list {
				m := m
				m.Game = g
				f, err := m.Fit(cmd.Context(), games)
				if err != nil {
					return fmt.Errorf("%s: %w", g.Title, err)
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: slope %.0f, by %d scores of %s in %d games of %s\n",
					g.Name, f.Slope, f.Scores, m.A, f.Games, m.B)
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&names, "game", "", "the games to play, separated by commas (default all)")
	f.StringVar(&judge, "judge", "pvs:2000", "the player that judges")
	f.StringVar(&player, "player", "level:5", "the player that plays")
	f.IntVar(&games, "games", 400, "how many games to play of each kind")
	f.IntVar(&m.Opening, "opening", 8, "how many random plies begin a game")
	f.Uint64Var(&m.Seed, "seed", 1, "the random seed")
	return cmd
}
