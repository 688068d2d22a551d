package demo

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
	"turnpost/mail/postoffice"
)

// Bot is the address of the server in the demo.
const Bot = "games@" + postoffice.Domain

// StartOffice starts the mail server at these addresses. An address that is in use has the
// exit status of an unreachable server, an invalid one that of a wrong flag.
func StartOffice(smtp, imap string, log *slog.Logger) (*postoffice.Server, error) {
	o, err := postoffice.Start(postoffice.Config{
		SMTPAddr: smtp, IMAPAddr: imap, Log: log,
	})
	if network, ok := errors.AsType[*net.OpError](err); ok {
		return nil, cli.Errorf(cli.ExitServer,
			"the demo's mail server cannot listen on %s (%w); is another demo running? --smtp and --imap set other "+
				"addresses, such as 127.0.0.1:0 for any free port", network.Addr, network.Err)
	}
	return o, cli.WithStatus(cli.ExitUsage, err)
}

// OfficeConfig is the configuration of a server at a post office, with a database by path or
// URL.
func OfficeConfig(o *postoffice.Server, database string) (config.Config, error) {
	c := config.Default()
	c.Server.Address = Bot
	c.Database = config.DatabaseAt(database)
	c.Trust.AuthservID = postoffice.Domain
	// IDLE reports mail at once; polling is for when it fails.
	c.IMAP.Poll = config.Duration{Duration: time.Second}
	for _, server := range []struct {
		addr   string
		config *config.MailServer
	}{{o.IMAPAddr(), &c.IMAP.MailServer}, {o.SMTPAddr(), &c.SMTP.MailServer}} {
		host, port, err := hostPort(server.addr)
		if err != nil {
			return config.Config{}, err
		}
		*server.config = config.MailServer{Host: host, Port: port, TLS: mail.Plain, User: Bot,
			Secret: postoffice.Password}
	}
	return c, nil
}

// describe prints how to connect a mail program.
func describe(w io.Writer, o *postoffice.Server) error {
	imapHost, imapPort, err := hostPort(o.IMAPAddr())
	if err != nil {
		return err
	}
	smtpHost, smtpPort, err := hostPort(o.SMTPAddr())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, `Turnpost demo: a mail server for @%[1]s, with Turnpost at %[2]s.

To take part with a mail program, add an account:

  IMAP   %[3]s port %[4]d, no encryption
  SMTP   %[5]s port %[6]d, no encryption, password authentication
  user   any name, such as alice or bob: the address is alice@%[1]s
  password   %[7]s

A first message to try, from alice@%[1]s to %[2]s:

  challenge robot turro

A robot answers at once. To play both sides, write challenge bob@%[1]s
turro, and reply to bob@%[1]s's message with: accept
`, postoffice.Domain, Bot, imapHost, imapPort, smtpHost, smtpPort, postoffice.Password)
	return err
}

// hostPort splits an address.
func hostPort(addr string) (host string, port int, err error) {
	host, p, err := net.SplitHostPort(addr)
	if err != nil {
		return "", 0, fmt.Errorf("the post office's address: %w", err)
	}
	port, err = strconv.Atoi(p)
	return host, port, err
}
