package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"

	"turnpost/mail"
	"turnpost/mail/postoffice"
	"turnpost/mail/smtpout"
)

// benchServers says where letters go through: real servers, or, if it is empty,
// a post office of the bench's own.
type benchServers struct {
	imap, smtp     string // URLs
	robot, players string // addresses
}

// benchOffice is the servers of one run, and the daemon's configuration for them.
type benchOffice struct {
	config Config
	// submit is how players hand their letters in.
	submit  smtpout.Config
	address func(word string) string // of a player
	close   func() error
}

// open starts a fresh post office, or takes the real servers.
func (s benchServers) open(database string) (benchOffice, error) {
	if s.imap != "" || s.smtp != "" {
		return s.real(database)
	}
	office, err := postoffice.Start(postoffice.Config{Domain: demoDomain, Password: demoPassword, SMTPAddr: "127.0.0.1:0", IMAPAddr: "127.0.0.1:0"})
	if err != nil {
		return benchOffice{}, exitWith(exitServer, err)
	}
	c, err := demoConfig(office, database)
	if err != nil {
		return benchOffice{}, err
	}
	return benchOffice{
		config: c,
		// As a stranger's server does, without a login.
		submit:  smtpout.Config{Host: c.SMTP.Host, Port: c.SMTP.Port, TLS: mail.Plain},
		address: func(word string) string { return word + "@" + demoDomain },
		close:   office.Close,
	}, nil
}

func (s benchServers) real(database string) (o benchOffice, err error) {
	c := defaultConfig()
	c.Database = databaseAt(database)
	if c.IMAP.ServerConfig, err = benchURL(s.imap, "imap", map[mail.Security]int{mail.TLS: 993, mail.STARTTLS: 143, mail.Plain: 143}); err != nil {
		return o, err
	}
	if c.SMTP.ServerConfig, err = benchURL(s.smtp, "smtp", map[mail.Security]int{mail.TLS: 465, mail.STARTTLS: 587, mail.Plain: 25}); err != nil {
		return o, err
	}
	c.Robot.Address = s.robot
	if c.Robot.Address == "" {
		c.Robot.Address = c.IMAP.User
	}
	if _, err := mail.ParseAddress(c.Robot.Address); err != nil {
		return o, exitf(exitUsage, "--robot: %w", err)
	}
	local, domain, found := strings.Cut(s.players, "@")
	if !found {
		return o, exitf(exitUsage, "--players is missing: an address of yours, such as bench@example.org, whose mail with any tag (bench+a1@example.org) the server takes")
	}
	// The host's own mark would have to be known; the letters prove themselves.
	c.Trust.AuthservID = "bench.invalid"
	return benchOffice{
		config: c,
		submit: smtpout.Config{
			Host: c.SMTP.Host, Port: c.SMTP.Port, TLS: c.SMTP.TLS, User: c.SMTP.User, Password: string(c.SMTP.Secret),
		},
		address: func(word string) string { return local + "+" + word + "@" + domain },
		close:   func() error { return nil },
	}, nil
}

// benchURL reads imap://user:password@host:port. With an s after the scheme it
// is TLS from the start; without, STARTTLS, but on a loopback address nothing.
func benchURL(text, scheme string, ports map[mail.Security]int) (ServerConfig, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != scheme && u.Scheme != scheme+"s" || u.Hostname() == "" {
		return ServerConfig{}, exitf(exitUsage, "--%s: a server is written as %s://user:password@host:port, or with %ss for TLS", scheme, scheme, scheme)
	}
	c := ServerConfig{Host: u.Hostname(), TLS: mail.STARTTLS, Auth: authPassword, User: u.User.Username()}
	if u.Scheme == scheme+"s" {
		c.TLS = mail.TLS
	} else if mail.CheckLoopback(c.Host) == nil {
		c.TLS = mail.Plain
	}
	password, _ := u.User.Password()
	c.Secret = Secret(password)
	c.Port = ports[c.TLS]
	if u.Port() != "" {
		if c.Port, err = strconv.Atoi(u.Port()); err != nil {
			return ServerConfig{}, exitf(exitUsage, "--%s: the port: %w", scheme, err)
		}
	}
	return c, nil
}

// heard is a letter of the daemon's that the smarthost has accepted.
type heard struct {
	mail.Envelope
	at int64 // nanoseconds on the load's clock
}

// benchCourier tells of each letter that was accepted.
type benchCourier struct {
	mail.Courier
	accepted func(mail.Envelope)
}

func (c benchCourier) Send(ctx context.Context, e mail.Envelope) error {
	err := c.Courier.Send(ctx, e)
	if err == nil {
		c.accepted(e)
	}
	return err
}

// openDaemon opens the servers and the daemon's parts. A daemon of the same
// database must have been closed before. release closes all.
func (a *app) openDaemon(ctx context.Context, s benchServers, database string) (office benchOffice, svc *service, release func(), err error) {
	office, err = s.open(database)
	if err != nil {
		return office, nil, nil, err
	}
	svc, err = a.newService(ctx, office.config, slog.New(slog.DiscardHandler))
	if err == nil {
		if err = svc.check(ctx); err == nil {
			return office, svc, func() { svc.close(); office.close() }, nil
		}
		svc.close()
	}
	office.close()
	return office, nil, nil, fmt.Errorf("the daemon: %w", err)
}
