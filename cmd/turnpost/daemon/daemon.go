// Package daemon wires up a server from a configuration: a database, the handler that answers
// messages, a mailbox, an SMTP server, and what is served over HTTP.
//
// [New] opens the database, for which it waits, and connects to nothing else. [Daemon.Listen]
// opens what is served beside the mail: metrics, health, LMTP, one-click unsubscribe.
// [Daemon.Check] logs in to both mail servers once, so that a wrong login is reported at once.
// [Daemon.Run] does the work until its context is done, and notifies the service
// manager. Errors have exit statuses (package cli).
//
// A database or mail server that cannot be reached is waited for; the log and /readyz say so.
//
// A loop that fails and tries again is healthy. A loop that has not completed a round for
// longer than any network delay is stuck: then the service manager gets no more notifications,
// and restarts the process.
//
// No other package knows how a server is wired up from a configuration. This package decides
// nothing about messages or games.
package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/handler"
	"turnpost/mail/imap"
	"turnpost/mail/server"
	"turnpost/mail/smtp"
	"turnpost/rules"
)

// Daemon is a server with everything that it needs.
type Daemon struct {
	DB      *db.DB
	Inbox   mail.Inbox
	Courier *smtp.Courier

	handler *handler.Handler
	server  *server.Server // runs the handler
	unlock  func() error
	health  *health
	metrics *metrics
	log     *slog.Logger
	version string
	program []string // starts this program; see SearchApart

	servers   []mailServer
	endpoints []*endpoint           // HTTP servers
	web       *errgroup.Group       // runs them
	endWeb    func()                // ends them
	lmtp      *smtp.LMTPListener    // nil: no LMTP
	backups   func(context.Context) // makes backups until its context is done; nil: none
	archives  func(context.Context) // the same for the archive
}

// answerWithin is how long the server waits for an answer of a database that is reachable. The
// longest statements erase forgotten players.
const answerWithin = 30 * time.Second

// New opens the database and prepares everything else; it connects to nothing. version is what
// the metrics report. The caller closes the daemon.
func New(ctx context.Context, c config.Config, games []rules.Game, version string, log *slog.Logger) (*Daemon, error) {
	inbox, courier, err := connections(c, log)
	if err != nil {
		return nil, err
	}
	d := &Daemon{Inbox: inbox, Courier: courier, servers: mailServers(c, inbox, courier), log: log,
		web: new(errgroup.Group), endWeb: func() {}}
	// Any number of daemons may share a PostgreSQL database; a SQLite file has one.
	d.unlock = func() error { return nil }
	if path := c.Database.Path; path != "" {
		if d.unlock, err = LockDatabaseFile(path + ".lock"); err != nil {
			return nil, cli.Errorf(cli.ExitDatabase, "the database %s: %w", path, err)
		}
	}
	if d.DB, err = openDatabase(ctx, c, log); err != nil {
		return nil, errors.Join(cli.WithStatus(cli.ExitDatabase, err), d.unlock())
	}
	d.DB.Patience = answerWithin
	if err := d.own(ctx); err != nil {
		return nil, errors.Join(cli.WithStatus(cli.ExitDatabase, err), d.Close())
	}
	if err := d.openServer(c, games, log); err != nil {
		return nil, errors.Join(cli.WithStatus(cli.ExitConfig, err), d.Close())
	}
	if err := d.settleList(ctx, c); err != nil {
		return nil, errors.Join(cli.WithStatus(cli.ExitConfig, err), d.Close())
	}
	d.version = version
	d.watch(c, games, version)
	if series, ok := c.Database.Backup.Series(); ok {
		d.backups = func(ctx context.Context) { series.Run(ctx, c.Database.Where(), time.Now, logBackup(log)) }
	}
	if c.Archive.Dir != "" {
		d.archives = d.archiving(c, games)
	}
	return d, nil
}

// ListMissing is noted in a database that was restored without its departures list; see
// db.Tx.NoteMended.
const ListMissing = "list missing"

// settleList reads that list, if it was missing when the database was restored.
func (d *Daemon) settleList(ctx context.Context, c config.Config) error {
	missing := ""
	if err := d.DB.View(ctx,
		func(tx *db.Tx) (err error) { missing, err = tx.Mended(ListMissing); return err }); err != nil ||
		missing == "" {
		return err
	}
	if !c.WithoutList {
		list, err := server.ReadDeparted(ctx, d.DB, c.Database.Departed())
		if err != nil {
			return fmt.Errorf(
				"%w (%s), and this database was restored without it: people who left since the backup would be "+
					"written to; put it there, or start once with --without-list", err, c.Database.Departed())
		}
		if _, err := d.server.RepeatDeparted(ctx, list); err != nil {
			return err
		}
	}
	return d.DB.Update(ctx, func(tx *db.Tx) error { return tx.NoteMended(ListMissing, "") })
}

