package archive

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/db"

	mailarchive "turnpost/mail/archive"
)

// KeysCommand is `turnpost keys archive`.
func KeysCommand(e cli.Env, open Open) *cobra.Command {
	var rotate bool
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "Print the key by which copies of the archive are verified",
		Long: `Print the public key, as PEM, of the one that signs what 'turnpost archive' writes. It
is for whoever has a copy, and is of use if it does not come with the copy. The other
half is in the database, and in its backups. With --rotate there is a new one from now
on: somebody may have read the old one. Archives are signed anew by the next run.

  turnpost keys archive > archive.pub`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, _, err := open(cmd.Context())
			if err != nil {
				return err
			}
			key, err := archiveKey(cmd.Context(), d, rotate)
			if err := errors.Join(err, d.Close()); err != nil {
				return exit.With(exit.Database, err)
			}
			_, err = fmt.Fprint(e.Out, key)
			return err
		},
	}
	cmd.Flags().BoolVar(&rotate, "rotate", false, "make a new one")
	return cmd
}

// archiveKey is the public key of a database's archive, perhaps a new one.
func archiveKey(ctx context.Context, d *db.DB, rotate bool) (string, error) {
	keys, err := mailarchive.Keys(ctx, d)
	if err == nil && rotate {
		if err = d.Update(ctx, func(tx *db.Tx) error { return tx.RotateArchiveKey(tx.Now.UnixMilli()) }); err == nil {
			keys, err = mailarchive.Keys(ctx, d)
		}
	}
	if err != nil {
		return "", err
	}
	return mailarchive.PublicKey(keys.Public())
}
