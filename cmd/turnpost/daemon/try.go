package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/imap"
	"turnpost/mail/smtp"
)

// Try returns an error if a daemon with configuration c could not start in place of a running
// one with configuration old. It logs in to both mail servers, looks whether the mailbox belongs to
// another database, connects to the database if it is
// another one, and listens for a moment at the addresses that the running daemon does not use.
// It takes at most a minute, and leaves nothing behind but, where c names a new SQLite
// file, the file's lock.
func Try(ctx context.Context, c, old config.Config, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	inbox, courier, err := connections(c, log)
	if err != nil {
		return err
	}
	defer courier.Close()
	if in, ok := inbox.(*imap.Inbox); ok {
		if id, known := DatabaseIdentity(ctx, c.Database.Where()); known {
			in.BelongTo(id)
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range mailServers(c, inbox, courier) {
		group.Go(func() error { return s.login(ctx) })
	}
	group.Go(func() error {
		if c.Database.Where() == old.Database.Where() {
			return nil
		}
		return cli.WithStatus(cli.ExitDatabase, tryDatabase(ctx, c.Database))
	})
	group.Go(func() error { return cli.WithStatus(cli.ExitFailed, tryAddresses(c, old)) })
	return group.Wait()
}

// tryDatabase returns an error if a database cannot be reached, or a file that is there has
// another daemon or is no database.
func tryDatabase(ctx context.Context, c config.Database) error {
	if c.Path == "" {
		_, err := db.CheckServer(ctx, c.Where())
		return err
	}
	unlock, err := LockDatabaseFile(c.Path + ".lock")
	if err != nil {
		return err
	}
	defer unlock()
	if _, err := os.Stat(c.Path); err != nil {
		return nil // it is made at the start
	}
	found, err := db.CheckFile(ctx, c.Path)
	if err == nil && len(found.Faults) > 0 {
		err = fmt.Errorf("the database is damaged: %s", found.Faults[0])
	}
	return err
}

// tryAddresses listens at the addresses of c whose ports old does not use.
func tryAddresses(c, old config.Config) error {
	var ports []string // that old uses
	for _, address := range []string{old.HTTP.Metrics, old.HTTP.Listen, old.LMTP.Listen} {
		if _, port, err := net.SplitHostPort(address); err == nil {
			ports = append(ports, port)
		}
	}
	used := func(address string) bool {
		_, port, err := net.SplitHostPort(address)
		return address == "" || err == nil && slices.Contains(ports, port)
	}
	web := []string{c.HTTP.Metrics}
	if c.HTTP.PublicURL != "" {
		web = append(web, c.HTTP.Listen)
	}
	for _, address := range web {
		if used(address) {
			continue
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			return err
		}
		l.Close()
	}
	if used(c.LMTP.Listen) || c.LMTP.Listen == old.LMTP.Listen {
		return nil
	}
	l, err := smtp.ListenLMTP(smtp.LMTPConfig{Listen: c.LMTP.Listen, Mode: c.LMTP.Permissions()})
	if err != nil {
		return err
	}
	return l.Close()
}

// mailServer is a server that the daemon logs in to.
type mailServer struct {
	name, section string
	server        config.MailServer
	try           func(context.Context) error
}

// login logs in. The error has its exit status and the remedy.
func (s mailServer) login(ctx context.Context) error {
	err := s.try(ctx)
	if err != nil && !errors.Is(err, mail.ErrMailboxTaken) {
		err = fmt.Errorf("%w; %s", err, config.Remedy(err, s.section, s.server))
	}
	return serverError(err)
}

func mailServers(c config.Config, inbox mail.Inbox, courier *smtp.Courier) []mailServer {
	list := []mailServer{{"the SMTP server", "smtp", c.SMTP.MailServer, courier.Check}}
	if in, ok := inbox.(*imap.Inbox); ok {
		list = append(list, mailServer{"the IMAP server", "imap", c.IMAP.MailServer, in.Check})
	}
	return list
}
