package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/mail/club/analysis"
	"turnpost/rules"
)

// puzzleRow is the puzzles of a game in a list. The names of the keys are a contract with
// programs.
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
		Short: "Count the puzzles of each game, or have them sought in finished games",
		Long: fmt.Sprintf(`Count the puzzles of each game that players are asked by mail, and the finished games in
which a server still has to seek them. It does so in each game that ends, when it has
nothing else to think about, for up to a minute. With --find it will look at the latest
finished games of before as well, those that have none. Of each game %d puzzles are kept,
and the oldest gives way. A server may be running.

  turnpost puzzles
  turnpost puzzles --find turro --games 20

With --json each line is an object: "game", "shelf" (how many puzzles there are) and
"waiting" (finished games in which is still to be sought).`, analysis.MaxPuzzles),
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			on := s.view
			if find != "" {
				g, err := rules.Find(a.Games, find)
				if err != nil {
					return exit.With(exit.Usage, err)
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
			return terminal.Rows(a.Out, s.json, rows, "", "GAME\tSHELF\tWAITING", func(r puzzleRow) string {
				return fmt.Sprintf("%s\t%d\t%d", r.Game, r.Shelf, r.Waiting)
			})
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	cmd.Flags().StringVar(&find, "find", "", "have them sought in the latest finished games of this game")
	cmd.Flags().IntVar(&most, "games", 50, "with --find: in so many at most")
	return cmd
}
