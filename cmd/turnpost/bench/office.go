package bench

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strconv"
	"strings"

	"turnpost/cmd/turnpost/config"
	"turnpost/cmd/turnpost/daemon"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/office"
	"turnpost/mail"
	"turnpost/mail/smtpout"
)

// Servers says where letters go through: real servers, or, if it is empty,
// a post office of the bench's own.
type Servers struct {
	IMAP, SMTP     string // URLs
	Robot, Players string // addresses
}

// place is the servers of one run, and the daemon's configuration for them.
type place struct {
	config config.Config
	// submit is how players hand their letters in.
	submit  smtpout.Config
	address func(word string) string // of a player
	close   func() error
}

// open starts a fresh post office, or takes the real servers.
func (s Servers) open(database string) (place, error) {
	if s.IMAP != "" || s.SMTP != "" {
		return s.real(database)
	}
	post, err := office.Start("127.0.0.1:0", "127.0.0.1:0", nil)
	if err != nil {
		return place{}, err
	}
	c, err := office.Config(post, database)
	if err != nil {
		return place{}, err
	}
	return place{
		config: c,
		// As a stranger's server does, without a login.
		submit:  smtpout.Config{Host: c.SMTP.Host, Port: c.SMTP.Port, TLS: mail.Plain},
		address: func(word string) string { return word + "@" + office.Domain },
		close:   post.Close,
	}, nil
}

func (s Servers) real(database string) (o place, err error) {
	c := config.Default()
	c.Database = config.DatabaseAt(database)
	if c.IMAP.Server, err = serverAt(s.IMAP, "imap", map[mail.Security]int{mail.TLS: 993, mail.STARTTLS: 143, mail.Plain: 143}); err != nil {
		return o, err
	}
	if c.SMTP.Server, err = serverAt(s.SMTP, "smtp", map[mail.Security]int{mail.TLS: 465, mail.STARTTLS: 587, mail.Plain: 25}); err != nil {
		return o, err
	}
	c.Robot.Address = s.Robot
	if c.Robot.Address == "" {
		c.Robot.Address = c.IMAP.User
	}
	if _, err := mail.ParseAddress(c.Robot.Address); err != nil {
		return o, exit.Errorf(exit.Usage, "--robot: %w", err)
	}
	local, domain, found := strings.Cut(s.Players, "@")
	if !found {
		return o, exit.Errorf(exit.Usage, "--players is missing: an address of yours, such as bench@example.org, whose mail with any tag (bench+a1@example.org) the server takes")
	}
	// The host's own mark would have to be known; the letters prove themselves.
	c.Trust.AuthservID = "bench.invalid"
	return place{
		config: c,
		submit: smtpout.Config{
			Host: c.SMTP.Host, Port: c.SMTP.Port, TLS: c.SMTP.TLS, User: c.SMTP.User, Password: string(c.SMTP.Secret),
		},
		address: func(word string) string { return local + "+" + word + "@" + domain },
		close:   func() error { return nil },
	}, nil
}

// serverAt reads imap://user:password@host:port. With an s after the scheme it
// is TLS from the start; without, STARTTLS, but on a loopback address nothing.
func serverAt(text, scheme string, ports map[mail.Security]int) (config.Server, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != scheme && u.Scheme != scheme+"s" || u.Hostname() == "" {
		return config.Server{}, exit.Errorf(exit.Usage, "--%s: a server is written as %s://user:password@host:port, or with %ss for TLS", scheme, scheme, scheme)
	}
	c := config.Server{Host: u.Hostname(), TLS: mail.STARTTLS, Auth: config.AuthPassword, User: u.User.Username()}
	if u.Scheme == scheme+"s" {
		c.TLS = mail.TLS
	} else if mail.CheckLoopback(c.Host) == nil {
		c.TLS = mail.Plain
	}
	password, _ := u.User.Password()
	c.Secret = config.Secret(password)
	c.Port = ports[c.TLS]
	if u.Port() != "" {
		if c.Port, err = strconv.Atoi(u.Port()); err != nil {
			return config.Server{}, exit.Errorf(exit.Usage, "--%s: the port: %w", scheme, err)
		}
	}
	return c, nil
}

// heard is a letter of the daemon's that the smarthost has accepted.
type heard struct {
	mail.Envelope
	at int64 // nanoseconds on the load's clock
}

// tellingCourier tells of each letter that was accepted.
type tellingCourier struct {
	mail.Courier
	accepted func(mail.Envelope)
}

func (c tellingCourier) Send(ctx context.Context, e mail.Envelope) error {
	err := c.Courier.Send(ctx, e)
	if err == nil {
		c.accepted(e)
	}
	return err
}

// openDaemon opens the servers and the daemon's parts. A daemon of the same
// database must have been closed before. release closes all.
func (b *Bench) openDaemon(ctx context.Context, s Servers, database string) (at place, d *daemon.Daemon, release func(), err error) {
	at, err = s.open(database)
	if err != nil {
		return at, nil, nil, err
	}
	at.config.Policy.ChallengesPerDay, at.config.Policy.StrangersPerDay = 1<<30, 1<<30 // each pair plays many games
	d, err = daemon.New(ctx, at.config, b.Games, b.Version, slog.New(slog.DiscardHandler))
	if err == nil {
		if err = d.Check(ctx); err == nil {
			return at, d, func() { d.Close(); at.close() }, nil
		}
		d.Close()
	}
	at.close()
	return at, nil, nil, fmt.Errorf("the daemon: %w", err)
}
