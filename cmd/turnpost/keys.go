package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"turnpost/db"
)

const keysLong = `Letters carry secrets, by which replies prove themselves. They are made with the
newest key, and every key that is stored verifies. Rotate when a copy of the
database may have been read, retire the old key when its letters have been
answered; a server that is running takes either up with the next letter.

  turnpost keys list
  turnpost keys rotate
  turnpost keys retire 1`

// restTime is how long after its last letter a key is kept: games are slow.
const restTime = 90 * 24 * time.Hour

// keysCommand is `turnpost keys` and all below it.
func (a *app) keysCommand() *cobra.Command {
	cmd := group(&cobra.Command{Use: "keys", Short: "List, rotate or retire the keys of the letters' secrets", Long: keysLong})
	cmd.AddCommand(a.keysListCommand(), a.keysRotateCommand(), a.keysRetireCommand())
	return cmd
}

// database is where a subcommand finds the database.
type database struct{ config, path string }

func (f *database) flags(cmd *cobra.Command) {
	addConfigFlag(cmd, &f.config)
	cmd.Flags().StringVar(&f.path, "db", "", dbFlagHelp)
}

// open opens the database, which must be there.
func (f *database) open(ctx context.Context, open func(context.Context, string) (*db.DB, error)) (*db.DB, error) {
	if f.path == "" {
		c, err := loadConfig(f.config)
		if err != nil {
			return nil, err
		}
		f.path = c.Database.where()
	}
	if !db.IsURL(f.path) {
		if _, err := os.Stat(f.path); err != nil {
			return nil, exitf(exitDatabase, "the database: %w", err)
		}
	}
	d, err := open(ctx, f.path)
	return d, exitWith(exitDatabase, err)
}

// keysListCommand is `turnpost keys list`.
func (a *app) keysListCommand() *cobra.Command {
	var at database
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the keys, newest first, and when each was last used",
		Long:  "List the keys, newest first, and when the last letter with a secret of each was\nwritten. The keys themselves are not shown.",
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := at.open(cmd.Context(), db.OpenReadOnly)
			if err != nil {
				return err
			}
			defer d.Close()
			return exitWith(exitDatabase, d.View(cmd.Context(), func(tx *db.Tx) error {
				keys, err := tx.KeyList()
				if err != nil {
					return err
				}
				for _, k := range keys {
					last, role := "no letter yet", "verifies"
					if !k.LastLetter.IsZero() {
						last = "last letter " + k.LastLetter.Format(time.DateTime)
					}
					if k.Newest {
						role = "makes and verifies"
					}
					fmt.Fprintf(a.out, "%d  made %s  %s  %s\n", k.ID, k.CreatedAt.Format(time.DateTime), last, role)
				}
				return nil
			}))
		},
	}
	at.flags(cmd)
	return cmd
}

// keysRotateCommand is `turnpost keys rotate`.
func (a *app) keysRotateCommand() *cobra.Command {
	var at database
	cmd := &cobra.Command{
		Use:   "rotate",
		Short: "Make a new key; the old ones go on verifying",
		Long:  "Make a new key, with which the secrets of letters are made from now on. Replies to\nletters of the old keys go on proving themselves until these are retired.",
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := at.open(cmd.Context(), db.Open)
			if err != nil {
				return err
			}
			defer d.Close()
			var made db.Key
			if err := d.Update(cmd.Context(), func(tx *db.Tx) error {
				if err := tx.AddKey(); err != nil {
					return err
				}
				keys, err := tx.KeyList()
				if err == nil {
					made = keys[0]
				}
				return err
			}); err != nil {
				return exitWith(exitDatabase, err)
			}
			_, err = fmt.Fprintf(a.out, "key %d makes the secrets from now on; the others still verify\n", made.ID)
			return err
		},
	}
	at.flags(cmd)
	return cmd
}

// keysRetireCommand is `turnpost keys retire`.
func (a *app) keysRetireCommand() *cobra.Command {
	var at database
	var force bool
	cmd := &cobra.Command{
		Use:   "retire N",
		Short: "Delete an old key",
		Long: `Delete an old key. Replies to letters with its secrets are held from then on, and
their writers are asked about them. While a letter of the last 90 days has such a
secret, that takes --force.`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return exitf(exitUsage, "%q is no number of a key; see 'turnpost keys list'", args[0])
			}
			d, err := at.open(cmd.Context(), db.Open)
			if err != nil {
				return err
			}
			defer d.Close()
			err = d.Update(cmd.Context(), func(tx *db.Tx) error {
				keys, err := tx.KeyList()
				if err != nil {
					return err
				}
				for _, k := range keys {
					if k.ID == id && !k.Newest && !force && !k.LastLetter.IsZero() && tx.Now.Sub(k.LastLetter) < restTime {
						return exitf(exitFailed, "a letter of %s has a secret of key %d, and its reader may still answer; retire it 90 days later, or with --force", k.LastLetter.Format(time.DateOnly), id)
					}
				}
				return tx.RetireKey(id)
			})
			switch {
			case errors.Is(err, db.ErrNotFound):
				return exitf(exitFailed, "there is no key %d; see 'turnpost keys list'", id)
			case errors.Is(err, db.ErrNewestKey):
				return exitf(exitFailed, "key %d is the newest, which makes the secrets; run 'turnpost keys rotate' first", id)
			case err != nil:
				return exitWith(exitDatabase, err)
			}
			_, err = fmt.Fprintf(a.out, "key %d is deleted\n", id)
			return err
		},
	}
	at.flags(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "whatever its letters")
	return cmd
}
