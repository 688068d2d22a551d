package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// matchCommand is `turnpost engine match`.
func matchCommand(e cli.Env) *cobra.Command {
	var games, opening, balanced int
	var seed uint64
	var sprt, game, weights string
	var steps bool
	cmd := &cobra.Command{
		Use:   "match A B | --steps",
		Short: "Let two players meet, and measure how much stronger one is",
		Long: `Let two players meet in pairs of games. Both games of a pair begin with the same
plies at random, and the colours are exchanged. It prints how many pairs gave A
0, half, 1, one and a half and 2 points, the difference in Elo with the bounds in
which it lies with a probability of 95 %, and with --sprt the logarithm of the
likelihood ratio: the match ends when that is beyond 2.94 either way. It also says how
many games were drawn, and how many pairs were won twice by the same side: many, and
the openings decide and not the players. --balanced NODES has openings thrown out of
which a search of so many nodes, PVS or MCTS, gives a side more than 65 % (of a solved
game those that are not drawn), and says how many were.

A second line says what time of the processor a ply of each took on the average, so
that it can be seen whether they had equal time, and how many plies a game had. It is
all that differs from machine to machine.

` + playersHelp + `

With --steps it is the levels that play: each against the one below, and the lowest
against a novice. What is printed is how much stronger each is, over how far the bounds
lie from that.

  turnpost engine match pvs:2000 mcts:2000 --game rooya --games 400
  turnpost engine match pvs:2000 pvs:1000 --sprt 0,50
  turnpost engine match --steps --games 1200`,
		Args: cli.Arguments(0, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			entrants, err := parseEntrants(args, steps)
			if err != nil {
				return err
			}
			bounds, err := parseSPRT(sprt)
			if err != nil {
				return err
			}
			if games < 2 || games%2 != 0 || opening < 0 || balanced < 0 {
				return exit.Errorf(exit.Usage, "a match is pairs of games, an even number of them, and its openings have no plies or more, and --balanced no nodes or more")
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			list, err := gamesNamed(e, game)
			if err != nil {
				return err
			}
			if steps {
				return printSteps(ctx, e.Out, list, engine.Match{Opening: opening, Balanced: balanced, Seed: seed}, games/2)
			}
			for _, g := range list {
				m := engine.Match{Game: g, A: entrants[0], B: entrants[1], Opening: opening, Balanced: balanced, Seed: seed, Clock: cli.ProcessorTime}
				if weights != "" {
					if m.A, m.B, err = judging(m, weights); err != nil {
						return err
					}
				}
				if err := match(ctx, e.Out, m, games/2, bounds); err != nil {
					return err
				}
			}
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().StringVar(&game, "game", "", "the games to play, with commas between (default: all)")
	cmd.Flags().StringVar(&weights, "weights", "", "a file from 'turnpost engine train', by which pvs judges here")
	cmd.Flags().BoolVar(&steps, "steps", false, "measure the levels, each against the one below")
	cmd.Flags().IntVar(&games, "games", 200, "how many games to play of each at most")
	cmd.Flags().IntVar(&opening, "opening", 8, "how many plies at random a game begins with")
	cmd.Flags().IntVar(&balanced, "balanced", 0, "play only openings that searches of so many nodes call undecided; 0: any")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the seed of all that is random: the same match again")
	cmd.Flags().StringVar(&sprt, "sprt", "", "end as soon as it is clear whether A is better by ELO1 or by ELO0 only: ELO0,ELO1")
	return cmd
}

// parseEntrants reads who plays: two players, or nobody if it is the levels that do.
func parseEntrants(args []string, steps bool) (entrants [2]engine.Entrant, err error) {
	if steps && len(args) > 0 || !steps && len(args) != 2 {
		return entrants, exit.Errorf(exit.Usage, "a match is of two players, or of the levels with --steps alone")
	}
	for i, text := range args {
		if entrants[i], err = engine.ParseEntrant(text); err != nil {
			return entrants, exit.With(exit.Usage, err)
		}
	}
	return entrants, nil
}

// gamesNamed are the games of a list with commas; all for "".
func gamesNamed(e cli.Env, names string) (games []rules.Game, err error) {
	if names == "" {
		return e.Games, nil
	}
	for name := range strings.SplitSeq(names, ",") {
		g, err := e.Game(name)
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	return games, nil
}

// judging are the entrants of a match, those who are pvs judging by a file.
func judging(m engine.Match, file string) (a, b engine.Entrant, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return a, b, exit.With(exit.Usage, err)
	}
	kinds, err := engine.PatternKinds(m.Game)
	if err != nil {
		return a, b, exit.With(exit.Usage, err)
	}
	w, err := rules.ParseWeights(string(text), kinds)
	if err != nil {
		return a, b, exit.Errorf(exit.Usage, "%s: %w", file, err)
	}
	return m.A.Judging(w.Worths), m.B.Judging(w.Worths), nil
}

// mostElo is up to which difference a score tells anything.
const mostElo = 2000

// parseSPRT reads the two hypotheses; nil if there are none.
func parseSPRT(text string) ([]float64, error) {
	if text == "" {
		return nil, nil
	}
	var bounds []float64
	for field := range strings.SplitSeq(text, ",") {
		elo, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil {
			break
		}
		bounds = append(bounds, elo)
	}
	if len(bounds) != 2 || !(-mostElo <= bounds[0] && bounds[0] < bounds[1] && bounds[1] <= mostElo) { // no NaN either
		return nil, exit.Errorf(exit.Usage, "--sprt is two differences in Elo up to %d, the less first, as 0,50, and not %q", mostElo, text)
	}
	return bounds, nil
}

// match plays so many pairs at most, and prints what came of them; what has been
// played by then, if it is interrupted.
func match(ctx context.Context, out io.Writer, m engine.Match, pairs int, bounds []float64) error {
	var p engine.Pentanomial
	draws, oneSided, thrown := 0, 0, 0
	var a, b engine.Effort
	for n := range pairs {
		pair, err := m.Pair(ctx, n)
		if errors.Is(err, context.Canceled) && n > 0 {
			break
		}
		if err != nil {
			return err
		}
		p[pair.Halves]++
		draws, thrown = draws+pair.Draws, thrown+pair.Thrown
		a, b = a.And(pair.A), b.And(pair.B)
		if pair.OneSided {
			oneSided++
		}
		if bounds != nil {
			if llr := p.LLR(bounds[0], bounds[1]); llr >= engine.SPRTBound || llr <= -engine.SPRTBound {
				break
			}
		}
	}
	elo, low, high := p.Elo()
	_, err := fmt.Fprintf(out, "%s: %s against %s, %d games: %.1f %%, %+.0f Elo (%+.0f to %+.0f), pairs %v, %d games drawn, %d pairs won twice by one side",
		m.Game.Name, m.A, m.B, 2*p.Pairs(), 100*p.Score(), elo, low, high, p, draws, oneSided)
	if m.Balanced > 0 {
		fmt.Fprintf(out, ", %d openings thrown out", thrown)
	}
	if bounds != nil {
		llr, verdict := p.LLR(bounds[0], bounds[1]), "not yet clear"
		switch {
		case llr >= engine.SPRTBound:
			verdict = fmt.Sprintf("better by %g rather than %g", bounds[1], bounds[0])
		case llr <= -engine.SPRTBound:
			verdict = fmt.Sprintf("better by %g rather than %g", bounds[0], bounds[1])
		}
		fmt.Fprintf(out, ", LLR %+.2f: %s", llr, verdict)
	}
	fmt.Fprintf(out, "\n  processor time a ply: %s %d µs, %s %d µs; %.1f plies a game after the opening\n",
		m.A, a.Mean().Microseconds(), m.B, b.Mean().Microseconds(), float64(a.Plies+b.Plies)/float64(2*p.Pairs()))
	return err
}
