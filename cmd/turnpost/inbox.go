package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail"
)

// inboxRow is a message in. The keys are a contract with programs.
type inboxRow struct {
	ID        int64            `json:"id"`
	State     db.IncomingState `json:"state"`
	MessageID string           `json:"message_id"`
	Size      int64            `json:"size"`
	Attempts  int              `json:"attempts"`
	Failures  int              `json:"failures"`
	Remark    string           `json:"remark"`
	Arrived   cli.PrintedTime  `json:"arrived"`
	Handled   cli.PrintedTime  `json:"handled"`
}

const inboxFields = `"id", "state", "message_id", "size", "attempts", "failures",
"remark", and the times "arrived" and "handled" (null: not yet)`

// inboxCommand is `turnpost inbox` and its subcommands.
func inboxCommand(a *app) *cobra.Command {
	var s store
	var state string
	var limit int
	cmd := &cobra.Command{
		Use:   "inbox",
		Short: "List the messages in; show one; replay a quarantined one",
		Long: `List the messages in, newest first: number, state, arrival, and what was done or why it
failed. A message is new, done, dropped (automatic, or from nobody) or quarantined:
it failed three times. A server may be running.

  turnpost inbox --state quarantined
  turnpost inbox show 12
  turnpost inbox replay 12

--json writes an object a line: ` + inboxFields + `.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("state", state, inboxStates()); err != nil {
				return err
			}
			var rows []inboxRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				in, err := tx.ListIncoming(db.IncomingState(state), limit)
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
	cmd.Flags().StringVar(&state, "state", "", "only messages that are "+strings.Join(inboxStates(), ", "))
	cmd.AddCommand(inboxShowCommand(a), inboxReplayCommand(a))
	return cmd
}

func inboxStates() []string {
	return words(db.IncomingNew, db.IncomingDone, db.IncomingDropped, db.IncomingFailed)
}

// words returns the values of a flag as they are written.
func words[S ~string](values ...S) (out []string) {
	for _, v := range values {
		out = append(out, string(v))
	}
	return out
}

// oneOf returns an error unless a flag is empty or one of some words.
func oneOf(flag, value string, words []string) error {
	if value == "" || slices.Contains(words, value) {
		return nil
	}
	return cli.Errorf(cli.ExitUsage, "there is no %s %q; there are %s", flag, value, strings.Join(words, ", "))
}

func inboxRows(in []db.Incoming) []inboxRow {
	rows := []inboxRow{}
	for _, i := range in {
		rows = append(rows,
			inboxRow{i.ID, i.State, i.MessageID, i.Size, i.Attempts, i.Failures, i.Remark, cli.PrintedTime(i.ArrivedAt),
				cli.PrintedTime(i.HandledAt)})
	}
	return rows
}

func printInbox(out io.Writer, asJSON bool, rows []inboxRow) error {
	return cli.PrintRows(out, asJSON, rows, "no messages in", "IN\tSTATE\tARRIVED\tSIZE\tTRIES\tREMARK",
		func(i inboxRow) string {
			return fmt.Sprintf("%d\t%s\t%s\t%d\t%d\t%s", i.ID, i.State, i.Arrived, i.Size, i.Attempts,
				cli.OneLine(i.Remark))
		})
}

// inboxSheet is the output of inbox show --json. The keys are a contract with programs.
type inboxSheet struct {
	Message inboxRow `json:"letter"`
	Header  string   `json:"header"`
	Lines   []string `json:"lines"`
	Problem string   `json:"problem"`
	Body    string   `json:"body,omitempty"`
}

// inboxShowCommand is `turnpost inbox show`.
func inboxShowCommand(a *app) *cobra.Command {
	var s store
	var body bool
	cmd := &cobra.Command{
		Use:   "show N",
		Short: "Show a message in: its header and the writer's own lines",
		Long: `Show a message in: what was done with it, its header, and the writer's own lines without
quoted mail and signature. A message whose text was erased has neither.

  turnpost inbox show 12 --body

--json writes one object: "letter" (the fields of 'turnpost inbox'), "header", "lines",
"problem" (why it cannot be read) and with --body "body".`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a message in")
			if err != nil {
				return err
			}
			var in db.Incoming
			err = s.view(cmd.Context(), func(tx *db.Tx) (err error) { in, err = tx.Incoming(id); return err })
			if errors.Is(err, db.ErrNotFound) {
				return cli.Errorf(cli.ExitFailed, "there is no message in with the number %d", id)
			}
			if err != nil {
				return err
			}
			sheet := inboxSheetOf(in, body)
			if s.json {
				return cli.PrintJSON(a.Out, sheet)
			}
			if err := printInbox(a.Out, false, []inboxRow{sheet.Message}); err != nil {
				return err
			}
			if sheet.Problem != "" {
				fmt.Fprintf(a.Out, "\nIt cannot be read: %s\n", cli.OneLine(sheet.Problem))
			}
			fmt.Fprintf(a.Out, "\n%s", cli.ShowControls(sheet.Header))
			for _, line := range sheet.Lines {
				fmt.Fprintf(a.Out, "| %s\n", cli.ShowControls(line))
			}
			if body {
				_, err = fmt.Fprintf(a.Out, "\n%s\n", cli.ShowControls(sheet.Body))
			}
			return err
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	cmd.Flags().BoolVar(&body, "body", false, "also the whole body as it arrived")
	return cmd
}

func inboxSheetOf(in db.Incoming, body bool) inboxSheet {
	raw := strings.ReplaceAll(strings.ToValidUTF8(string(in.Raw), "\uFFFD"), "\r\n", "\n")
	header, rest, found := strings.Cut(raw, "\n\n")
	if found {
		header += "\n"
	}
	sheet := inboxSheet{Message: inboxRows([]db.Incoming{in})[0], Header: header, Lines: []string{}}
	if len(in.Raw) == 0 {
		sheet.Problem = "its text was erased"
		return sheet
	}
	if message, err := mail.Read(in.Raw); err != nil {
		sheet.Problem = err.Error()
	} else {
		sheet.Lines = append(sheet.Lines, message.Lines...)
	}
	if body {
		sheet.Body = rest
	}
	return sheet
}

// inboxReplayCommand is `turnpost inbox replay`.
func inboxReplayCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "replay N",
		Short: "Put a quarantined message back into the queue",
		Long: `Put a quarantined message back into the queue, as if it had just arrived, after the cause
of its failure is fixed. A running server takes it within a second. It cannot count
twice: a quarantined message has done nothing yet.

  turnpost inbox --state quarantined
  turnpost inbox replay 12`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a message in")
			if err != nil {
				return err
			}
			err = s.update(cmd.Context(), func(tx *db.Tx) error {
				in, err := tx.Incoming(id)
				switch {
				case errors.Is(err, db.ErrNotFound):
					return cli.Errorf(cli.ExitFailed, "there is no message in with the number %d", id)
				case err != nil:
					return err
				case in.State != db.IncomingFailed:
					return cli.Errorf(cli.ExitFailed, "message %d is %s; only a quarantined one can be replayed", id,
						in.State)
				case len(in.Raw) == 0:
					return cli.Errorf(cli.ExitFailed, "message %d cannot be replayed: its text was erased", id)
				}
				return tx.Replay(id)
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "message %d is new again\n", id)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}
