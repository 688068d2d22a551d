package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/mail/website"
)

const archiveLong = `Write the public games to a folder as web pages that work from disk and on any host:
each game with the board after every move, a film, where it turned, and the record;
each tournament with its tables; each player; the rules; lists and Atom feeds. The
pages have no scripts, no addresses, nothing that players wrote to each other, and dates
without times.

  turnpost archive public_html
  turnpost archive --records --lang fr --url https://games.example.org public_html
  turnpost archive verify --key archive.pub public_html

A game is public if it is over and both players said "public on" by mail, or joined the
tournament that it belongs to. A player who says "public off" or "forget me" is removed
by the next run; tables of tournaments keep a row without a name. Only changed files are
written, and the same database gives the same bytes. The folder must be empty or an
archive. Other files in it stay, except in boards, games, players, records, rules and
seasons. 'turnpost serve' can write it every hour: see [archive] in 'turnpost config
example'.

--records writes a file of records for each month, records/2026-11.txt, which
'turnpost rules import --all' reads. SHA256SUMS lists the digests of all files (for
'sha256sum --check SHA256SUMS'), and SHA256SUMS.sig is its signature, Ed25519 in
base64, by a key of this database that 'turnpost keys archive' prints.`

// archiveCommand is `turnpost archive` and its subcommands.
func archiveCommand(a *app) *cobra.Command {
	var s store
	o := website.Options{}
	cmd := &cobra.Command{
		Use:   "archive DIR",
		Short: "Write the public games as pages, or verify a copy of them",
		Long:  archiveLong,
		Args:  arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			o.Dir = args[0]
			d, c, err := s.openConfigured(ctx)
			if err != nil {
				return err
			}
			began := time.Now()
			r, err := daemon.Archive(ctx, c, d, a.Games, o)
			if err := errors.Join(err, d.Close()); err != nil {
				return cli.WithStatus(cli.ExitFailed, err)
			}
			for _, id := range r.Failed {
				fmt.Fprintf(a.Err, "game #%d is damaged and left out; see 'turnpost verify'\n", id)
			}
			_, err = fmt.Fprintf(a.Out, "%d games of %d players in %d files; %d written, %d removed, in %.1f s\n",
				r.Games, r.Players, r.Files, r.Written, r.Removed, time.Since(began).Seconds())
			return err
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.Records, "records", false, "also write a file of records for each month")
	f.BoolVar(&o.All, "all", false, "rewrite every file")
	f.StringVar(&o.Lang, "lang", "", "the language of the pages (default that of [archive], or of newcomers)")
	f.StringVar(&o.URL, "url", "", "the public URL of the folder, for links in feeds (default relative links)")
	addStoreFlags(cmd, &s)
	cmd.AddCommand(archiveVerifyCommand(a))
	return cmd
}

// archiveVerifyCommand is `turnpost archive verify`.
func archiveVerifyCommand(a *app) *cobra.Command {
	var key string
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Check a copy of an archive against its signature",
		Long: `Check that a copy of an archive is complete and unchanged. KEY is a file with the public
key of its server, as 'turnpost keys archive' prints it there. No database or
configuration is needed. The exit status is 1 if something is wrong. Without Turnpost:

  sha256sum --check --quiet SHA256SUMS
  base64 --decode SHA256SUMS.sig > /tmp/sig
  openssl pkeyutl -verify -pubin -inkey archive.pub -rawin -in SHA256SUMS -sigfile /tmp/sig`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if key == "" {
				return cli.Errorf(cli.ExitUsage,
					"--key is missing: a file with the key of the server, from its operator and not from the copy")
			}
			text, err := os.ReadFile(key)
			if err != nil {
				return err
			}
			public, err := website.ParseKey(text)
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			right, wrong, err := website.Verify(args[0], public)
			if err != nil {
				return err
			}
			for _, what := range wrong {
				fmt.Fprintln(a.Out, what)
			}
			if len(wrong) > 0 {
				return cli.Errorf(cli.ExitFailed, "%d files are as signed, and %d problems were found", right,
					len(wrong))
			}
			_, err = fmt.Fprintf(a.Out, "all %d files are as signed\n", right)
			return err
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "the file with the key")
	return cmd
}

// archiveKeyCommand is `turnpost keys archive`.
func archiveKeyCommand(a *app) *cobra.Command {
	var s store
	var rotate bool
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "Print the key that verifies copies of the archive",
		Long: `Print the public key of the archive, as PEM. Publish it somewhere else than with the
archive, so that others can verify copies. The private key is in the database and its
backups. --rotate replaces it if somebody else read it; the next run signs the archive
with the new one.

  turnpost keys archive > archive.pub`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, _, err := s.openConfigured(cmd.Context())
			if err != nil {
				return err
			}
			key, err := archiveKey(cmd.Context(), d, rotate)
			if err := errors.Join(err, d.Close()); err != nil {
				return cli.WithStatus(cli.ExitDatabase, err)
			}
			_, err = fmt.Fprint(a.Out, key)
			return err
		},
	}
	cmd.Flags().BoolVar(&rotate, "rotate", false, "replace the key")
	addStoreFlags(cmd, &s)
	return cmd
}

// archiveKey returns the public key of a database's archive, or replaces it.
func archiveKey(ctx context.Context, d *db.DB, rotate bool) (string, error) {
	keys, err := website.Keys(ctx, d)
	if err == nil && rotate {
		if err = d.Update(ctx, func(tx *db.Tx) error { return tx.RotateArchiveKey(tx.Now.UnixMilli()) }); err == nil {
			keys, err = website.Keys(ctx, d)
		}
	}
	if err != nil {
		return "", err
	}
	return website.PublicKey(keys.Public())
}
