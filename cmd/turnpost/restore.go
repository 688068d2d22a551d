package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/db"
	"turnpost/db/backup"
	"turnpost/mail"
	"turnpost/mail/server"
)

// restoring is one run of `turnpost restore`.
type restoring struct {
	*app
	config      config.Config // of a restore with --db alone, it has no mailbox
	configured  bool
	from, where string
	replay      bool
	replaced    string // the database that is replaced; empty: the file of the same name
	withoutList bool

	old  *db.DB // a copy of the replaced database; nil: it cannot be read
	told []string
}

// restoreCommand is `turnpost restore`.
func restoreCommand(a *app) *cobra.Command {
	var s store
	r := restoring{app: a}
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Make a backup the database again, and replay what came since",
		Long: `Make a backup the database again. The server must not run. The backup itself is only read:
a copy is checked (damage, foreign keys, a known schema), upgraded to this program's
schema, and verified by replaying every game. Then it replaces the database. The old
database stays beside it, with ".before-restore" after its name. A PostgreSQL database
must be empty: make a new one and set it in the configuration, so that the old one stays
too, and name that by --replaced.

  turnpost restore --replay /var/backups/turnpost-2026-11-20.db

With --replay all messages that arrived since the backup are answered again, in the order
in which they came, before the backup becomes the database: those in the mailbox, filed
(Turnpost/Done) or not, those in the copy of [lmtp] copy, and those in the database that is
replaced, if it can be read. Nothing is moved in the mailbox. Games, invitations and
messages get their old numbers, what fell due meanwhile is done at its time, robots play
what they played, and what was sent before is not sent again. The output says how much came
back, and what did not: look at that before you start the server. If it fails, nothing is
changed. What operators did by command since the backup is not done again; the output says
what it was. It takes about as long as the messages took, and a second for each hour.
If the server ran meanwhile on a restored database, restore the same FILE with --replay:
its messages are in the mailbox, and are answered again with the others.

Without --replay everything since the backup is lost, and players who reply to it read so.
New games get numbers above all that are found in the mailbox and in the replaced database.

Whoever wrote "forget me", "stop" or "block" since the backup stays forgotten, stopped and
blocked. That is read from the replaced database, or from the departures list beside it, which
holds digests of addresses (".departed" after its name; for PostgreSQL turnpost.departed in the
folder of [database.backup]). Keep a copy of it with the backups. If there is no list, you are
asked whether to go on; --without-list goes on. If nobody answers, the backup is restored, and
'turnpost serve' does not start until the list is there or --without-list is given to it.`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			if r.where, err = s.where(); err != nil {
				return err
			}
			r.from = args[0]
			if r.config, r.configured = daemon.Nobody(), s.path == ""; r.configured {
				if r.config, err = config.Load(s.config); err != nil {
					return err
				}
			} else {
				r.config.Database = config.DatabaseAt(s.path)
			}
			if r.replay && !r.configured {
				return cli.Errorf(cli.ExitUsage,
					"--replay needs the mailbox of the configuration; give --config instead of --db")
			}
			return cli.WithStatus(cli.ExitDatabase, r.run(ctx))
		},
	}
	addStoreFlags(cmd, &s)
	cmd.Flags().BoolVar(&r.replay, "replay", false, "answer again what arrived since the backup")
	cmd.Flags().StringVar(&r.replaced, "replaced", "",
		"the database that is replaced, a file or a postgres:// URL, if it is not the one of the configuration")
	cmd.Flags().BoolVar(&r.withoutList, "without-list", false,
		"go on without the departures list: people who were forgotten, stopped or blocked somebody since are not known")
	return cmd
}

