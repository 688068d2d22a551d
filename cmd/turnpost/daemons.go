package main

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

// daemonRow is a daemon in a list, or, with the number 0, nobody, who holds what
// a dead one has left. The names of the keys are a contract with programs.
type daemonRow struct {
	ID          int64           `json:"id"`
	Name        string          `json:"name"`
	Since       terminal.Stamp  `json:"since"`
	Lease       terminal.Stamp  `json:"lease_until"`
	Ended       bool            `json:"ended"`
	Leaderships []leadershipRow `json:"leaderships"`
}

// leadershipRow is what only one daemon at a time does.
type leadershipRow struct {
	Name string         `json:"name"`
	Deaf terminal.Stamp `json:"deaf_since"`
}

const daemonFields = `"id" (0: nobody), "name", "since", "lease_until", "ended" (the lease is over),
and "leaderships", a list of objects with "name" and "deaf_since" (null: it is read, or no
mailbox)`

// daemonsCommand is `turnpost daemons`.
func daemonsCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "daemons",
		Short: "List the servers that run on the database",
		Long: `List the servers that run on the database: number, name (host and process), since
when, until when the lease lasts, which each renews every few seconds, and what it
does that only one at a time may: the clockwork (deadlines, reminders, digests) and
the collecting from a mailbox. Who holds none answers and sends letters, and stands
by. A mailbox that cannot be read, or that nobody reads since its server died, is
deaf: no clock of any game runs out meanwhile, for a day at most if nobody reads it.
'turnpost daemons timeout NAME' ends that for one that will be read no more.

A lease that is over is a server's that died a moment ago, and alone, or one's whose
clock is behind.

With --json each line is an object: ` + daemonFields + `.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			var rows []daemonRow
			err := s.view(cmd.Context(), func(tx *db.Tx) (err error) { rows, err = daemonRows(tx); return err })
			if err != nil {
				return err
			}
			return terminal.Rows(a.Out, s.json, rows, "no server runs", "SERVER\tNAME\tSINCE\tLEASE\tHOLDS", daemonRow.String)
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	cmd.AddCommand(mailboxTimeoutCommand(a))
	return cmd
}

// mailboxTimeoutCommand is `turnpost daemons timeout`, which was called forsake.
func mailboxTimeoutCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:     "timeout NAME",
		Aliases: []string{"forsake"},
		Short:   "Wait no more for a mailbox that nobody will read again",
		Long: `Wait no more for a mailbox that nobody will read again: clocks run on at once and
not after a day. NAME is what 'turnpost daemons' shows, such as "mailbox
imap://games@mail.example.org/INBOX". One that a server reads is not given up; stop
the server first.`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := s.update(cmd.Context(), func(tx *db.Tx) error { return tx.TimeOutMailbox(args[0]) })
			if errors.Is(err, db.ErrNotFound) {
				return exit.Errorf(exit.Failed, "there is no %q that nobody holds; 'turnpost daemons' lists them", terminal.OneLine(args[0]))
			}
			if err == nil {
				fmt.Fprintln(a.Out, "nobody waits for it any more")
			}
			return err
		},
	}
	addStoreFlags(cmd, &s)
	return cmd
}

// daemonRows lists the daemons, and last what nobody holds, if there is anything.
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
		held[l.Leader] = append(held[l.Leader], leadershipRow{l.Name, terminal.Stamp(l.DeafAt)})
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
		rows = append(rows, daemonRow{d.ID, d.Name, terminal.Stamp(d.StartedAt), terminal.Stamp(d.LeaseUntil), !alive[d.ID], orNone(held[d.ID])})
	}
	if left := held[0]; len(left) > 0 {
		rows = append(rows, daemonRow{Leaderships: left})
	}
	return rows, nil
}

// orNone makes an empty list of none, which JSON tells apart.
func orNone(leaderships []leadershipRow) []leadershipRow {
	if leaderships == nil {
		return []leadershipRow{}
	}
	return leaderships
}

func (d daemonRow) String() string {
	number, name, lease := "-", "nobody", "-"
	if d.ID != 0 {
		number, name, lease = fmt.Sprintf("#%d", d.ID), cmp.Or(terminal.OneLine(d.Name), "-"), d.Lease.Clock()
		if d.Ended {
			lease = "ended " + lease
		}
	}
	var holds []string
	for _, l := range d.Leaderships {
		what := terminal.OneLine(l.Name)
		if l.Deaf != (terminal.Stamp{}) {
			what += " (deaf since " + l.Deaf.String() + ")"
		}
		holds = append(holds, what)
	}
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%s", number, name, d.Since, lease, cmp.Or(strings.Join(holds, ", "), "-"))
}
