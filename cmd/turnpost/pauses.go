package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/handler"
)

// pauseRow is a pause in a list. The keys are a contract with programs.
type pauseRow struct {
	ID     int64           `json:"id"`
	Player *playerRef      `json:"player"`
	Why    string          `json:"why"`
	From   cli.PrintedTime `json:"from"`
	To     cli.PrintedTime `json:"to"`
	Ahead  bool            `json:"ahead"`
}

const pauseFields = `"id", "player" (null: everybody's clocks), "why" (down,
vacation, suspended, paused), "from", "to" (null: until further notice) and "ahead" (it
is everybody's and ends in the future, because the machine's clock was wrong)`

// pausesCommand is `turnpost pauses` and its subcommands.
func pausesCommand(a *app) *cobra.Command {
	var s store
	var over bool
	var limit int
	cmd := &cobra.Command{
		Use:   "pauses",
		Short: "List the pauses of clocks, or end one",
		Long: `List the pauses of clocks, latest first: number, whose clocks, reason, start and end.
"down" is a pause of everybody's clocks: no server ran, or none could read the mailbox.
"vacation" and "paused" are a player's wish. "suspended" is a player whose messages
bounce, or who was suspended by 'turnpost player suspend'. A server may be running.

If a pause of everybody's clocks ends in the future, the machine's clock was ahead. The
server ends it when the clock is right again; 'turnpost pauses end' does so without a
server.

  turnpost pauses
  turnpost pauses --all --json
  turnpost pauses end 12

--json writes an object a line: ` + pauseFields + `.`,
		Args: arguments(0, 0),
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
			return cli.PrintRows(a.Out, s.json, rows, "no pauses: all clocks run", "PAUSE\tWHOSE\tWHY\tFROM\tTO",
				func(p pauseRow) string {
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
	cmd.Flags().BoolVar(&over, "all", false, "also pauses that are over")
	cmd.AddCommand(pausesEndCommand(a))
	return cmd
}

func pauseRowOf(tx *db.Tx, p db.ClockPause) (pauseRow, error) {
	row := pauseRow{ID: p.ID, Why: string(p.Why), From: cli.PrintedTime(p.From), To: cli.PrintedTime(p.To),
		Ahead: p.Player == 0 &&
			p.To.After(tx.Now)}
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
		Short: "End a pause of everybody's clocks",
		Long: `End a pause of everybody's clocks now, which has an end in the future because the
machine's clock was wrong. Pauses that are over cannot be ended, and neither can those
of a player, who was told about them. 'turnpost audit' lists it. A server may be
running.

  turnpost pauses end 12

--json writes one object: the pause, with the fields of 'turnpost pauses'; null if it
would have begun later.`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a pause")
			if err != nil {
				return err
			}
			err = a.operate(cmd.Context(), s,
				func(_ *db.DB, o *handler.Operator, _ bool) error { return o.EndPause(cmd.Context(), id) })
			switch {
			case errors.Is(err, db.ErrNotFound):
				return cli.Errorf(cli.ExitFailed, "there is no pause %d; see 'turnpost pauses'", id)
			case errors.Is(err, club.ErrNothingToDo):
				return cli.Errorf(cli.ExitFailed, "pause %d is already over", id)
			case errors.Is(err, club.ErrPlayersPause):
				return cli.Errorf(cli.ExitFailed,
					"pause %d belongs to a player, who ends it by mail; end a suspension by 'turnpost player resume'",
					id)
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
			return errors.Join(err, cli.PrintJSON(a.Out, row))
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}
