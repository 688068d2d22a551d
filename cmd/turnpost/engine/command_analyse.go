package engine

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// analyseCommand is `turnpost engine analyse`.
func analyseCommand(e cli.Env) *cobra.Command {
	var player, page string
	cmd := &cobra.Command{
		Use:   "analyse [FILE]",
		Short: "Judge the plies of a game, and say where it turned",
		Long: `Read a game as the mail command export sends it, and print for each ply what its
side could expect before and after it, with a better ply if there was one: "win
N", "loss N" and "draw" where the engine has seen the end or the game is solved, N
in plies; "won", "lost" and "draw" of the end itself; and else the chance to win, a
draw counted as half, as 'turnpost engine fit' has found it. Then come the plies at
which it turned, three at most: the one that decided it, and those that gave most
away. Plies are numbered as in letters; where a turn is of several, the number of
the turn stands beside it, which is that of the record. Without FILE, or with "-",
it is read from the standard input. With --html all is written to a page of that
name instead, with a picture of the board after each such ply, and of the last.

` + playersHelp + `

  turnpost engine analyse game.txt
  turnpost engine analyse game.txt --html game.html`,
		Args: cli.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entrant, err := engine.ParseEntrant(player)
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			in := e.In
			if len(args) == 1 && args[0] != "-" {
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				in = file
			}
			text, err := io.ReadAll(in)
			if err != nil {
				return fmt.Errorf("reading the game: %w", err)
			}
			about, r, err := rules.ReadTranscript(e.Games, string(text))
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			found, err := analyse(ctx, about, r, entrant)
			if err != nil {
				return err
			}
			if page != "" {
				return found.page(page)
			}
			return found.print(e.Out)
		},
	}
	cmd.Flags().StringVar(&player, "player", "pvs:50000", "who judges what is not solved")
	cmd.Flags().StringVar(&page, "html", "", "write a page with pictures to this file")
	return cmd
}
