package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
)

const keysLong = `Messages carry tokens by which replies prove their writer. Tokens are made with the newest
key, and verified with every stored key. Rotate keys from time to time, and retire old
ones when their messages have been answered. If somebody may have read a key, as in a
copy of the database, rotate with --compromised. A running server uses the changes from
the next message on.

  turnpost keys list
  turnpost keys rotate
  turnpost keys rotate --compromised
  turnpost keys retire 1

The archive has a key of its own, which verifies copies: turnpost keys archive.`

// keyRow is a key in a list. The names are a contract with programs.
type keyRow struct {
	ID          int64           `json:"id"`
	Made        cli.PrintedTime `json:"made"`
	LastMessage cli.PrintedTime `json:"last_letter"`
	Newest      bool            `json:"newest"`
}

const keyFields = `"id", "made", "last_letter" (null: none yet) and "newest" (it
makes tokens; the others only verify)`

// restTime is how long after its last message a key is kept, because games are slow.
const restTime = 90 * 24 * time.Hour

// keysCommand is `turnpost keys` and its subcommands.
func keysCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{Use: "keys", Short: "List, rotate or retire the keys of reply tokens", Long: keysLong})
	cmd.AddCommand(keysListCommand(a), keysRotateCommand(a), keysRetireCommand(a), archiveKeyCommand(a))
	return cmd
}

// keysListCommand is `turnpost keys list`.
func keysListCommand(a *app) *cobra.Command {
	var s store
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the keys, newest first, and when each was last used",
		Long: `List the keys, newest first, and when the last message with a token of each was written.
The keys themselves are not printed.

--json writes an object a line: ` + keyFields + `.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.view(cmd.Context(), func(tx *db.Tx) error {
				keys, err := tx.KeyList()
				if err != nil {
					return err
				}
				for _, k := range keys {
					if s.json {
						if err := cli.PrintJSONLine(a.Out,
							keyRow{k.ID, cli.PrintedTime(k.CreatedAt), cli.PrintedTime(k.LastMessage),
								k.Newest}); err != nil {
							return err
						}
						continue
					}
					last, role := "no message yet", "verifies"
					if !k.LastMessage.IsZero() {
						last = "last message " + k.LastMessage.Format(time.DateTime)
					}
					if k.Newest {
						role = "makes and verifies"
					}
					fmt.Fprintf(a.Out, "%d  made %s  %s  %s\n", k.ID, k.CreatedAt.Format(time.DateTime), last, role)
				}
				return nil
			})
		},
	}
	addStoreFlags(cmd, &s)
	addJSONFlag(cmd, &s, jsonLines)
	return cmd
}

// keysRotateCommand is `turnpost keys rotate`.
func keysRotateCommand(a *app) *cobra.Command {
	var s store
	var compromised, yes bool
	cmd := &cobra.Command{
		Use:   "rotate",
		Short: "Make a new key; the old ones stay, unless they are compromised",
		Long: `Make a new key, which makes tokens from now on. Replies to messages of the old keys are
verified until these are retired.

With --compromised all old keys are deleted at once, because somebody may have read
them: until then, whoever has one can write as any player. After that,

  tokens of old messages do nothing, whoever made them: no move, answer or resignation,
  and no end of messages;
  replies to old messages are held for seven days, and the player's registered address
  is asked to confirm them. A yes carries them out as of the day they arrived. The first
  five and the newest five are held. Players with running games are asked once a day
  ([limits] questions_per_day) about everything that is held; they do not count towards
  questions_per_hour, which limits questions to all others;
  new messages bring new tokens, and replies to them count as usual;
  bounces of old messages are ignored, and so are their one-click links; the word stop
  by mail works.

Running servers seal moves with a new key from their next start on: see 'turnpost
verify'. Moves that are already sealed stay as they are.

It asks before it deletes keys. No game ends, and clocks run on: reminders bring every
player to move a new token in time. Older backups contain the old keys: run this again
after restoring one.`,
		Args: arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if compromised && !yes {
				fmt.Fprintln(a.Out,
					"All keys are deleted: tokens of messages that are out do nothing any more, and replies to them\n"+
						"are held until their writers confirm them. This cannot be undone.")
				if err := a.confirm(cmd.Context(), "Do it?", false); err != nil {
					return err
				}
			}
			var made db.KeyInfo
			gone := 0
			err := s.update(cmd.Context(), func(tx *db.Tx) (err error) {
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
				if err != nil {
					return err
				}
				made = keys[0]
				detail := fmt.Sprintf("key %d", made.ID)
				if compromised {
					detail += ", all others are deleted"
				}
				return tx.NoteAudit(db.AuditEntry{Operator: daemon.Account(), Act: "keys rotate", Detail: detail})
			})
			if err != nil {
				return err
			}
			what := "the others still verify"
			if compromised {
				what = fmt.Sprintf("%d old ones are deleted, and replies to older messages must be confirmed", gone)
			}
			_, err = fmt.Fprintf(a.Out, "key %d makes tokens from now on; %s\n", made.ID, what)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	addYesFlag(cmd, &yes)
	cmd.Flags().BoolVar(&compromised, "compromised", false,
		"delete the old keys at once, because somebody may have read them")
	return cmd
}

// keysRetireCommand is `turnpost keys retire`.
func keysRetireCommand(a *app) *cobra.Command {
	var s store
	var force bool
	cmd := &cobra.Command{
		Use:   "retire N",
		Short: "Delete an old key",
		Long: `Delete an old key. Replies to messages with its tokens are then held until their writers
confirm them. It needs --force while a message of the last 90 days has such a token.`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return cli.Errorf(cli.ExitUsage, "%q is not the number of a key; see 'turnpost keys list'", args[0])
			}
			err = s.update(cmd.Context(), func(tx *db.Tx) error {
				keys, err := tx.KeyList()
				if err != nil {
					return err
				}
				for _, k := range keys {
					if k.ID == id && !k.Newest && !force && !k.LastMessage.IsZero() &&
						tx.Now.Sub(k.LastMessage) < restTime {
						return cli.Errorf(cli.ExitFailed,
							"a message of %s has a token of key %d, and may still be answered; retire it 90 days "+
								"later, or with --force", k.LastMessage.Format(time.DateOnly), id)
					}
				}
				if err := tx.RetireKey(id); err != nil {
					return err
				}
				return tx.NoteAudit(db.AuditEntry{Operator: daemon.Account(), Act: "keys retire",
					Detail: fmt.Sprintf("key %d", id)})
			})
			switch {
			case errors.Is(err, db.ErrNotFound):
				return cli.Errorf(cli.ExitFailed, "there is no key %d; see 'turnpost keys list'", id)
			case errors.Is(err, db.ErrNewestKey):
				return cli.Errorf(cli.ExitFailed,
					"key %d is the newest, which makes tokens; run 'turnpost keys rotate' first", id)
			case err != nil:
				return err
			}
			_, err = fmt.Fprintf(a.Out, "key %d is deleted\n", id)
			return err
		},
	}
	addStoreFlags(cmd, &s)
	cmd.Flags().BoolVar(&force, "force", false, "even if its messages may still be answered")
	return cmd
}
