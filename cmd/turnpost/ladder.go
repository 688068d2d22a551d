package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/db/tournaments"
)

// rung is a place on a ladder. The keys are a contract with programs.
type rung struct {
	Place   int             `json:"place"`
	Player  int64           `json:"player"`
	Name    string          `json:"name"`
	Joined  cli.PrintedTime `json:"joined"`
	Running int             `json:"running"`
	Rests   cli.PrintedTime `json:"rests"`
	Slides  cli.PrintedTime `json:"slides"`
}

// ladderCommand is `turnpost ladder`.
func ladderCommand(a *app) *cobra.Command {
	var s store
	asJSON, limit := false, 0
	cmd := &cobra.Command{
		Use:   "ladder GAME",
		Short: "List the ladder of a game",
		Long: `List the ladder of a game, the first place first: place, player, entry, running games of
the ladder, since when the player has none (also counted from a slide or a vacation),
and when the player slides for that. Players join and leave by mail: ladder GAME on,
ladder off.

  turnpost ladder turro
  turnpost ladder turro --limit -1

--json writes an object a line: "place", "player", "name", "joined", "running", "rests"
and "slides" (both null while a game is running).`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			var rows []rung
			if err := s.view(cmd.Context(),
				func(tx *db.Tx) (err error) { rows, err = rungs(tx, g.Name, limit); return err }); err != nil {
				return err
			}
			return cli.PrintRows(a.Out, asJSON, rows, "nobody is on it",
				"PLACE\tPLAYER\tJOINED\tRUNNING\tRESTS\tSLIDES", func(r rung) string {
					return fmt.Sprintf("%d\t%s\t%s\t%d\t%s\t%s", r.Place, cli.OneLine(r.Name), r.Joined, r.Running,
						r.Rests, r.Slides)
				})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, one object a line")
	addFirstLimitFlag(cmd, &limit)
	addStoreFlags(cmd, &s)
	return cmd
}

// rungs returns the first places of a ladder; limit < 0 returns all.
func rungs(tx *db.Tx, rules string, limit int) (rows []rung, err error) {
	if limit < 0 {
		if limit, err = tournaments.CountRungs(tx, rules); err != nil {
			return nil, err
		}
	}
	all, err := tournaments.LadderStandings(tx, rules, 1, limit)
	if err != nil {
		return nil, err
	}
	for i, r := range all {
		p, err := tx.Player(r.Player)
		if err != nil {
			return nil, err
		}
		rows = append(rows,
			rung{i + 1, r.Player, p.Name, cli.PrintedTime(r.JoinedAt), r.Running, cli.PrintedTime(r.RestAt),
				cli.PrintedTime(r.SlideAt)})
	}
	return rows, nil
}
