package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
)

// playerRow is a player in a list. The keys are a contract with programs.
type playerRow struct {
	ID       int64           `json:"id"`
	Address  string          `json:"address"`
	Name     string          `json:"name"`
	Lang     string          `json:"lang"`
	Timezone string          `json:"timezone"`
	States   []string        `json:"states"`
	Running  int             `json:"running"`
	Turns    int             `json:"turns"`
	Late     int             `json:"late"`
	Public   bool            `json:"public"`
	Wrote    cli.PrintedTime `json:"wrote"`
	Stopped  cli.PrintedTime `json:"stopped"`
}

const playerFields = `"id", "address", "name", "lang", "timezone", "states" (a list
of: new, stopped, suspended, paused, blocked), "running" (games), "turns", "late",
"public" (everybody may see finished games), and the times "wrote" (first) and "stopped"
(null: not)`

// playersCommand is `turnpost players`.
func playersCommand(a *app) *cobra.Command {
	var s store
	var limit int
	cmd := &cobra.Command{
		Use:   "players",
		Short: "List the players",
		Long: `List the players, newest first: number, address, name, running games, turns, late turns,
and state: new (never wrote), stopped (wants no messages), suspended (clocks stopped,
because messages bounce or by 'turnpost player suspend'), paused (messages and clocks,
by the player), blocked (by 'turnpost player block'). A server may be running.

--json writes an object a line: ` + playerFields + `.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			rows := []playerRow{}
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				players, err := tx.Roster(0, limit)
				for _, p := range players {
					rows = append(rows, playerRowOf(p))
				}
				return err
			})
			if err != nil {
				return err
			}
			return printPlayers(a, s.json, rows)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	addLimitFlag(cmd, &limit)
	return cmd
}

func printPlayers(a *app, asJSON bool, rows []playerRow) error {
	return cli.PrintRows(a.Out, asJSON, rows, "no players", "PLAYER\tADDRESS\tNAME\tRUNNING\tTURNS\tLATE\tSTATE",
		func(p playerRow) string {
			return fmt.Sprintf("#%d\t%s\t%s\t%d\t%d\t%d\t%s", p.ID, cli.OneLine(p.Address), cli.OneLine(p.Name),
				p.Running, p.Turns, p.Late, strings.Join(p.States, ", "))
		})
}

func playerRowOf(p db.ListedPlayer) playerRow {
	row := playerRow{
		ID: p.ID, Address: p.Address, Name: p.Name, Lang: p.Lang, Timezone: p.Timezone, States: []string{},
		Running: p.Running,
		Turns:   p.Turns, Late: p.Late, Public: p.Public, Wrote: cli.PrintedTime(p.WroteAt),
		Stopped: cli.PrintedTime(p.StoppedAt),
	}
	for _, state := range []struct {
		is   bool
		name string
	}{{p.WroteAt.IsZero(), "new"}, {!p.StoppedAt.IsZero() && !p.Blocked, "stopped"}, {p.Suspended, "suspended"},
		{p.Paused, "paused"}, {p.Blocked, "blocked"}} {
		if state.is {
			row.States = append(row.States, state.name)
		}
	}
	return row
}