// run makes the backup the database.
func (r *restoring) run(ctx context.Context) (err error) {
	beside := r.where // where the copies lie meanwhile
	if db.IsURL(r.where) {
		dir, err := os.MkdirTemp("", "turnpost-restore-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		beside = filepath.Join(dir, "turnpost.db")
	} else {
		unlock, err := daemon.LockDatabaseFile(r.where + ".lock")
		if err != nil {
			return fmt.Errorf("the database %s: %w; stop the server first", r.where, err)
		}
		defer unlock()
		if kept := r.where + backup.BeforeRestore; exists(r.where) && exists(kept) {
			return fmt.Errorf("%s exists from an earlier restore; move it away first", kept)
		}
	}
	prepared, err := backup.Prepare(ctx, r.from, beside)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.DiscardFile(prepared)) }()
	games, err := r.verifyBackup(ctx, prepared, r.from)
	if err != nil {
		return err
	}
	r.say("%d games replayed, no faults", games)
	closeOld, err := r.openReplaced(ctx, beside+".replaced")
	if err != nil {
		return err
	}
	err = r.bringForward(ctx, prepared)
	if err = errors.Join(err, closeOld()); err != nil {
		return err
	}
	if db.IsURL(r.where) {
		if err := r.copyRows(ctx, prepared, r.where); err != nil {
			return err
		}
		r.say("%s is restored from %s", db.Redacted(r.where), r.from)
		return r.print()
	}
	kept, err := backup.Replace(ctx, prepared, r.where)
	if err != nil {
		return err
	}
	r.say("%s is restored from %s", r.where, r.from)
	if kept != "" {
		r.say("the old database is in %s", kept)
	}
	return r.print()
}

// say adds a line to what is printed when all is done.
func (r *restoring) say(format string, args ...any) {
	r.told = append(r.told, fmt.Sprintf(format, args...))
}

func (r *restoring) print() error {
	_, err := fmt.Fprintln(r.Out, strings.Join(r.told, "\n"))
	return err
}

// openReplaced opens a copy, in a file, of the database that is replaced, if it can be read.
func (r *restoring) openReplaced(ctx context.Context, copied string) (end func() error, err error) {
	none := func() error { return nil }
	where := r.replaced
	if where == "" && !db.IsURL(r.where) && exists(r.where) {
		where = r.where
	}
	if where == "" {
		return none, nil
	}
	if err := db.DiscardFile(copied); err != nil { // left by a restore that was killed
		return none, err
	}
	if db.IsURL(where) {
		err = db.Copy(ctx, where, copied, nil)
	} else if err = backup.Pages(ctx, where, copied, nil); err == nil {
		err = backup.Check(ctx, copied)
	}
	if err == nil {
		r.old, err = db.Open(ctx, copied)
	}
	if err != nil && r.replaced != "" || ctx.Err() != nil {
		return none, errors.Join(fmt.Errorf("the database that is replaced: %w", err), db.DiscardFile(copied))
	}
	if err != nil {
		r.say("the database that is replaced cannot be read: %v", err)
		return func() error { return db.DiscardFile(copied) }, nil
	}
	return func() error { return errors.Join(r.old.Close(), db.DiscardFile(copied)) }, nil
}

// bringForward replays what came since the backup, or makes sure that nothing of it is mistaken
// for something else. It also repeats what the departures list has since the backup.
func (r *restoring) bringForward(ctx context.Context, prepared string) (err error) {
	d, err := db.Open(ctx, prepared)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, d.Close()); err == nil {
			err = db.SettleFile(ctx, prepared)
		}
	}()
	list, err := r.departed(ctx, d)
	if err != nil {
		return err
	}
	s, past, err := daemon.NewReplay(r.config, d, r.Games, func() time.Time { return d.Now() })
	if err != nil {
		return err
	}
	if r.replay {
		return r.replayed(ctx, d, s, past, list)
	}
	if err := r.skipNumbers(ctx, d, past); err != nil {
		return err
	}
	left, err := s.RepeatDeparted(ctx, list)
	if err == nil && len(left) > 0 {
		r.say("%d players who left since the backup have left again", len(left))
	}
	r.say("What was played since the backup is not in it; 'turnpost restore --replay' brings it back.")
	return err
}

