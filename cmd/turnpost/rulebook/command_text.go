package rulebook

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
)

// textCommand is `turnpost rules text`.
func textCommand(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:        "text GAME",
		SuggestFor: names(e),
		Short:      "Print the rules of a game for its players",
		Long:       "Print the rules of a game as players get them by mail. House rules are named as such.",
		Args:       cli.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(e.Out, g.Text)
			return err
		},
		ValidArgsFunction: e.CompleteGame,
	}
}

// names are those of all games.
func names(e cli.Env) (all []string) {
	for _, g := range e.Games {
		all = append(all, g.Name)
	}
	return all
}
