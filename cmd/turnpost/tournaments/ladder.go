package tournaments

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/db/ladders"
)

// rung is a place on a ladder. The names of the keys are a contract with programs.
type rung struct {
	Place   int            `json:"place"`
	Player  int64          `json:"player"`
	Name    string         `json:"name"`
	Joined  terminal.Stamp `json:"joined"`
	Running int            `json:"running"`
	Rests   terminal.Stamp `json:"rests"`
	Slides  terminal.Stamp `json:"slides"`
}

// Ladder is `turnpost ladder`.
func Ladder(e cli.Env, s Store) *cobra.Command {
	asJSON, limit := false, 0
	cmd := &cobra.Command{
		Use:   "ladder GAME",
		Short: "List the ladder of a game",
		Long: `List the ladder of a game, the first place first: place, player, when they joined, games
of the ladder under way, from when the days without one are counted (a slide and a
vacation begin them anew), and when they slide for it.
Players get on it and off by mail: ladder GAME on, ladder off.

  turnpost ladder turro
  turnpost ladder turro --limit -1

With --json each line is an object: "place", "player", "name", "joined", "running",
"rests" and "slides" (both null while a game is under way).`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := e.Game(args[0])
			if err != nil {
				return err
			}
			var rows []rung
			if err := s.Look(cmd.Context(), func(tx *db.Tx, _ daemon.Operations) (err error) { rows, err = rungs(tx, g.Name, limit); return err }); err != nil {
				return err
			}
			return terminal.Rows(e.Out, asJSON, rows, "nobody is on it", "PLACE\tPLAYER\tJOINED\tRUNNING\tRESTS\tSLIDES", func(r rung) string {
				return fmt.Sprintf("%d\t%s\t%s\t%d\t%s\t%s", r.Place, terminal.OneLine(r.Name), r.Joined, r.Running, r.Rests, r.Slides)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, one object a line")
	addLimitFlag(cmd, &limit)
	return cmd
}

// rungs are the first places of a ladder, so many; < 0: all.
func rungs(tx *db.Tx, rules string, limit int) (rows []rung, err error) {
	if limit < 0 {
		if limit, err = ladders.Count(tx, rules); err != nil {
			return nil, err
		}
	}
	all, err := ladders.Standings(tx, rules, 1, limit)
	if err != nil {
		return nil, err
	}
	for i, r := range all {
		p, err := tx.Player(r.Player)
		if err != nil {
			return nil, err
		}
		rows = append(rows, rung{i + 1, r.Player, p.Name, terminal.Stamp(r.JoinedAt), r.Running, terminal.Stamp(r.RestAt), terminal.Stamp(r.SlideAt)})
	}
	return rows, nil
}