// departed returns the departures list: of the replaced database, or else from its file.
func (r *restoring) departed(ctx context.Context, d *db.DB) ([]db.Departed, error) {
	if r.old != nil {
		return server.DepartedIn(ctx, r.old, d)
	}
	file := r.config.Database.Departed()
	list, err := server.ReadDeparted(ctx, d, file)
	if err == nil || r.withoutList {
		return list, nil
	}
	if !errors.Is(err, server.ErrNoList) && !errors.Is(err, server.ErrOtherList) {
		return nil, err
	}
	if file != "" {
		err = fmt.Errorf("%w (%s)", err, file)
	}
	fmt.Fprintf(r.Err, "%v.\nPeople who left since the backup would be written to, and found by their opponents.\n"+
		"Restore without it? Write yes: ", err)
	answer, _ := bufio.NewReader(r.In).ReadString('\n')
	switch strings.TrimSpace(answer) {
	case "yes":
		return nil, nil
	case "": // nobody is there to answer
		fmt.Fprintln(r.Err)
		r.say("%v: 'turnpost serve' does not start before it is there, or before 'turnpost serve --without-list' "+
			"says to go on", err)
		return nil, d.Update(ctx, func(tx *db.Tx) error { return tx.NoteMended(daemon.ListMissing, "1") })
	}
	return nil, cli.Errorf(cli.ExitDatabase, "%w: nothing was changed; put it there, or give --without-list", err)
}

// gather returns the messages since a moment, from the mailbox and from the copy that the mail
// server keeps.
func (r *restoring) gather(ctx context.Context, since time.Time, past mail.InboxHistory) (all []mail.PastArrival,
	err error) {
	if past != nil {
		if err := past.History(ctx, since,
			func(p mail.PastArrival) error { all = append(all, p); return nil }); err != nil {
			return nil, fmt.Errorf("the mailbox: %w", err)
		}
	}
	folder := r.config.LMTP.Copy
	if folder == "" {
		return all, nil
	}
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil || info.ModTime().Before(since) || !info.Mode().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		size := int64(len(raw))
		tooLarge := size > r.config.Limits.MaxMessage.Bytes
		if tooLarge {
			raw = raw[:r.config.Limits.MaxMessage.Bytes]
		}
		all = append(all, mail.PastArrival{At: info.ModTime(), Filed: true, ArrivedMail: mail.ArrivedMail{Mailbox: "lmtp copy",
			Cursor: filepath.Base(path), Size: size, Raw: raw, TooLarge: tooLarge}})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("lmtp.copy: %w", err)
	}
	return all, nil
}

// madeAt returns when a backup was made, or a little earlier.
func madeAt(ctx context.Context, d *db.DB) (at time.Time, err error) {
	err = d.View(ctx, func(tx *db.Tx) (err error) {
		if at, err = tx.LastHeartbeat(); err != nil || !at.IsZero() {
			return err
		}
		at, err = tx.LastHandled()
		return err
	})
	if at.IsZero() {
		at = time.Unix(0, 0)
	}
	return at.Add(-time.Hour), err
}

// replayed answers again what arrived since the backup.
func (r *restoring) replayed(ctx context.Context, d *db.DB, s *server.Server, past mail.InboxHistory,
	list []db.Departed) error {
	since, err := madeAt(ctx, d)
	if err != nil {
		return err
	}
	messages, err := r.gather(ctx, since, past)
	if err != nil {
		return err
	}
	if past == nil && r.config.LMTP.Copy == "" && r.old == nil {
		return cli.Errorf(cli.ExitConfig,
			"mail comes by LMTP, no copy of it is kept (lmtp.copy), and the database that is "+
				"replaced cannot be read: nothing since the backup can be brought back; restore without --replay")
	}
	done, err := s.Replay(ctx, server.MailReplaySource{Since: since, Messages: messages, Replaced: r.old,
		Departed: list})
	if err != nil {
		return fmt.Errorf("the replay: %w", err)
	}
	r.say("%d messages since the backup were answered again, up to %s: %d moves and %d games came back", done.Messages,
		done.Until.UTC().Format(time.DateTime), done.Moves, done.Games)
	if done.Unsent > 0 {
		r.say("%d messages to players wait to be sent: as far as is known, they were not", done.Unsent)
	}
	if len(done.Lost) == 0 {
		r.say("nothing is known to be missing")
	}
	for _, what := range done.Lost {
		r.say("not brought back: %s", what)
	}
	return r.operators(ctx, since.Add(time.Hour))
}