// own tells the mailbox which database it belongs to.
func (d *Daemon) own(ctx context.Context) error {
	in, ok := d.Inbox.(*imap.Inbox)
	if !ok {
		return nil
	}
	return d.DB.Update(ctx, func(tx *db.Tx) error {
		id, err := tx.Identity()
		in.BelongTo(id)
		return err
	})
}

// DatabaseIdentity returns the digest of a database; empty if it has none yet. known is false if it cannot
// be read.
func DatabaseIdentity(ctx context.Context, where string) (id string, known bool) {
	store, err := db.OpenReadOnly(ctx, where)
	if errors.Is(err, db.ErrMissing) {
		return "", true
	} else if err != nil {
		return "", false
	}
	defer store.Close()
	err = store.View(ctx, func(tx *db.Tx) error {
		keys, _, err := tx.SealKeys()
		if err == nil && len(keys) > 0 {
			id, err = tx.Identity()
		}
		return err
	})
	return id, err == nil
}

// TakeMailbox gives the mailbox of a configuration to its database, and returns whose it was before.
func TakeMailbox(ctx context.Context, c config.Config, d *db.DB) (before []imap.DatabaseMark, id string, err error) {
	inbox, courier, err := connections(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, "", err
	}
	defer courier.Close()
	in, ok := inbox.(*imap.Inbox)
	if !ok {
		return nil, "", cli.Errorf(cli.ExitConfig, "mail comes by LMTP, and there is no mailbox")
	}
	if err := d.Update(ctx, func(tx *db.Tx) (err error) { id, err = tx.Identity(); return err }); err != nil {
		return nil, "", err
	}
	in.BelongTo(id)
	before, err = in.Take(ctx)
	return before, id, serverError(err)
}

// logBackup logs the result of a backup.
func logBackup(log *slog.Logger) func(name string, err error) {
	return func(name string, err error) {
		if err != nil {
			log.Error("backup failed; it is tried again", "file", name, "error", err)
			return
		}
		log.Info("backup made", "file", name)
	}
}

// connections returns the mailbox and the SMTP server of a configuration. The mailbox is empty
// if all mail comes by LMTP or a pipe. Nothing is connected yet.
func connections(c config.Config, log *slog.Logger) (mail.Inbox, *smtp.Courier, error) {
	imapTokens, smtpTokens, err := c.Tokens(log)
	if err != nil {
		return nil, nil, cli.WithStatus(cli.ExitConfig, err)
	}
	var inbox mail.Inbox = smtp.PushedInbox{}
	if c.Polls() {
		inbox, err = imap.New(imap.Config{
			Host: c.IMAP.Host, Port: c.IMAP.Port, TLS: c.IMAP.TLS,
			User: c.IMAP.User, Password: string(c.IMAP.Secret), Tokens: imapTokens,
			Mailbox: c.IMAP.Mailbox, FiledFolder: c.IMAP.Done, Poll: c.IMAP.Poll.Duration,
			MaxSize: c.Limits.MaxMessage.Bytes,
			Log:     log,
		})
		if err != nil {
			return nil, nil, cli.WithStatus(cli.ExitConfig, err)
		}
	}
	courier, err := smtp.NewCourier(smtp.CourierConfig{
		Host: c.SMTP.Host, Port: c.SMTP.Port, TLS: c.SMTP.TLS,
		User: c.SMTP.User, Password: string(c.SMTP.Secret), Tokens: smtpTokens,
		Connections: server.MaxInFlight(c.SMTP.Connections), Sign: c.DKIM.Sign(),
	})
	return inbox, courier, cli.WithStatus(cli.ExitConfig, err)
}

// processName names this process for operators: host and process id.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s:%d", host, os.Getpid())
}

// Server returns the server, for callers that drive it a step at a time.
func (d *Daemon) Server() *server.Server { return d.server }

// serverError gives an error of a mail server its exit status.
func serverError(err error) error {
	switch {
	case errors.Is(err, mail.ErrAccount):
		return cli.WithStatus(cli.ExitLogin, err)
	case errors.Is(err, mail.ErrMailboxTaken):
		return cli.WithStatus(cli.ExitConfig, err)
	}
	return cli.WithStatus(cli.ExitServer, err)
}

// Close closes the database and all listeners.
func (d *Daemon) Close() error {
	for _, e := range d.endpoints {
		e.Close() // a second close does no harm
	}
	if d.lmtp != nil {
		d.lmtp.Close()
	}
	var failed error
	if d.handler != nil {
		for _, v := range d.handler.Bots.Values {
			failed = errors.Join(failed, v.Close())
		}
		for _, e := range d.handler.Bots.Engines {
			failed = errors.Join(failed, e.Close())
		}
		if d.handler.Bots.Master != nil {
			failed = errors.Join(failed, d.handler.Bots.Master.Close())
		}
		for _, e := range d.handler.Bots.Searchers {
			failed = errors.Join(failed, e.Close())
		}
	}
	return errors.Join(failed, d.DB.Close(), d.unlock())
}
