package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// rulesTextCommand is `turnpost rules text`.
func (a *app) rulesTextCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "text GAME",
		Short: "Print the rules of a game for its players",
		Long:  "Print the rules of a game as players get them by mail. House rules are named as such.",
		Args:  arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(a.out, g.Text)
			return err
		},
		ValidArgsFunction: a.completeGame,
	}
}
