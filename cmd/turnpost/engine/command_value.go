package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
)

// valueCommand is `turnpost engine value`.
func valueCommand(e cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "value GAME [POSITION...]",
		Short: "Tell what perfect play makes of positions of a solved game",
		Long: `Tell what perfect play makes of each position, one a line: "win N", "loss N" or
"draw" for the side to move. N is in plies, if the winner hurries and the loser
delays; where the game is over it is 0. Play that need not end is a draw.

Without a POSITION, positions are read from the standard input, one a line; an
answer is written as soon as no more lines are waiting.

  turnpost engine value roses 'B/.ww./b..../.bwwb/.b../W b 0 0 0'
  turnpost engine value roses < positions.txt`,
		Args: cli.Arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			if _, ok := g.Start().(rules.Solved); !ok {
				return exit.Errorf(exit.Usage, "%s is not solved%s", g.Title, solvedGames(e.Games))
			}
			if len(args) == 1 {
				return values(g, e.In, e.Out)
			}
			for _, text := range args[1:] {
				v, err := value(g, text)
				if err != nil {
					return exit.With(exit.Usage, err)
				}
				if _, err := fmt.Fprintln(e.Out, v); err != nil {
					return err
				}
			}
			return nil
		},
		ValidArgsFunction: e.CompleteGame,
	}
}

// solvedGames says which games are solved.
func solvedGames(games []rules.Game) string {
	var names []string
	for _, g := range games {
		if _, ok := g.Start().(rules.Solved); ok {
			names = append(names, g.Name)
		}
	}
	if names == nil {
		return ""
	}
	return "; these are: " + strings.Join(names, ", ")
}

// value is the value of the position of a position string.
func value(g rules.Game, text string) (rules.Value, error) {
	p, err := g.ParsePosition(text)
	if err != nil {
		return rules.Value{}, fmt.Errorf("%q is no position of %s: %w", text, g.Title, err)
	}
	return p.(rules.Solved).Value(), nil
}

// values answers each line of in with one line on out, and stops at the first
// that is no position. Blank lines are passed over.
func values(g rules.Game, in io.Reader, out io.Writer) error {
	lines, w := bufio.NewReader(in), bufio.NewWriter(out)
	for n := 1; ; n++ {
		line, readErr := lines.ReadString('\n')
		if text := strings.TrimSpace(line); text != "" {
			v, err := value(g, text)
			if err != nil {
				return exit.With(exit.Usage, errors.Join(w.Flush(), fmt.Errorf("line %d: %w", n, err)))
			}
			fmt.Fprintln(w, v) // Flush tells what goes wrong
		}
		if lines.Buffered() == 0 || readErr != nil {
			if err := w.Flush(); err != nil {
				return fmt.Errorf("writing the values: %w", err)
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return fmt.Errorf("reading standard input: %w", readErr)
		}
	}
}
