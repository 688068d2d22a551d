package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/rules"
	"turnpost/rules/engine"
)

// matchCommand is `lab match`.
func matchCommand() *cobra.Command {
	var m Match
	var games int
	var sprt, names, weights string
	cmd := &cobra.Command{
		Use:   "match A B",
		Short: "Play two computer players against each other and measure the difference in strength",
		Long: `Play two computer players against each other in pairs of games. Both games of a
pair begin with the same random plies, with colours exchanged. It prints:

  - A's score, the difference in Elo and its 95 % confidence interval
  - how many pairs gave A 0, half, 1, one and a half and 2 points
  - how many games were drawn, and how many pairs were won twice by the same
    side: if there are many, the openings decide and not the players
  - with --sprt, the log-likelihood ratio; the match ends when it is beyond ±2.94
  - the processor time that each player used for a ply

--balanced NODES discards openings that a search of NODES nodes does not consider
open (more than 65 % for a side, or not drawn where the game is solved).

'turnpost engine play --help' describes how players are written.

  lab match pvs:2000 mcts:2000 --game rooya --games 400
  lab match pvs:2000 pvs:1000 --sprt 0,50`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if m.A, err = engine.ParseContestant(args[0]); err != nil {
				return err
			}
			if m.B, err = engine.ParseContestant(args[1]); err != nil {
				return err
			}
			bounds, err := parseSPRT(sprt)
			if err != nil {
				return err
			}
			if err := m.check(games); err != nil {
				return err
			}
			m.Clock = cpuTime
			return m.each(names, func(m Match) (err error) {
				if weights != "" {
					if m.A, err = withWeights(m, weights); err != nil {
						return err
					}
				}
				return match(cmd.Context(), cmd.OutOrStdout(), m, games/2, bounds)
			})
		},
	}
	f := cmd.Flags()
	m.flags(f, &names)
	f.StringVar(&weights, "weights", "", "a file from 'lab train' whose weights A uses instead of the built-in ones")
	f.StringVar(&sprt, "sprt", "", "two hypotheses in Elo, such as 0,50; the match ends when one of them is accepted")
	f.IntVar(&games, "games", 200, "how many games to play of each kind at most")
	f.IntVar(&m.Balanced, "balanced", 0,
		"discard openings that a search of so many nodes considers decided; 0 keeps all")
	return cmd
}

// withWeights returns the first player of a match with the weights of a file.
func withWeights(m Match, file string) (engine.Contestant, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return engine.Contestant{}, err
	}
	kinds, err := PatternKinds(m.Game)
	if err != nil {
		return engine.Contestant{}, err
	}
	w, err := rules.ParseWeights(string(text), kinds)
	if err != nil {
		return engine.Contestant{}, fmt.Errorf("%s: %w", file, err)
	}
	p, ok := m.A.Player.(engine.PVS)
	if !ok || p.Evaluation.Hand {
		return engine.Contestant{}, fmt.Errorf("--weights needs pvs or choosy as the first player, not %s", m.A)
	}
	p.Evaluation.Weights = w
	return engine.Contestant{Player: p, Nodes: m.A.Nodes}, nil
}

// maxElo is the largest difference in strength that --sprt accepts: scores near 100 %
// do not distinguish larger ones.
const maxElo = 2000

// parseSPRT reads the two hypotheses of --sprt. It returns nil for an empty text.
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
	// The form of the condition also refuses NaN.
	if len(bounds) != 2 || !(-maxElo <= bounds[0] && bounds[0] < bounds[1] && bounds[1] <= maxElo) {
		return nil, fmt.Errorf(
			"--sprt needs two differences in Elo up to %d in ascending order, such as 0,50; it is %q", maxElo, text)
	}
	return bounds, nil
}

// match plays at most pairs pairs of games and prints the result. If it is interrupted
// it prints the result of the pairs played so far.
func match(ctx context.Context, out io.Writer, m Match, pairs int, bounds []float64) error {
	var p Pentanomial
	draws, oneSided, discarded := 0, 0, 0
	var a, b ThinkingTime
	for n := range pairs {
		pair, err := m.Pair(ctx, n)
		if errors.Is(err, context.Canceled) && n > 0 {
			break
		}
		if err != nil {
			return err
		}
		p[pair.Halves]++
		draws, discarded = draws+pair.Draws, discarded+pair.Thrown
		a, b = a.And(pair.A), b.And(pair.B)
		if pair.OneSided {
			oneSided++
		}
		if bounds != nil {
			if llr := p.LLR(bounds[0], bounds[1]); llr >= SPRTBound || llr <= -SPRTBound {
				break
			}
		}
	}
	elo, low, high := p.Elo()
	_, err := fmt.Fprintf(out,
		"%s: %s against %s, %d games: %.1f %%, %+.0f Elo (%+.0f to %+.0f), pairs %v, %d games drawn, %d pairs won "+
			"twice by one side",
		m.Game.Name, m.A, m.B, 2*p.Pairs(), 100*p.Score(), elo, low, high, p, draws, oneSided)
	if m.Balanced > 0 {
		fmt.Fprintf(out, ", %d openings discarded", discarded)
	}
	if bounds != nil {
		llr, verdict := p.LLR(bounds[0], bounds[1]), "undecided"
		switch {
		case llr >= SPRTBound:
			verdict = fmt.Sprintf("better by %g rather than %g", bounds[1], bounds[0])
		case llr <= -SPRTBound:
			verdict = fmt.Sprintf("better by %g rather than %g", bounds[0], bounds[1])
		}
		fmt.Fprintf(out, ", LLR %+.2f: %s", llr, verdict)
	}
	fmt.Fprintf(out, "\n  processor time a ply: %s %d µs, %s %d µs; %.1f plies a game after the opening\n",
		m.A, a.Mean().Microseconds(), m.B, b.Mean().Microseconds(), float64(a.Plies+b.Plies)/float64(2*p.Pairs()))
	return err
}
