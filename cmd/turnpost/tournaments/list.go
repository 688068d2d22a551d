package tournaments

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/db/seasons"
)

// row is a tournament in a list. The names of the keys are a contract with programs.
type row struct {
	Name     string         `json:"name"`
	Game     string         `json:"game"`
	State    string         `json:"state"`
	Players  int            `json:"players"`
	Standing bool           `json:"standing"`
	Starts   terminal.Stamp `json:"starts"`
	Ends     terminal.Stamp `json:"ends"`
}

// tableRow is a player in a table.
type tableRow struct {
	Division int     `json:"division"`
	Place    int     `json:"place"`
	Player   int64   `json:"player"`
	Name     string  `json:"name"`
	Points   float64 `json:"points"`
	Berger   float64 `json:"sonneborn_berger"`
	Played   int     `json:"played"`
	Left     int     `json:"left"`
	Out      bool    `json:"out"`
}

func listCommand(e cli.Env, s Store) *cobra.Command {
	asJSON, limit := false, 0
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the tournaments",
		Long: `List the tournaments: those that are not over, in the order in which they were made,
and then those that are, the last first. Of each there is name, game, state (open,
starting, running, over), players, and when it begins by itself and ends.

  turnpost tournament list --limit -1

With --json each line is an object: "name", "game", "state", "players", "standing"
(another season follows), "starts" and "ends" (null: not known).`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []row
			err := s.Look(cmd.Context(), func(tx *db.Tx, _ daemon.Operations) error {
				found, err := seasons.Listed(tx, limit)
				if err != nil {
					return err
				}
				players, err := seasons.Counts(tx, found)
				for _, t := range found {
					rows = append(rows, row{t.Name, t.Rules, t.State, players[t.ID], t.Standing, terminal.Stamp(t.StartsAt), terminal.Stamp(t.EndsAt)})
				}
				return err
			})
			if err != nil {
				return err
			}
			return terminal.Rows(e.Out, asJSON, rows, "there are no tournaments", "NAME\tGAME\tSTATE\tPLAYERS\tSTARTS\tENDS", func(r row) string {
				return fmt.Sprintf("%s\t%s\t%s\t%d\t%s\t%s", r.Name, r.Game, r.State, r.Players, r.Starts, r.Ends)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, one object a line")
	addLimitFlag(cmd, &limit)
	return cmd
}

func showCommand(e cli.Env, s Store) *cobra.Command {
	asJSON, limit := false, 0
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Show the tables of a tournament",
		Long: `Show the tables of a tournament: division, place, player, points, Sonneborn-Berger,
games that count, games under way, and who is out.

  turnpost tournament show turro-1
  turnpost tournament show turro-1 --limit -1

With --json each line is an object: "division", "place", "player", "name", "points",
"sonneborn_berger", "played", "left" and "out".`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var rows []tableRow
			err := s.Look(cmd.Context(), func(tx *db.Tx, o daemon.Operations) error {
				t, err := seasons.Named(tx, args[0])
				if errors.Is(err, db.ErrNotFound) {
					return exit.Errorf(exit.Failed, "there is no tournament %q; 'turnpost tournament list' has their names", args[0])
				}
				if err != nil {
					return err
				}
				tables, err := o.Tables(tx, t, limit)
				for _, table := range tables {
					for _, r := range table.Rows {
						rows = append(rows, tableRow{table.Division.Number, r.Place, r.ID, table.Players[r.ID].Name,
							float64(r.Points) / 2, float64(r.Berger) / 4, r.Played, r.Left, r.Out})
					}
				}
				if limit >= 0 {
					rows = rows[:min(limit, len(rows))]
				}
				return err
			})
			if err != nil {
				return err
			}
			return terminal.Rows(e.Out, asJSON, rows, "it has not begun", "DIVISION\tPLACE\tPLAYER\tPOINTS\tSB\tPLAYED\tLEFT\tOUT", func(r tableRow) string {
				out := map[bool]string{true: "out", false: "-"}[r.Out]
				return fmt.Sprintf("%d\t%d\t%s\t%g\t%g\t%d\t%d\t%s", r.Division, r.Place, terminal.OneLine(r.Name), r.Points, r.Berger, r.Played, r.Left, out)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, one object a line")
	addLimitFlag(cmd, &limit)
	return cmd
}

// addLimitFlag bounds a list of which the first lines matter most. Of none it could not be
// said whether there are any.
func addLimitFlag(cmd *cobra.Command, limit *int) {
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if *limit == 0 {
			return exit.Errorf(exit.Usage, "--limit is 0; it is 1 at least, or -1 for all")
		}
		return nil
	}
	cmd.Flags().IntVar(limit, "limit", 100, "at most so many, the first; -1 is all")
}
