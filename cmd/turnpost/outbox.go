package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
	"turnpost/mail/notify"
	"turnpost/templates/picture"
)

// outboxRow is a letter out. The names of the keys are a contract with programs.
type outboxRow struct {
	ID        int64          `json:"id"`
	State     string         `json:"state"`
	Kind      string         `json:"kind"`
	Player    int64          `json:"player"`
	Recipient string         `json:"recipient"`
	Thread    int64          `json:"thread"`
	Answers   int64          `json:"answers"`
	MessageID string         `json:"message_id"`
	Attempts  int            `json:"attempts"`
	Remark    string         `json:"remark"`
	Created   terminal.Stamp `json:"created"`
	Due       terminal.Stamp `json:"due"`
	Sent      terminal.Stamp `json:"sent"`
}

const outboxFields = `"id", "state", "kind", "player", "recipient", "thread" (a game's or invitation's
number; 0: none), "answers" (a letter in; 0: none), "message_id", "attempts",
"remark", and the moments "created", "due" and "sent" (null: not yet)`

// outboxCommand is `turnpost outbox` and all below it.
func outboxCommand(a *app) *cobra.Command {
	var s store
	var state string
	var limit int
	cmd := &cobra.Command{
		Use:   "outbox",
		Short: "List the letters out; look at one; try one again at once",
		Long: `List the letters out, the newest first: number, state, kind, receiver, when it
is due or was sent, and what the mail server said. A letter is queued, sent or
refused (for good). A server may be running.

  turnpost outbox --state queued
  turnpost outbox show 12
  turnpost outbox retry 12

With --json each line is an object: ` + outboxFields + `.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("state", state, outboxStates()); err != nil {
				return err
			}
			var rows []outboxRow
			err := s.view(cmd.Context(), func(tx *db.Tx) error {
				out, err := tx.ListOutgoing(state, 0, limit)
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
	cmd.Flags().StringVar(&state, "state", "", "only letters that are "+strings.Join(outboxStates(), ", "))
	cmd.AddCommand(outboxShowCommand(a), outboxRetryCommand(a))
	return cmd
}

func outboxStates() []string {
	return []string{db.OutgoingQueued, db.OutgoingSent, db.OutgoingRefused}
}

func outboxRows(out []db.Outgoing) []outboxRow {
	rows := []outboxRow{}
	for _, o := range out {
		rows = append(rows, outboxRow{o.ID, o.State, o.Kind, o.Player, o.Recipient, max(o.Thread, 0), o.Answers, o.MessageID,
			o.Attempts, o.Remark, terminal.Stamp(o.CreatedAt), terminal.Stamp(o.DueAt), terminal.Stamp(o.SentAt)})
	}
	return rows
}

func printOutbox(out io.Writer, asJSON bool, rows []outboxRow) error {
	return terminal.Rows(out, asJSON, rows, "no letters out", "OUT\tSTATE\tKIND\tTO\tWHEN\tTRIES\tREMARK", func(o outboxRow) string {
		when := o.Due
		if o.State == db.OutgoingSent {
			when = o.Sent
		}
		return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%d\t%s", o.ID, o.State, o.Kind, terminal.OneLine(o.Recipient), when, o.Attempts, terminal.OneLine(o.Remark))
	})
}

// outboxSheet is the answer of outbox show --json. The names of the keys are a
// contract with programs.
type outboxSheet struct {
	Letter outboxRow `json:"letter"`
	Text   string    `json:"text"`
}

// outboxShowCommand is `turnpost outbox show`.
func outboxShowCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "show N",
		Short: "Show a letter out with its text",
		Long: `Show a letter out: its row, and its text as it is sent, byte by byte. It holds a
secret that plays in its reader's name: treat it as a password.

  turnpost outbox show 12

With --json there is one object: "letter" (the fields of 'turnpost outbox') and
"text" (empty: it was erased).`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a letter out")
			if err != nil {
				return err
			}
			var o db.Outgoing
			err = s.view(cmd.Context(), func(tx *db.Tx) (err error) { o, err = tx.Letter(id); return err })
			if errors.Is(err, db.ErrNotFound) {
				return exit.Errorf(exit.Failed, "there is no letter out of number %d", id)
			}
			if err != nil {
				return err
			}
			rows := outboxRows([]db.Outgoing{o})
			raw, err := notify.Draw(o.Raw, a.Games, picture.NewPainter())
			if err != nil {
				fmt.Fprintf(a.Err, "turnpost: warning: it goes without a picture: %v\n", err)
			}
			if s.json {
				return terminal.Object(a.Out, outboxSheet{rows[0], string(raw)})
			}
			if err := printOutbox(a.Out, false, rows); err != nil {
				return err
			}
			text := strings.ReplaceAll(string(raw), "\r\n", "\n")
			if text == "" {
				text = "Its text was erased."
			}
			_, err = fmt.Fprintf(a.Out, "\n%s\n", terminal.Shown(text))
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
		Short: "Send a letter out at once that waits or was refused",
		Long: `Make a letter out due now: one that waits for its next try, or one that was
refused for good, whose tries then begin anew. A running server takes it within
a second, unless an earlier letter to the same player in the same game waits as
well. A letter that was sent is not sent again.

  turnpost outbox --state refused
  turnpost outbox retry 12`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := number(args[0], "a letter out")
			if err != nil {
				return err
			}
			err = s.update(cmd.Context(), func(tx *db.Tx) error {
				o, err := tx.Letter(id)
				switch {
				case errors.Is(err, db.ErrNotFound):
					return exit.Errorf(exit.Failed, "there is no letter out of number %d", id)
				case err != nil:
					return err
				case o.State == db.OutgoingSent:
					return exit.Errorf(exit.Failed, "letter %d is sent already", id)
				case len(o.Raw) == 0 || o.Recipient == "":
					return exit.Errorf(exit.Failed, "letter %d cannot be sent: its text was erased", id)
				}
				return tx.Retry(id)
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "letter %d is due now\n", id)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}
