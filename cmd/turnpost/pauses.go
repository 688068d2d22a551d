package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// pauseRow is a pause in a list. The names of the keys are a contract with programs.
type pauseRow struct {
	ID     int64          `json:"id"`
	Player *playerRef     `json:"player"`
	Why    string         `json:"why"`
	From   terminal.Stamp `json:"from"`
	To     terminal.Stamp `json:"to"`
	Ahead  bool           `json:"ahead"`
}

const pauseFields = `"id", "player" (null: everybody's clocks), "why" (down, vacation, suspended,
paused), "from", "to" (null: until further notice) and "ahead" (it is everybody's, and ends
in the future: the machine's clock was wrong)`

// pausesCommand is `turnpost pauses` and all below it.
func pausesCommand(a *app) *cobra.Command {
	var s store
	var over bool
	var limit int
	cmd := &cobra.Command{
		Use:   "pauses",
		Short: "List when clocks stand still, or end such a time",
		Long: `List the times in which clocks stand still, those that began last first: number,
whose clocks, why, from when, to when. "down" is everybody's: no server ran, or
could read the mailbox. "vacation" and "paused" are a player's wish; "suspended" is one
whose letters come back, or by 'turnpost player suspend'. A server may be running.

A time of everybody's that ends in the future is of a clock that was ahead. The server
ends it by itself when the clock is right again; 'turnpost pauses end' does so where no
server can.

  turnpost pauses
  turnpost pauses --all --json
  turnpost pauses end 12

With --json each line is an object: ` + pauseFields + `.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []pauseRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				pauses, err := tx.ListPauses(over, limit)
				for _, p := range pauses {
					row, err := pauseRowOf(tx, p)
					if err != nil {
						return err
					}
					rows = append(rows, row)
				}
				return err
			})
			if err != nil {
				return err
			}
			return terminal.Rows(a.Out, s.json, rows, "all clocks run", "PAUSE\tWHOSE\tWHY\tFROM\tTO", func(p pauseRow) string {
				whose, to := "everybody", p.To.String()
				if p.Player != nil {
					whose = p.Player.String()
				}
				if p.Ahead {
					to += " (in the future: the clock was wrong)"
				}
				return fmt.Sprintf("%d\t%s\t%s\t%s\t%s", p.ID, whose, p.Why, p.From, to)
			})
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	addLimitFlag(cmd, &limit)
	cmd.Flags().BoolVar(&over, "all", false, "also those that are over")
	cmd.AddCommand(pausesEndCommand(a))
	return cmd
}

func pauseRowOf(tx *db.Tx, p db.Pause) (pauseRow, error) {
	row := pauseRow{ID: p.ID, Why: p.Why, From: terminal.Stamp(p.From), To: terminal.Stamp(p.To), Ahead: p.Player == 0 && p.To.After(tx.Now)}
	if p.Why == db.Bounce {
		row.Why = "suspended"
		if p.Wished {
			row.Why = "paused"
		}
	}
	if p.Player == 0 {
		return row, nil
	}
	ref, err := playerRefOf(tx, p.Player)
	row.Player = &ref
	return row, err
}

// pausesEndCommand is `turnpost pauses end`.
func pausesEndCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "end N",
		Short: "End a time in which everybody's clocks stand still",
		Long: `End, now, a time in which everybody's clocks stand still: one that a wrong clock of the
machine has let end in the future. A time that is over is none to end, and neither is a
player's: they were told that their clocks stand still. It is noted in the log of
'turnpost audit'. A server may be running.

  turnpost pauses end 12

With --json there is one object: the pause as it is now, with the fields of 'turnpost
pauses'; null if it would have begun later.`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a pause")
			if err != nil {
				return err
			}
			err = a.operate(cmd.Context(), s, func(_ *db.DB, o daemon.Operations, _ bool) error { return o.EndPause(cmd.Context(), id) })
			switch {
			case errors.Is(err, db.ErrNotFound):
				return exit.Errorf(exit.Failed, "there is no pause %d; see 'turnpost pauses'", id)
			case daemon.NothingToDo(err):
				return exit.Errorf(exit.Failed, "pause %d is over already", id)
			case daemon.IsTheirs(err):
				return exit.Errorf(exit.Failed, "pause %d is a player's, who was told of it and ends it by a letter; a suspension ends with 'turnpost player resume'", id)
			case err != nil:
				return err
			}
			if !s.json {
				_, err = fmt.Fprintf(a.Out, "pause %d is over; the clocks run\n", id)
				return err
			}
			var row *pauseRow
			err = s.view(cmd.Context(), func(tx *db.Tx) error {
				p, err := tx.PauseByID(id)
				if errors.Is(err, db.ErrNotFound) {
					return nil
				}
				if err != nil {
					return err
				}
				now, err := pauseRowOf(tx, p)
				row = &now
				return err
			})
			return errors.Join(err, terminal.Object(a.Out, row))
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}
