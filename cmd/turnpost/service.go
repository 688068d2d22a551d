package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/desk"
	"turnpost/mail/imapin"
	"turnpost/mail/smtpout"
	"turnpost/mail/trust"
)

// service is a daemon put together: a database, a desk, and the two transports.
type service struct {
	db      *db.DB
	desk    *desk.Desk
	inbox   *imapin.Inbox
	courier *smtpout.Courier
	unlock  func() error

	health  *health
	metrics *metrics
	log     *slog.Logger

	endpoints []*endpoint // what is served beside the mail
}

// newService opens the database and prepares all else; it connects to nothing.
// The caller closes it.
func (a *app) newService(ctx context.Context, c Config, log *slog.Logger) (*service, error) {
	imapTokens, smtpTokens, err := c.tokens(log)
	if err != nil {
		return nil, exitWith(exitConfig, err)
	}
	inbox, err := imapin.New(imapin.Config{
		Host: c.IMAP.Host, Port: c.IMAP.Port, TLS: c.IMAP.TLS,
		User: c.IMAP.User, Password: string(c.IMAP.Secret), Tokens: imapTokens,
		Mailbox: c.IMAP.Mailbox, Done: c.IMAP.Done, Poll: c.IMAP.Poll.Duration, MaxSize: c.Limits.MaxLetter.Bytes,
		Log: log,
	})
	if err != nil {
		return nil, exitWith(exitConfig, err)
	}
	courier, err := smtpout.New(smtpout.Config{
		Host: c.SMTP.Host, Port: c.SMTP.Port, TLS: c.SMTP.TLS,
		User: c.SMTP.User, Password: string(c.SMTP.Secret), Tokens: smtpTokens,
	})
	if err != nil {
		return nil, exitWith(exitConfig, err)
	}
	s := &service{inbox: inbox, courier: courier, log: log}
	// Any number of daemons may share a server's database; a file has one.
	s.unlock = func() error { return nil }
	if path := c.Database.Path; path != "" {
		if s.unlock, err = lockFile(path + ".lock"); err != nil {
			return nil, exitf(exitDatabase, "the database %s: %w", path, err)
		}
	}
	if s.db, err = db.Open(ctx, c.Database.where()); err != nil {
		return nil, errors.Join(exitWith(exitDatabase, err), s.unlock())
	}
	robot := desk.Robot{
		Name: c.Robot.Name, Address: c.Robot.Address, Plus: c.Robot.PlusAddress,
		AuthservID: c.Trust.AuthservID, Open: c.Trust.Mode == trustOpen,
	}
	s.desk, err = desk.New(robot, s.db, a.games, log)
	if err != nil {
		return nil, errors.Join(exitWith(exitConfig, err), s.close())
	}
	s.desk.Name = daemonName()
	s.desk.Manners, s.desk.Limits = c.Manners.manners(), c.Privacy.limits()
	s.watch(c, a.games)
	if c.Trust.DKIM {
		s.desk.Verifier = trust.NewVerifier(nil, robot.Is, time.Now)
	}
	return s, nil
}

// daemonName is what an operator knows this process by, of several on a database.
func daemonName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s:%d", host, os.Getpid())
}

// check logs in to both servers and hangs up, so that what waiting does not
// mend is told at once.
func (s *service) check(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return serverError(s.inbox.Check(ctx)) })
	group.Go(func() error { return serverError(s.courier.Check(ctx)) })
	return group.Wait()
}

// serverError gives a transport's error its exit status.
func serverError(err error) error {
	if errors.Is(err, mail.ErrAccount) {
		return exitWith(exitLogin, err)
	}
	return exitWith(exitServer, err)
}

func (s *service) close() error {
	for _, e := range s.endpoints {
		e.Close() // it may be closed already
	}
	return errors.Join(s.db.Close(), s.unlock())
}
