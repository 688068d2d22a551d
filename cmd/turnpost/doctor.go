package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/doctor"
)

const doctorLong = `Check an installation step by step, from the configuration to a message that goes out and
comes back, and print for each step what was found and how to fix it. A server may run
on the same mailbox and database: it is not disturbed.

  turnpost doctor --config turnpost.toml
  turnpost doctor --no-letter
  turnpost doctor --json
  turnpost doctor --restore newest

Two messages go from the server's address to itself, one of them to a plus-address, and
are deleted when they arrive. With --no-letter none is sent.

The steps: config; imap-name, imap-tls, imap-login, imap-capabilities, imap-mailbox;
smtp-name, smtp-tls, smtp-limits, smtp-login; letter, plus-address, auth-results, dkim,
clock; spf, dkim-key, dmarc, mx, ptr, one-click; gmail, yahoo, outlook (what these
receivers require); disk, database, server, storage (of incoming mail), budget,
outbox, forgetting, erasure; unit (of systemd); backup, if the server makes them; restore,
with --restore.

--json prints one object: "status" (ok, warn or fail) and "steps", a list of objects
with "step", "status" (ok, warn, fail or skip), "saw" and "mend", all strings; "mend" is
empty if there is nothing to do.

Exit status: 0 no problems, 8 warnings, 1 a step failed.`

// doctorCommand is `turnpost doctor`.
func doctorCommand(a *app) *cobra.Command {
	var d doctor.Doctor
	var asJSON, noMessage bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check configuration, servers, mailbox and database step by step",
		Long:  doctorLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			d.Message = !noMessage
			if !asJSON {
				d.Tell = func(f doctor.Finding) { f.Print(a.Out) }
			}
			report := d.Examine(ctx)
			if err := ctx.Err(); err != nil {
				return cli.Errorf(cli.ExitFailed, "interrupted")
			}
			if asJSON {
				if err := cli.PrintJSON(a.Out, report); err != nil {
					return err
				}
			}
			return report.Verdict()
		},
	}
	addConfigFlag(cmd, &d.Path)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&noMessage, "no-letter", false, "send no messages")
	cmd.Flags().StringVar(&d.Restore, "restore", "",
		"test a backup file, or the newest that the server made (newest), by restoring it")
	d.Verify = func(ctx context.Context, path string) (int, int, error) {
		games, faults, err := a.verifyFile(ctx, path, time.Time{})
		return games, len(faults), err
	}
	cmd.Flags().DurationVar(&d.Wait, "wait", time.Minute, "how long to wait for the messages")
	return cmd
}
