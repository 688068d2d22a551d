package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/doctor"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
)

const doctorLong = `Check a configuration step by step, from the file itself to a letter that goes
out and comes back, and print for each step what was seen and how to mend it. A
server may be running on the same mailbox and database: it is not disturbed.

  turnpost doctor --config turnpost.toml
  turnpost doctor --no-letter
  turnpost doctor --json
  turnpost doctor --restore newest

Two letters go from the robot's address to itself, one of them to a plus-address;
they are deleted when they have come. With --no-letter none is sent.

The steps: config; imap-name, imap-tls, imap-login, imap-capabilities,
imap-mailbox; smtp-name, smtp-tls, smtp-limits, smtp-login; letter, plus-address,
auth-results, dkim, clock; spf, dkim-key, dmarc, mx, ptr, one-click; gmail, yahoo,
outlook, which say what these receivers ask of a sender; disk, database, server,
budget, outbox, forgetting, erasure; backup, where the server makes them; restore,
with --restore.

The output of --json is one object: "status" (ok, warn or fail) and "steps", a
list of objects with "step", "status" (ok, warn, fail or skip), "saw" and "mend",
all texts; "mend" is empty where there is nothing to do.

Exit status: 0 all is well, 8 there are warnings, 1 a step failed.`

// doctorCommand is `turnpost doctor`.
func doctorCommand(a *app) *cobra.Command {
	var d doctor.Doctor
	var asJSON, noLetter bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check configuration, servers, mailbox and database step by step",
		Long:  doctorLong,
		Args:  cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			d.Letter = !noLetter
			if !asJSON {
				d.Tell = func(f doctor.Finding) { f.Print(a.Out) }
			}
			report := d.Examine(ctx)
			if err := ctx.Err(); err != nil {
				return exit.Errorf(exit.Failed, "the examination was broken off")
			}
			if asJSON {
				if err := terminal.Object(a.Out, report); err != nil {
					return err
				}
			}
			return report.Verdict()
		},
	}
	addConfigFlag(cmd, &d.Path)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&noLetter, "no-letter", false, "send no letter to oneself")
	cmd.Flags().StringVar(&d.Restore, "restore", "", "try to restore this backup, or the newest that the server made (newest)")
	d.Verify = func(ctx context.Context, path string) (int, int, error) {
		games, faults, err := a.verifyFile(ctx, path, time.Time{})
		return games, len(faults), err
	}
	cmd.Flags().DurationVar(&d.Wait, "wait", time.Minute, "how long to wait for the letters")
	return cmd
}
