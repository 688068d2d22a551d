package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/archive"
	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/terminal"
	"turnpost/db"
)

const keysLong = `Letters carry secrets, by which replies prove themselves. They are made with the
newest key, and every key that is stored verifies. Rotate now and then, and retire
the old key when its letters have been answered. When somebody may have read a key,
such as in a copy of the database, rotate with --compromised. A server that is
running takes all that up with the next letter.

  turnpost keys list
  turnpost keys rotate
  turnpost keys rotate --compromised
  turnpost keys retire 1

The archive has a key of its own, by which copies are verified: turnpost keys archive.`

// keyRow is a key in a list. The names of the keys are a contract with programs.
type keyRow struct {
	ID         int64          `json:"id"`
	Made       terminal.Stamp `json:"made"`
	LastLetter terminal.Stamp `json:"last_letter"`
	Newest     bool           `json:"newest"`
}

const keyFields = `"id", "made", "last_letter" (null: none yet) and "newest" (it makes the
secrets; the others verify)`

// restTime is how long after its last letter a key is kept: games are slow.
const restTime = 90 * 24 * time.Hour

// keysCommand is `turnpost keys` and all below it.
func keysCommand(a *app) *cobra.Command {
	cmd := cli.Group(&cobra.Command{Use: "keys", Short: "List, rotate or retire the keys of the letters' secrets", Long: keysLong})
	cmd.AddCommand(keysListCommand(a), keysRotateCommand(a), keysRetireCommand(a), a.opened(func(open archive.Open) *cobra.Command { return archive.KeysCommand(a.Env, open) }))
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
	if err := cli.WithoutPassword(f.path); err != nil {
		return nil, err
	}
	if f.path == "" {
		c, err := config.Load(f.config)
		if err != nil {
			return nil, err
		}
		f.path = c.Database.Where()
	}
	if !db.IsURL(f.path) {
		if _, err := os.Stat(f.path); errors.Is(err, fs.ErrNotExist) {
			return nil, unopened(fmt.Errorf("%w: there is no file %s", db.ErrMissing, f.path))
		} else if err != nil {
			return nil, exit.Errorf(exit.Database, "the database: %w", err)
		}
	}
	d, err := open(ctx, f.path)
	return d, exit.With(exit.Database, err)
}

// keysListCommand is `turnpost keys list`.
func keysListCommand(a *app) *cobra.Command {
	var at database
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the keys, newest first, and when each was last used",
		Long: `List the keys, newest first, and when the last letter with a secret of each was
written. The keys themselves are not shown.

With --json each line is an object: ` + keyFields + `.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := at.open(cmd.Context(), db.OpenReadOnly)
			if err != nil {
				return err
			}
			defer d.Close()
			return exit.With(exit.Database, d.View(cmd.Context(), func(tx *db.Tx) error {
				keys, err := tx.KeyList()
				if err != nil {
					return err
				}
				for _, k := range keys {
					if asJSON {
						if err := terminal.Line(a.Out, keyRow{k.ID, terminal.Stamp(k.CreatedAt), terminal.Stamp(k.LastLetter), k.Newest}); err != nil {
							return err
						}
						continue
					}
					last, role := "no letter yet", "verifies"
					if !k.LastLetter.IsZero() {
						last = "last letter " + k.LastLetter.Format(time.DateTime)
					}
					if k.Newest {
						role = "makes and verifies"
					}
					fmt.Fprintf(a.Out, "%d  made %s  %s  %s\n", k.ID, k.CreatedAt.Format(time.DateTime), last, role)
				}
				return nil
			}))
		},
	}
	at.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, jsonLines)
	return cmd
}

// keysRotateCommand is `turnpost keys rotate`.
func keysRotateCommand(a *app) *cobra.Command {
	var at database
	var compromised bool
	cmd := &cobra.Command{
		Use:   "rotate",
		Short: "Make a new key; the old ones verify on, unless they are compromised",
		Long: `Make a new key, with which the secrets of letters are made from now on. Replies to
letters of the old keys go on proving themselves until these are retired.

With --compromised all old keys are deleted at once, because somebody may have read
them: whoever has one can write as any player until then. From that moment on

  no secret of an old letter plays, accepts, resigns, answers a question or stops
  letters, whoever made it;
  what such a letter wants is held for seven days, and its player's registered
  address is asked about it. A yes to that question carries it out as of the day
  when it came. Of several, the first five and the newest five are held. Everybody
  who has a game under way is asked once a day ([limits] questions_per_day), about
  all that is held by then or comes later, and nobody else's number counts against
  them; of all others questions_per_hour are asked;
  every letter that goes out brings new secrets, and replies to it count as ever;
  reports that letters from before failed do nothing, and the one-click addresses
  in them stop nothing: the word stop by mail does.

Plies are sealed with a new key too, by a server from its next start on: see 'turnpost
verify'. What was sealed before stays as it is.

No game ends, and clocks run on: reminders bring each player who is to move a new
secret before time is over. A backup from before holds the old keys; after it was
restored, run this again.`,
		Args: cli.Arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := at.open(cmd.Context(), db.Open)
			if err != nil {
				return err
			}
			defer d.Close()
			var made db.Key
			gone := 0
			if err := d.Update(cmd.Context(), func(tx *db.Tx) (err error) {
				if compromised {
					if gone, err = tx.ReplaceKeys(); err == nil {
						_, err = tx.AddSealKey(tx.Now.UnixMilli())
					}
				} else {
					err = tx.AddKey()
				}
				if err != nil {
					return err
				}
				keys, err := tx.KeyList()
				if err == nil {
					made = keys[0]
				}
				return err
			}); err != nil {
				return exit.With(exit.Database, err)
			}
			what := "the others still verify"
			if compromised {
				what = fmt.Sprintf("%d old ones are deleted, and replies to letters from before are asked about", gone)
			}
			_, err = fmt.Fprintf(a.Out, "key %d makes the secrets from now on; %s\n", made.ID, what)
			return err
		},
	}
	at.flags(cmd)
	cmd.Flags().BoolVar(&compromised, "compromised", false, "delete the old keys at once, which somebody may have read")
	return cmd
}

// keysRetireCommand is `turnpost keys retire`.
func keysRetireCommand(a *app) *cobra.Command {
	var at database
	var force bool
	cmd := &cobra.Command{
		Use:   "retire N",
		Short: "Delete an old key",
		Long: `Delete an old key. Replies to letters with its secrets are held from then on, and
their writers are asked about them. While a letter of the last 90 days has such a
secret, that takes --force.`,
		Args: cli.Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return exit.Errorf(exit.Usage, "%q is no number of a key; see 'turnpost keys list'", args[0])
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
						return exit.Errorf(exit.Failed, "a letter of %s has a secret of key %d, and its reader may still answer; retire it 90 days later, or with --force", k.LastLetter.Format(time.DateOnly), id)
					}
				}
				return tx.RetireKey(id)
			})
			switch {
			case errors.Is(err, db.ErrNotFound):
				return exit.Errorf(exit.Failed, "there is no key %d; see 'turnpost keys list'", id)
			case errors.Is(err, db.ErrNewestKey):
				return exit.Errorf(exit.Failed, "key %d is the newest, which makes the secrets; run 'turnpost keys rotate' first", id)
			case err != nil:
				return exit.With(exit.Database, err)
			}
			_, err = fmt.Fprintf(a.Out, "key %d is deleted\n", id)
			return err
		},
	}
	at.flags(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "whatever its letters")
	return cmd
}
