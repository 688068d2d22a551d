package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/club"
)

// gameRow is a game in a list. The keys are a contract with programs.
type gameRow struct {
	ID        int64           `json:"id"`
	Rules     string          `json:"rules"`
	Black     playerRef       `json:"black"`
	White     playerRef       `json:"white"`
	Plies     int             `json:"plies"`
	Result    db.Result       `json:"result"`
	Reason    string          `json:"reason"`
	Pace      string          `json:"pace"`
	Rated     bool            `json:"rated"`
	Started   cli.PrintedTime `json:"started"`
	Ended     cli.PrintedTime `json:"ended"`
	TurnSince cli.PrintedTime `json:"turn_since"`
}

// playerRef identifies a player in other rows.
type playerRef struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	Address string `json:"address"`
}

const gameFields = `"id", "rules", "black" and "white"
({"id","name","address"}), "plies", "result" (none, black, white, draw, void), "reason",
"pace", "rated", and the times "started", "ended" and "turn_since" (null: not yet)`

// gamesCommand is `turnpost games`.
func gamesCommand(a *app) *cobra.Command {
	var s store
	var running bool
	var player string
	var limit int
	cmd := &cobra.Command{
		Use:   "games",
		Short: "List the games",
		Long: `List the games, newest first: number, rules, players, plies and state. A server may be
running. A player is an address, a number or a name.

  turnpost games --running --player ada@example.org

--json writes an object a line: ` + gameFields + `.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			rows := []gameRow{}
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				var id int64
				if player != "" {
					p, err := findPlayer(tx, player)
					if err != nil {
						return err
					}
					id = p.ID
				}
				games, err := tx.ListGames(id, running, limit)
				if err != nil {
					return err
				}
				for _, g := range games {
					row, err := gameRowOf(tx, g)
					if err != nil {
						return err
					}
					rows = append(rows, row)
				}
				return nil
			})
			if err != nil {
				return err
			}
			return cli.PrintRows(a.Out, s.json, rows, "no games", "GAME\tRULES\tBLACK\tWHITE\tPLIES\tSTATE\tSINCE",
				func(g gameRow) string {
					state, since := "running", g.TurnSince
					if g.Result != db.Undecided {
						state, since = string(g.Result)+" "+g.Reason, g.Ended
					}
					return fmt.Sprintf("#%d\t%s\t%s\t%s\t%d\t%s\t%s", g.ID, g.Rules, g.Black, g.White, g.Plies, state,
						since)
				})
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	addLimitFlag(cmd, &limit)
	cmd.Flags().BoolVar(&running, "running", false, "only games that are not over")
	cmd.Flags().StringVar(&player, "player", "", "only games of this player")
	return cmd
}

// addLimitFlag gives a list of the newest rows the flag --limit.
func addLimitFlag(cmd *cobra.Command, limit *int) {
	cmd.Flags().IntVar(limit, "limit", 100, "how many to list, the newest; -1 for all")
}

func gameRowOf(tx *db.Tx, g db.Game) (row gameRow, err error) {
	row = gameRow{
		ID: g.ID, Rules: g.Rules, Plies: g.Plies, Result: g.Result, Reason: g.Reason, Pace: g.Pace, Rated: g.Rated,
		Started: cli.PrintedTime(g.StartedAt), Ended: cli.PrintedTime(g.EndedAt), TurnSince: cli.PrintedTime(g.TurnAt),
	}
	if row.Black, err = playerRefOf(tx, g.Black); err == nil {
		row.White, err = playerRefOf(tx, g.White)
	}
	return row, err
}

func playerRefOf(tx *db.Tx, id int64) (playerRef, error) {
	p, err := tx.Player(id)
	return playerRef{p.ID, p.Name, p.Address}, err
}

// isRobot reports whether a name and address are those of a computer player.
func isRobot(name, address string) bool { return address == "" && club.BotLevel(name) > 0 }

func (p playerRef) String() string {
	if isRobot(p.Name, p.Address) {
		return p.Name
	}
	if p.Address == "" {
		return fmt.Sprintf("%s (left)", cli.OneLine(p.Name))
	}
	return cli.OneLine(p.Address)
}