// operators prints the commands of operators since the backup, which are not repeated.
func (r *restoring) operators(ctx context.Context, since time.Time) error {
	if r.old == nil {
		r.say("what operators did by command since the backup is not known; do it again")
		return nil
	}
	return r.old.View(ctx, func(tx *db.Tx) error {
		acts, err := tx.ListAudit(-1)
		for i := len(acts) - 1; i >= 0; i-- {
			if act := acts[i]; act.At.After(since) {
				r.say("not done again: %s %s %d %s, at %s", act.Operator, act.Act, act.Subject, act.Detail,
					act.At.UTC().Format(time.DateTime))
			}
		}
		return err
	})
}

// unknownNumbers is how many numbers are left out if the replaced database cannot be read.
const unknownNumbers = 1000

// skipNumbers begins another generation of the database, whose games and players get numbers above
// all that are known, and whose messages do not have those of others.
func (r *restoring) skipNumbers(ctx context.Context, d *db.DB, past mail.InboxHistory) error {
	last := map[string]int64{}
	tables := []string{"invitations", "players", "outbox", "quarantine"}
	higher := func(d *db.DB) error {
		return d.View(ctx, func(tx *db.Tx) error {
			for _, table := range tables {
				n, err := tx.LastNumber(table)
				if err != nil {
					return err
				}
				last[table] = max(last[table], n)
			}
			return nil
		})
	}
	if err := higher(d); err != nil {
		return err
	}
	backedUp := last["invitations"]
	if r.old != nil {
		if err := higher(r.old); err != nil {
			return err
		}
	}
	since, err := madeAt(ctx, d)
	if err != nil {
		return err
	}
	messages, err := r.gather(ctx, since, past)
	switch {
	case ctx.Err() != nil:
		return err
	case err != nil:
		r.say("the numbers of lost games could not be read there: %v", err)
	}
	to := daemon.ServerAddress(r.config)
	for _, m := range messages {
		// Anybody can write a number.
		if n := to.HighestGame(m.Raw); n < backedUp+1000*unknownNumbers {
			last["invitations"] = max(last["invitations"], n)
		}
	}
	if r.old == nil {
		last["invitations"] += unknownNumbers // a message need not have a token
		last["players"] += unknownNumbers
		last["outbox"] += 1000 * unknownNumbers
		last["quarantine"] += 1000 * unknownNumbers
	}
	if last["invitations"] > backedUp {
		r.say("new games get numbers above %d", last["invitations"])
	}
	return d.Update(ctx, func(tx *db.Tx) error {
		for _, table := range tables {
			if err := tx.SkipNumbers(table, last[table]); err != nil {
				return err
			}
		}
		return tx.NewGeneration()
	})
}

// verifyBackup verifies the copy of a backup before it becomes the database.
func (a *app) verifyBackup(ctx context.Context, prepared, from string) (games int, err error) {
	games, faults, err := a.verifyFile(ctx, prepared, time.Time{})
	if err != nil {
		return 0, err
	}
	if len(faults) > 0 {
		for _, f := range faults {
			fmt.Fprintln(a.Out, faultLine(f))
		}
		return 0, cli.Errorf(cli.ExitFailed, "the backup %s has faults: nothing was changed; use another one", from)
	}
	return games, nil
}
