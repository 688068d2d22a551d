// Package archive is `turnpost archive` and what is below it, and `turnpost keys archive`.
package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"
	mailarchive "turnpost/mail/archive"
)

const archiveLong = `Write the games that everybody may see to a folder, as pages that open from disk and
stand on any host: each game with the board after every ply, back and next, a film,
where it turned and the record; each tournament with its tables, each player, the rules,
lists, and Atom feeds. No script, no address, nothing that players wrote to each other,
and days but no times.

  turnpost archive public_html
  turnpost archive --records --lang fr --url https://games.example.org public_html
  turnpost archive verify --key archive.pub public_html

A game is there if it is over and both players have said "public on" by mail; who
says "public off" or "forget me" is gone with the next run. Only what has changed is
written, and the same database gives the same bytes. In the tables of tournaments they
have a row without a name. The folder must be empty or an archive; what lies in it
beside what was written, and not in boards, games, players, records, rules or seasons,
is left alone. 'turnpost serve' can do it every hour: [archive] in
'turnpost config example'.

With --records there is a file of records for each month, records/2026-11.txt, which
'turnpost rules import --all' reads. All files stand with their digests in SHA256SUMS
(so 'sha256sum --check SHA256SUMS' reads it), and SHA256SUMS.sig is its signature,
Ed25519 in base64, by a key of this database that 'turnpost keys archive' prints.`

// Open opens the database that the flags of a command name, and says with which
// configuration.
type Open func(ctx context.Context) (*db.DB, config.Config, error)

// Command is `turnpost archive` and what is below it.
func Command(e cli.Env, open Open) *cobra.Command {
	o := mailarchive.Options{}
	cmd := &cobra.Command{
		Use:   "archive DIR",
		Short: "Write the public games as pages, or verify a copy of them",
		Long:  archiveLong,
		Args:  cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			o.Dir = args[0]
			d, c, err := open(ctx)
			if err != nil {
				return err
			}
			began := time.Now()
			r, err := daemon.Archive(ctx, c, d, e.Games, o)
			if err := errors.Join(err, d.Close()); err != nil {
				return exit.With(exit.Failed, err)
			}
			for _, id := range r.Failed {
				fmt.Fprintf(e.Err, "game #%d cannot be shown; see 'turnpost verify'\n", id)
			}
			_, err = fmt.Fprintf(e.Out, "%d games of %d players in %d files; %d written, %d removed, in %.1f s\n",
				r.Games, r.Players, r.Files, r.Written, r.Removed, time.Since(began).Seconds())
			return err
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.Records, "records", false, "write a file of records for each month, too")
	f.BoolVar(&o.All, "all", false, "write every file anew")
	f.StringVar(&o.Lang, "lang", "", "the language of the pages (default: that of [archive], or of newcomers)")
	f.StringVar(&o.URL, "url", "", "where the folder will be read, for the links in feeds (default: they are relative)")
	cmd.AddCommand(verifyCommand(e))
	return cmd
}

// verifyCommand is `turnpost archive verify`.
func verifyCommand(e cli.Env) *cobra.Command {
	var key string
	cmd := &cobra.Command{
		Use:   "verify DIR",
		Short: "Look whether a copy of an archive is as its server has signed it",
		Long: `Look whether a copy of an archive is whole, and as the server has signed it whose key
is in the file KEY, as 'turnpost keys archive' prints it there. It needs no database
and no configuration. Status 1: something is wrong. Without this program:

  sha256sum --check --quiet SHA256SUMS
  base64 --decode SHA256SUMS.sig > /tmp/sig
  openssl pkeyutl -verify -pubin -inkey archive.pub -rawin -in SHA256SUMS -sigfile /tmp/sig`,
		Args: cli.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if key == "" {
				return exit.Errorf(exit.Usage, "--key is missing: the file with the server's key, from its operator and not from the copy")
			}
			text, err := os.ReadFile(key)
			if err != nil {
				return err
			}
			public, err := mailarchive.ParseKey(text)
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			right, wrong, err := mailarchive.Verify(args[0], public)
			if err != nil {
				return err
			}
			for _, what := range wrong {
				fmt.Fprintln(e.Out, what)
			}
			if len(wrong) > 0 {
				return exit.Errorf(exit.Failed, "%d files are as they were signed, and %d things are wrong", right, len(wrong))
			}
			_, err = fmt.Fprintf(e.Out, "all %d files are as they were signed\n", right)
			return err
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "the file with the key")
	return cmd
}
