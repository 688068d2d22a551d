package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

// daemonRow is a daemon in a list. One with the number 0 lists the leaderships that no
// daemon holds. The keys are a contract with programs.
type daemonRow struct {
	ID          int64           `json:"id"`
	Name        string          `json:"name"`
	Since       cli.PrintedTime `json:"since"`
	Lease       cli.PrintedTime `json:"lease_until"`
	Ended       bool            `json:"ended"`
	Leaderships []leadershipRow `json:"leaderships"`
}

// leadershipRow is work that one daemon at a time does.
type leadershipRow struct {
	Name string          `json:"name"`
	Deaf cli.PrintedTime `json:"deaf_since"`
}

const daemonFields = `"id" (0: nobody), "name", "since", "lease_until", "ended" (the lease has
expired), and "leaderships", a list of objects with "name" and "deaf_since" (null: the
mailbox is read, or it is not a mailbox)`

// daemonsCommand is `turnpost daemons`.
func daemonsCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "daemons",
		Short: "List the servers that run on the database",
		Long: `List the servers that run on the database: number, name (host and process), start, the
end of the lease, which is renewed every few seconds, and the work that only one server
at a time does, such as the clockwork (deadlines, reminders, digests) and reading a
mailbox. Servers without such work answer and send messages, and stand by. A mailbox
that cannot be read, or whose server died, is deaf: no clock of any game runs out
meanwhile, for at most a day if no server reads it. 'turnpost daemons timeout NAME' ends
that for a mailbox that will not be read again.

An expired lease belongs to a server that died moments ago, or whose clock is behind.

--json writes an object a line: ` + daemonFields + `.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []daemonRow
			err := s.view(cmd.Context(), func(tx *db.Tx) (err error) { rows, err = daemonRows(tx); return err })
			if err != nil {
				return err
			}
			return cli.PrintRows(a.Out, s.json, rows, "no server is running", "SERVER\tNAME\tSINCE\tLEASE\tHOLDS",
				daemonRow.String)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	cmd.AddCommand(mailboxTimeoutCommand(a), takeMailboxCommand(a))
	return cmd
}

// takeMailboxCommand is `turnpost daemons take-mailbox`.
func takeMailboxCommand(a *app) *cobra.Command {
	var path string
	cmd := &cobra.Command{
		Use:   "take-mailbox",
		Short: "Give the mailbox to this database",
		Long: `Give the mailbox of the configuration to its database. A folder in the mailbox says which
database stores its messages (Turnpost/Database-...), and a server with another database
does not start: both would answer each message, in games that have the same numbers.

Stop the other server first, and give its database up: players go on with its games in
vain. A backup that was restored, or a copy made by 'turnpost db copy', counts as the same
database, and needs no such command. Of two servers that run with copies of one database,
the one that started later stops.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.LoadToServe(path)
			if err != nil {
				return err
			}
			d, err := store{config: path}.open(cmd.Context())
			if err != nil {
				return err
			}
			defer d.Close()
			before, id, err := daemon.TakeMailbox(cmd.Context(), c, d)
			if err != nil {
				return err
			}
			for _, m := range before {
				if m.Database != id {
					fmt.Fprintf(a.Out, "it belonged to the database %s since %s\n", cli.OneLine(m.Database),
						m.At().Format(time.DateTime))
				}
			}
			_, err = fmt.Fprintf(a.Out, "%s of %s belongs to the database %s, %s\n", c.IMAP.Mailbox, c.IMAP.User, id,
				db.Redacted(c.Database.Where()))
			return err
		},
	}
	addConfigFlag(cmd, &path)
	return cmd
}

// mailboxTimeoutCommand is `turnpost daemons timeout`, formerly forsake.
func mailboxTimeoutCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:     "timeout NAME",
		Aliases: []string{"forsake"},
		Short:   "Stop waiting for a mailbox that no server will read again",
		Long: `Stop waiting for a mailbox that no server will read again, so that clocks run on now and
not after a day. NAME is what 'turnpost daemons' shows, such as "mailbox
imap://games@mail.example.org/INBOX". Stop the server that reads it first.`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := s.update(cmd.Context(), func(tx *db.Tx) error { return tx.TimeOutMailbox(args[0]) })
			if errors.Is(err, db.ErrNotFound) {
				return cli.Errorf(cli.ExitFailed, "%q is not in 'turnpost daemons', or a server holds it",
					cli.OneLine(args[0]))
			}
			if err == nil {
				fmt.Fprintln(a.Out, "the mailbox is no longer waited for")
			}
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

// daemonRows lists the daemons, and last the leaderships that nobody holds, if any.
func daemonRows(tx *db.Tx) ([]daemonRow, error) {
	daemons, err := tx.Daemons()
	if err != nil {
		return nil, err
	}
	leaderships, err := tx.Leaderships()
	if err != nil {
		return nil, err
	}
	held := map[int64][]leadershipRow{}
	for _, l := range leaderships {
		held[l.Leader] = append(held[l.Leader], leadershipRow{l.Name, cli.PrintedTime(l.DeafAt)})
	}
	living, err := tx.Living()
	if err != nil {
		return nil, err
	}
	alive := map[int64]bool{}
	for _, d := range living {
		alive[d.ID] = true
	}
	var rows []daemonRow
	for _, d := range daemons {
		rows = append(rows,
			daemonRow{d.ID, d.Name, cli.PrintedTime(d.StartedAt), cli.PrintedTime(d.LeaseUntil), !alive[d.ID],
				orNone(held[d.ID])})
	}
	if left := held[0]; len(left) > 0 {
		rows = append(rows, daemonRow{Leaderships: left})
	}
	return rows, nil
}

// orNone makes nil an empty list, which JSON distinguishes.
func orNone(leaderships []leadershipRow) []leadershipRow {
	if leaderships == nil {
		return []leadershipRow{}
	}
	return leaderships
}

func (d daemonRow) String() string {
	number, name, lease := "-", "nobody", "-"
	if d.ID != 0 {
		number, name, lease = fmt.Sprintf("#%d", d.ID), cmp.Or(cli.OneLine(d.Name), "-"), d.Lease.Clock()
		if d.Ended {
			lease = "ended " + lease
		}
	}
	var holds []string
	for _, l := range d.Leaderships {
		what := cli.OneLine(l.Name)
		if l.Deaf != (cli.PrintedTime{}) {
			what += " (deaf since " + l.Deaf.String() + ")"
		}
		holds = append(holds, what)
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", number, name, d.Since, lease, cmp.Or(strings.Join(holds, ", "), "-"))
}
