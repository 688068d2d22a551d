package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// auditRow is something that an operator did. The names of the keys are a contract
// with programs.
type auditRow struct {
	At       terminal.Stamp `json:"at"`
	Operator string         `json:"operator"`
	Act      string         `json:"act"`
	Subject  int64          `json:"subject"`
	Detail   string         `json:"detail"`
}

// auditCommand is `turnpost audit`.
func auditCommand(a *app) *cobra.Command {
	var s store
	var limit int
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "List what operators did to games and players",
		Long: `List what operators did by command, the newest first: when, which account of the
machine, what, and to which game or player. Nobody is named. A line goes when it is older
than [privacy] keep_audit, unless it says what was given to a clock.

With --json each line is an object: "at", "operator", "act" (as "game abort"),
"subject" (the number of the game or the player; 0: neither) and "detail".`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []auditRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				acts, err := tx.ListAudit(limit)
				for _, x := range acts {
					rows = append(rows, auditRow{terminal.Stamp(x.At), x.Operator, x.Act, x.Subject, x.Detail})
				}
				return err
			})
			if err != nil {
				return err
			}
			return terminal.Rows(a.Out, s.json, rows, "nothing was done yet", "WHEN\tOPERATOR\tACT\tSUBJECT\tDETAIL", func(r auditRow) string {
				subject := "-"
				if r.Subject != 0 {
					subject = fmt.Sprintf("#%d", r.Subject)
				}
				return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", r.At, terminal.OneLine(r.Operator), r.Act, subject, terminal.OneLine(r.Detail))
			})
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	addLimitFlag(cmd, &limit)
	return cmd
}
