package engine

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/rules"
	"turnpost/rules/engine"
)

// playersHelp says how players are written.
const playersHelp = `A player is written as level:N (1 to 8, for people), pvs:NODES (principal variation
search), hand:NODES (the same, judging by what people wrote and not by what was
learned), choosy:NODES (the same as pvs, but less deep at what is tried late),
mcts:NODES (Monte Carlo tree search with a solver), novice (wins if it can with its
ply, and else plays any), or random. NODES is how many positions it may reach for a
ply. pvs:NODES:BLIND overlooks a ply with a probability of BLIND/1024.`

// playCommand is `turnpost engine play`.
func playCommand(e cli.Env) *cobra.Command {
	var player, position string
	var plies int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play GAME [PLY...]",
		Short: "Let a player choose the next ply, or play on",
		Long: `Let a player choose the next ply after the given ones, and print it with its
score for the side to move (a piece is about 100), the depth of the search, and
what it expects. With --plies it plays on for both sides.

` + playersHelp + `

  turnpost engine play turro d3-d4 d5-d4
  turnpost engine play rooya --player mcts:20000 --plies 100`,
		Args: cli.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			entrant, err := engine.ParseEntrant(player)
			if err != nil {
				return exit.With(exit.Usage, err)
			}
			if plies < 1 {
				return exit.Errorf(exit.Usage, "--plies is how many plies to play, 1 or more")
			}
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			r := rules.NewRecord(g)
			if cmd.Flags().Changed("position") {
				p, err := g.ParsePosition(position)
				if err != nil {
					return exit.With(exit.Usage, err)
				}
				r = rules.NewRecordFrom(g, p)
			}
			for i, text := range args[1:] {
				m, err := r.Parse(text)
				if err == nil {
					err = r.Play(m)
				}
				if err != nil {
					return exit.Errorf(exit.Usage, "ply %d, %q: %w", i+1, text, err)
				}
			}
			if r.Outcome().Over() {
				return exit.Errorf(exit.Failed, "the game is over: %s", r.Outcome())
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			for n := 0; n < plies && !r.Outcome().Over() && ctx.Err() == nil; n++ {
				t, err := entrant.Player.Think(ctx, r, engine.Budget{Nodes: entrant.Nodes, Seed: seed + uint64(n)})
				if err != nil {
					return err
				}
				if _, err := fmt.Fprintf(e.Out, "%s  %s, depth %d, %d nodes: %s\n", t.Move, score(t), t.Depth, t.Nodes, line(t.Line)); err != nil {
					return err
				}
				if err := r.Play(t.Move); err != nil {
					return err
				}
			}
			if r.Outcome().Over() {
				_, err = fmt.Fprintln(e.Out, r.Outcome())
			}
			return err
		},
		ValidArgsFunction: e.CompleteGame,
	}
	cmd.Flags().StringVar(&player, "player", "pvs:100000", "who chooses")
	cmd.Flags().StringVar(&position, "position", "", "the position string to play from (default: the start)")
	cmd.Flags().IntVar(&plies, "plies", 1, "how many plies to play")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "the seed of all that is random")
	return cmd
}

// score is a score for people.
func score(t engine.Thought) string {
	n, ok := t.Plies()
	switch {
	case ok && t.Score > 0:
		return fmt.Sprintf("win %d", n)
	case ok:
		return fmt.Sprintf("loss %d", n)
	}
	return fmt.Sprintf("%+d", t.Score)
}

func line(moves []rules.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = string(m)
	}
	return strings.Join(texts, " ")
}
