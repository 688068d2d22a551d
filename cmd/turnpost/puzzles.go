package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/club/analysis"
	"turnpost/rules"
)

// puzzleRow counts the puzzles of a game. The keys are a contract with programs.
type puzzleRow struct {
	Game    string `json:"game"`
	Shelf   int    `json:"shelf"`
	Waiting int    `json:"waiting"`
}

// puzzlesCommand is `turnpost puzzles`.
func puzzlesCommand(a *app) *cobra.Command {
	var s store
	var find string
	var most int
	cmd := &cobra.Command{
		Use:   "puzzles",
		Short: "Count the puzzles of each game, or search finished games for more",
		Long: fmt.Sprintf(`Count the puzzles of each game that players can ask for by mail, and the finished games
that a server still has to search. It searches each game that ends, for up to a minute,
when it has nothing else to analyse. With --find it will also search the latest finished
games that were never searched. Each game keeps its %d newest puzzles. A server may be
running.

  turnpost puzzles
  turnpost puzzles --find turro --games 20

--json writes an object a line: "game", "shelf" (the number of puzzles) and "waiting"
(finished games to search).`, analysis.MaxPuzzles),
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			on := s.view
			if find != "" {
				g, err := rules.Find(a.Games, find)
				if err != nil {
					return cli.WithStatus(cli.ExitUsage, err)
				}
				find, on = g.Name, s.update
			}
			var rows []puzzleRow
			err := on(cmd.Context(), func(tx *db.Tx) error {
				if find != "" {
					if _, err := analysis.SeekPuzzles(tx, find, most); err != nil {
						return err
					}
				}
				shelf, waiting, err := analysis.PuzzleStock(tx)
				rows = nil
				for _, g := range a.Games {
					rows = append(rows, puzzleRow{g.Name, shelf[g.Name], waiting[g.Name]})
				}
				return err
			})
			if err != nil {
				return err
			}
			return cli.PrintRows(a.Out, s.json, rows, "", "GAME\tSHELF\tWAITING", func(r puzzleRow) string {
				return fmt.Sprintf("%s\t%d\t%d", r.Game, r.Shelf, r.Waiting)
			})
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	cmd.Flags().StringVar(&find, "find", "", "search the latest finished games of this game")
	cmd.Flags().IntVar(&most, "games", 50, "with --find: how many games to search at most")
	return cmd
}
