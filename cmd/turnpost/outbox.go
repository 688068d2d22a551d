package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/db"
	"turnpost/mail/notify"
	"turnpost/templates/picture"
)

// outboxRow is a message out. The keys are a contract with programs.
type outboxRow struct {
	ID        int64            `json:"id"`
	State     db.OutgoingState `json:"state"`
	Kind      string           `json:"kind"`
	Player    int64            `json:"player"`
	Recipient string           `json:"recipient"`
	Thread    int64            `json:"thread"`
	Answers   int64            `json:"answers"`
	MessageID string           `json:"message_id"`
	Attempts  int              `json:"attempts"`
	Remark    string           `json:"remark"`
	Created   cli.PrintedTime  `json:"created"`
	Due       cli.PrintedTime  `json:"due"`
	Sent      cli.PrintedTime  `json:"sent"`
}

const outboxFields = `"id", "state", "kind", "player", "recipient",
"thread" (the number of a game or invitation; 0 or less: none), "answers" (a message
in; 0: none), "message_id", "attempts", "remark", and the times "created", "due" and "sent"
(null: not yet)`

// outboxCommand is `turnpost outbox` and its subcommands.
func outboxCommand(a *app) *cobra.Command {
	var s store
	var state string
	var limit int
	cmd := &cobra.Command{
		Use:   "outbox",
		Short: "List the messages out; show one; send one again now",
		Long: `List the messages out, newest first: number, state, kind, recipient, when it is due or
was sent, and what the mail server said. A message is queued, sent or refused (for
good). A server may be running.

  turnpost outbox --state queued
  turnpost outbox show 12
  turnpost outbox retry 12

--json writes an object a line: ` + outboxFields + `.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("state", state, outboxStates()); err != nil {
				return err
			}
			var rows []outboxRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				out, err := tx.ListOutgoing(db.OutgoingState(state), 0, limit)
				rows = outboxRows(out)
				return err
			})
			if err != nil {
				return err
			}
			return printOutbox(a.Out, s.json, rows)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	addLimitFlag(cmd, &limit)
	cmd.Flags().StringVar(&state, "state", "", "only messages that are "+strings.Join(outboxStates(), ", "))
	cmd.AddCommand(outboxShowCommand(a), outboxRetryCommand(a))
	return cmd
}

func outboxStates() []string {
	return words(db.OutgoingQueued, db.OutgoingSent, db.OutgoingRefused)
}

func outboxRows(out []db.Outgoing) []outboxRow {
	rows := []outboxRow{}
	for _, o := range out {
		rows = append(rows,
			outboxRow{o.ID, o.State, o.Kind, o.Player, o.Recipient, max(o.Thread, 0), o.Answers, o.MessageID,
				o.Attempts, o.Remark, cli.PrintedTime(o.CreatedAt), cli.PrintedTime(o.DueAt),
				cli.PrintedTime(o.SentAt)})
	}
	return rows
}

func printOutbox(out io.Writer, asJSON bool, rows []outboxRow) error {
	return cli.PrintRows(out, asJSON, rows, "no messages out", "OUT\tSTATE\tKIND\tTO\tWHEN\tTRIES\tREMARK",
		func(o outboxRow) string {
			when := o.Due
			if o.State == db.OutgoingSent {
				when = o.Sent
			}
			return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%d\t%s", o.ID, o.State, o.Kind, cli.OneLine(o.Recipient), when,
				o.Attempts, cli.OneLine(serverFirst(o.Remark)))
		})
}

// serverFirst returns a remark with the server's own words at its start, so that a list that
// cuts long remarks still shows them.
func serverFirst(remark string) string {
	const said = ": the server said "
	i := strings.LastIndex(remark, said)
	if i < 0 {
		return remark
	}
	return remark[i+len(said):] + ": " + remark[:i]
}

// outboxSheet is the output of outbox show --json. The keys are a contract with programs.
type outboxSheet struct {
	Message outboxRow `json:"letter"`
	Text    string    `json:"text"`
}

// outboxShowCommand is `turnpost outbox show`.
func outboxShowCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "show N",
		Short: "Show a message out with its text",
		Long: `Show a message out: its row, and its text exactly as it is sent. It contains a token that
plays in its reader's name: keep it secret.

  turnpost outbox show 12

--json writes one object: "letter" (the fields of 'turnpost outbox') and "text" (empty:
it was erased).`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a message out")
			if err != nil {
				return err
			}
			var o db.Outgoing
			err = s.view(cmd.Context(), func(tx *db.Tx) (err error) { o, err = tx.Message(id); return err })
			if errors.Is(err, db.ErrNotFound) {
				return cli.Errorf(cli.ExitFailed, "there is no message out with the number %d", id)
			}
			if err != nil {
				return err
			}
			rows := outboxRows([]db.Outgoing{o})
			raw, err := notify.AddPictures(o.Raw, a.Games, picture.NewPainter())
			if err != nil {
				fmt.Fprintf(a.Err, "turnpost: warning: it is sent without a picture: %v\n", err)
			}
			if s.json {
				return cli.PrintJSON(a.Out, outboxSheet{rows[0], string(raw)})
			}
			if err := printOutbox(a.Out, false, rows); err != nil {
				return err
			}
			if o.Remark != "" {
				fmt.Fprintf(a.Out, "\nRemark: %s\n", cli.ShowControls(o.Remark))
			}
			text := strings.ReplaceAll(string(raw), "\r\n", "\n")
			if text == "" {
				text = "Its text was erased."
			}
			_, err = fmt.Fprintf(a.Out, "\n%s\n", cli.ShowControls(text))
			return err
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonObject)
	return cmd
}

// outboxRetryCommand is `turnpost outbox retry`.
func outboxRetryCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "retry N",
		Short: "Send a message now that waits or was refused",
		Long: `Make a message out due now: one that waits for its next try, or one that was refused for
good, which gets all tries again. A running server takes it within a second, unless an
earlier message to the same player about the same game is waiting too. A message that
was sent is not sent again.

  turnpost outbox --state refused
  turnpost outbox retry 12`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a message out")
			if err != nil {
				return err
			}
			err = s.update(cmd.Context(), func(tx *db.Tx) error {
				o, err := tx.Message(id)
				switch {
				case errors.Is(err, db.ErrNotFound):
					return cli.Errorf(cli.ExitFailed, "there is no message out with the number %d", id)
				case err != nil:
					return err
				case o.State == db.OutgoingSent:
					return cli.Errorf(cli.ExitFailed, "message %d is already sent", id)
				case len(o.Raw) == 0 || o.Recipient == "":
					return cli.Errorf(cli.ExitFailed, "message %d cannot be sent: its text was erased", id)
				}
				return tx.Retry(id)
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "message %d is due now\n", id)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}
