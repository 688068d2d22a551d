package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// inboxRow is a letter in. The names of the keys are a contract with programs.
type inboxRow struct {
	ID        int64          `json:"id"`
	State     string         `json:"state"`
	MessageID string         `json:"message_id"`
	Size      int64          `json:"size"`
	Attempts  int            `json:"attempts"`
	Failures  int            `json:"failures"`
	Remark    string         `json:"remark"`
	Arrived   terminal.Stamp `json:"arrived"`
	Handled   terminal.Stamp `json:"handled"`
}

const inboxFields = `"id", "state", "message_id", "size", "attempts", "failures", "remark", and the
moments "arrived" and "handled" (null: not yet)`

// inboxCommand is `turnpost inbox` and all below it.
func inboxCommand(a *app) *cobra.Command {
	var s store
	var state string
	var limit int
	cmd := &cobra.Command{
		Use:   "inbox",
		Short: "List the letters in; look at one; replay one that was put aside",
		Long: `List the letters in, the newest first: number, state, when it arrived, and what
was done with it or why it failed. A letter is new, done, dropped (a robot's, or
nobody's) or quarantined: work on it failed three times and it was put aside. A
server may be running.

  turnpost inbox --state quarantined
  turnpost inbox show 12
  turnpost inbox replay 12

With --json each line is an object: ` + inboxFields + `.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("state", state, inboxStates()); err != nil {
				return err
			}
			var rows []inboxRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				in, err := tx.ListIncoming(state, limit)
				rows = inboxRows(in)
				return err
			})
			if err != nil {
				return err
			}
			return printInbox(a.Out, s.json, rows)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	addLimitFlag(cmd, &limit)
	cmd.Flags().StringVar(&state, "state", "", "only letters that are "+strings.Join(inboxStates(), ", "))
	cmd.AddCommand(inboxShowCommand(a), inboxReplayCommand(a))
	return cmd
}

func inboxStates() []string {
	return []string{db.IncomingNew, db.IncomingDone, db.IncomingDropped, db.IncomingQuarantined}
}

// oneOf demands that a flag is empty or one of some words.
func oneOf(flag, value string, words []string) error {
	if value == "" || slices.Contains(words, value) {
		return nil
	}
	return exit.Errorf(exit.Usage, "there is no %s %q; there are %s", flag, value, strings.Join(words, ", "))
}

func inboxRows(in []db.Incoming) []inboxRow {
	rows := []inboxRow{}
	for _, i := range in {
		rows = append(rows, inboxRow{i.ID, i.State, i.MessageID, i.Size, i.Attempts, i.Failures, i.Remark, terminal.Stamp(i.ArrivedAt), terminal.Stamp(i.HandledAt)})
	}
	return rows
}

func printInbox(out io.Writer, asJSON bool, rows []inboxRow) error {
	return terminal.Rows(out, asJSON, rows, "no letters in", "IN\tSTATE\tARRIVED\tSIZE\tTRIES\tREMARK", func(i inboxRow) string {
		return fmt.Sprintf("%d\t%s\t%s\t%d\t%d\t%s", i.ID, i.State, i.Arrived, i.Size, i.Attempts, terminal.OneLine(i.Remark))
	})
}
