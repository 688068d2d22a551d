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
	"turnpost/cmd/turnpost/terminal"
	"turnpost/rules"
)

// valueCommand is `turnpost engine value`.
func valueCommand(e cli.Env) *cobra.Command {
	var table string
	cmd := &cobra.Command{
		Use:   "value GAME [POSITION...]",
		Short: "Tell what perfect play makes of positions of a solved game",
		Long: `Tell what perfect play makes of each position, one a line: "win N", "loss N" or
"draw" for the side to move. N is in plies, if the winner hurries and the loser
delays; where the game is over it is 0. Play that need not end is a draw.

Without a POSITION, positions are read from the standard input, one a line; an
answer is written as soon as no more lines are waiting.

Le Rooya is solved by who has run 'turnpost engine solve rooya'; from that file it says
win, loss or draw.

  turnpost engine value roses 'B/.ww./b..../.bwwb/.b../W b 0 0 0'
  turnpost engine value roses < positions.txt
  turnpost engine value rooya --table /srv/rooya.table < positions.txt`,
		Args: cli.Arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			value, err := valuer(e, g, table)
			if err != nil {
				return err
			}
			if len(args) == 1 {
				if terminal.Is(e.In) {
					fmt.Fprintln(e.Err, "Type positions, one a line; Ctrl-D ends.")
				}
				return values(value, e.In, e.Out)
			}
			for _, text := range args[1:] {
				v, err := value(text)
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
	cmd.Flags().StringVar(&table, "table", "", "file of a game whose values do not ship with the program")
	return cmd
}

// valuer says what position strings of a game are worth: by what ships with it, or by a
// file, which stays open as long as the program runs.
func valuer(e cli.Env, g rules.Game, table string) (func(text string) (string, error), error) {
	var worth func(rules.Position) (string, error)
	start := g.Start()
	long, isLong := start.(rules.LongSolver)
	switch _, solved := start.(rules.Solved); {
	case solved && table == "":
		worth = func(p rules.Position) (string, error) { return p.(rules.Solved).Value().String(), nil }
	case isLong && table != "":
		stored, err := long.Stored(table)
		if err != nil {
			return nil, exit.With(exit.Usage, err)
		}
		worth = func(p rules.Position) (string, error) {
			sign, err := stored.Sign(p)
			return signWord(sign), err
		}
	case isLong:
		return nil, exit.Errorf(exit.Usage, "%s has its values in a file: say with --table in which, and make it by 'turnpost engine solve %s'", g.Title, g.Name)
	case table != "":
		return nil, exit.Errorf(exit.Usage, "%s has no table of its own", g.Title)
	default:
		return nil, exit.Errorf(exit.Usage, "%s is not solved%s", g.Title, solvedGames(e.Games))
	}
	return func(text string) (string, error) {
		p, err := g.ParsePosition(text)
		if err != nil {
			return "", fmt.Errorf("%q is no position of %s: %w", text, g.Title, err)
		}
		v, err := worth(p)
		if err != nil {
			return "", fmt.Errorf("%q: %w", text, err)
		}
		return v, nil
	}, nil
}

// signWord is a value without its distance.
func signWord(sign int) string {
	return [...]string{"loss", "draw", "win"}[sign+1]
}

// solvedGames says which games are solved.
func solvedGames(games []rules.Game) string {
	return listed(games, func(p rules.Position) bool { _, ok := p.(rules.Solved); return ok })
}

// listed names the games whose positions are such.
func listed(games []rules.Game, such func(rules.Position) bool) string {
	var names []string
	for _, g := range games {
		if such(g.Start()) {
			names = append(names, g.Name)
		}
	}
	if names == nil {
		return ""
	}
	return "; these are: " + strings.Join(names, ", ")
}

// values answers each line of in with one line on out, and stops at the first
// that is no position. Blank lines are passed over.
func values(value func(string) (string, error), in io.Reader, out io.Writer) error {
	lines, w := bufio.NewReader(in), bufio.NewWriter(out)
	for n := 1; ; n++ {
		line, readErr := lines.ReadString('\n')
		if text := strings.TrimSpace(line); text != "" {
			v, err := value(text)
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
