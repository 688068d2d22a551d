// Package daemon puts a server together from a configuration: a database, the desk
// that answers letters, a mailbox in and a smarthost out, and what operators,
// machines and readers of letters see of it over HTTP.
//
// [New] connects to nothing but the database, for which it waits; [Daemon.Check] logs
// in to both mail servers once, so that what waiting does not mend is told at once;
// [Daemon.Listen] opens what is served beside the mail (metrics, health,
// one-click unsubscribing); [Daemon.Run] does the work until its context is done,
// and tells the service manager. Errors have the exit status that is meant.
//
// What mends itself ends no daemon: a database or a mail server that is not there at
// the start is waited for, with a line for the operator, and /readyz says so.
//
// A loop that fails and tries again is healthy. One that has not gone round for
// longer than any network explains is stuck: the service manager hears of that
// alone, because only that is mended by a restart.
//
// Of the whole program only this package knows how a desk is made, by which names
// it tells what happens, and what a daemon of the same database can be asked to do
// by command ([Operations]). It decides nothing about letters or games: that is the
// desk's.
package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

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

// Daemon is a server put together. Who measures one drives its parts alone.
type Daemon struct {
	DB      *db.DB
	Inbox   mail.Inbox
	Courier *smtp.Courier

	handler *handler.Handler
	server  *server.Server // runs the desk
	unlock  func() error
	health  *health
	metrics *metrics
	log     *slog.Logger

	endpoints []*endpoint           // what is served beside the mail
	lmtp      *smtp.LMTPListener    // nil: mail is not handed over
	backups   func(context.Context) // makes them until its context is done; nil: none are made
	archives  func(context.Context) // the same of the archive
}

// answerWithin is how long a daemon waits for a database's server that is there and
// does not answer a statement. The longest that it asks erase who is forgotten.
const answerWithin = 30 * time.Second

// New opens the database and prepares all else; it connects to nothing. version is
// what the metrics say of the program. The caller closes the daemon.
func New(ctx context.Context, c config.Config, games []rules.Game, version string, log *slog.Logger) (*Daemon, error) {
	imapTokens, smtpTokens, err := c.Tokens(log)
	if err != nil {
		return nil, cli.WithStatus(cli.ExitConfig, err)
	}
	inbox, err := openInbox(c, imapTokens, log)
	if err != nil {
		return nil, cli.WithStatus(cli.ExitConfig, err)
	}
	courier, err := smtp.NewCourier(smtp.CourierConfig{
		Host: c.SMTP.Host, Port: c.SMTP.Port, TLS: c.SMTP.TLS,
		User: c.SMTP.User, Password: string(c.SMTP.Secret), Tokens: smtpTokens,
		Connections: server.Places(c.SMTP.Connections), Sign: c.DKIM.Sign(),
	})
	if err != nil {
		return nil, cli.WithStatus(cli.ExitConfig, err)
	}
	d := &Daemon{Inbox: inbox, Courier: courier, log: log}
	// Any number of daemons may share a server's database; a file has one.
	d.unlock = func() error { return nil }
	if path := c.Database.Path; path != "" {
		if d.unlock, err = LockFile(path + ".lock"); err != nil {
			return nil, cli.Errorf(cli.ExitDatabase, "the database %s: %w", path, err)
		}
	}
	if d.DB, err = openDatabase(ctx, c, log); err != nil {
		return nil, errors.Join(cli.WithStatus(cli.ExitDatabase, err), d.unlock())
	}
	d.DB.Patience = answerWithin
	if err := d.openServer(c, games, log); err != nil {
		return nil, errors.Join(cli.WithStatus(cli.ExitConfig, err), d.Close())
	}
	d.watch(c, games, version)
	if series, ok := c.Database.Backup.Series(); ok {
		d.backups = func(ctx context.Context) { series.Run(ctx, c.Database.Where(), time.Now, logBackup(log)) }
	}
	if c.Archive.Dir != "" {
		d.archives = d.archiving(c, games)
	}
	return d, nil
}

// logBackup logs what came of a backup.
func logBackup(log *slog.Logger) func(name string, err error) {
	return func(name string, err error) {
		if err != nil {
			log.Error("a backup failed; it is tried again", "file", name, "error", err)
			return
		}
		log.Info("a backup was made, and can be read", "file", name)
	}
}

// openInbox is where letters are fetched from; nowhere, if they are all handed over.
func openInbox(c config.Config, tokens mail.TokenSource, log *slog.Logger) (mail.Inbox, error) {
	if !c.Polls() {
		return smtp.PushedInbox{}, nil
	}
	return imap.New(imap.Config{
		Host: c.IMAP.Host, Port: c.IMAP.Port, TLS: c.IMAP.TLS,
		User: c.IMAP.User, Password: string(c.IMAP.Secret), Tokens: tokens,
		Mailbox: c.IMAP.Mailbox, Done: c.IMAP.Done, Poll: c.IMAP.Poll.Duration, MaxSize: c.Limits.MaxLetter.Bytes,
		Log: log,
	})
}

// processName is what an operator knows this process by, of several on a database.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s:%d", host, os.Getpid())
}

// Server returns the server, for callers that drive it a step at a time.
func (d *Daemon) Server() *server.Server { return d.server }

// serverError gives a transport's error its exit status.
func serverError(err error) error {
	if errors.Is(err, mail.ErrAccount) {
		return cli.WithStatus(cli.ExitLogin, err)
	}
	return cli.WithStatus(cli.ExitServer, err)
}

// Close gives back the database and all that was opened to listen.
func (d *Daemon) Close() error {
	for _, e := range d.endpoints {
		e.Close() // it may be closed already
	}
	if d.lmtp != nil {
		d.lmtp.Close()
	}
	var failed error
	if d.handler != nil {
		for _, v := range d.handler.Bots.Values {
			failed = errors.Join(failed, v.Close())
		}
	}
	return errors.Join(failed, d.DB.Close(), d.unlock())
}
