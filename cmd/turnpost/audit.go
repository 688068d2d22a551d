package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
)

// auditRow is something that an operator did. The keys are a contract with programs.
type auditRow struct {
	At       cli.PrintedTime `json:"at"`
	Operator string          `json:"operator"`
	Act      string          `json:"act"`
	Subject  int64           `json:"subject"`
	Detail   string          `json:"detail"`
}

// auditCommand is `turnpost audit`.
func auditCommand(a *app) *cobra.Command {
	var s store
	var limit int
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "List what operators did to games and players",
		Long: `List what operators did by command, newest first: when, which account of the machine, what,
and to which game or player, by number. Entries are deleted when they are older than
[privacy] keep_audit, unless they added time to a clock.

--json writes an object a line: "at", "operator", "act" (such as "game abort"),
"subject" (the number of the game or player; 0 is neither) and "detail".`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []auditRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				acts, err := tx.ListAudit(limit)
				for _, x := range acts {
					rows = append(rows, auditRow{cli.PrintedTime(x.At), x.Operator, x.Act, x.Subject, x.Detail})
				}
				return err
			})
			if err != nil {
				return err
			}
			return cli.PrintRows(a.Out, s.json, rows, "no entries", "WHEN\tOPERATOR\tACT\tSUBJECT\tDETAIL",
				func(r auditRow) string {
					subject := "-"
					if r.Subject != 0 {
						subject = fmt.Sprintf("#%d", r.Subject)
					}
					return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", r.At, cli.OneLine(r.Operator), r.Act, subject,
						cli.OneLine(r.Detail))
				})
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	addLimitFlag(cmd, &limit)
	return cmd
}
