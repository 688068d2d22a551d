package imapin

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"turnpost/mail"
)

// Config says where the mailbox is. Zero values have the defaults that stand
// beside them.
type Config struct {
	Host           string
	Port           int           // the usual port of the mode
	TLS            mail.Security // TLS
	User, Password string
	// Tokens log in by OAuth 2, in place of the password; nil: the password does.
	Tokens  mail.TokenSource
	Mailbox string // INBOX
	// Done is where mails go when they are kept, with a slash between the parts
	// of the name whatever the server writes there.
	Done    string        // Turnpost/Done
	Poll    time.Duration // one minute; the longest wait
	MaxSize int64         // 1 MiB; of larger mails the header is all
	Timeout time.Duration // one minute; the longest wait for one answer
	// RootCAs are the authorities to trust; nil: those of the system.
	RootCAs *x509.CertPool
	Log     *slog.Logger // none

	// peer, if not nil, sees what the server proved of itself; see Probe.
	peer func(tls.ConnectionState) error
}

// maxIdle is how long IDLE is trusted: routers forget silent connections long
// before the 29 minutes of RFC 2177.
const maxIdle = 9 * time.Minute

// check fills the defaults in, and finds what can be wrong without the server.
func (c *Config) check() error {
	if c.Host == "" {
		return errors.New("the IMAP host is missing")
	}
	if c.User == "" {
		return errors.New("the IMAP user is missing")
	}
	if c.TLS == "" {
		c.TLS = mail.TLS
	}
	mode, err := mail.ParseSecurity(string(c.TLS))
	if err != nil {
		return err
	}
	c.TLS = mode
	if c.Port == 0 {
		c.Port = map[mail.Security]int{mail.TLS: 993, mail.STARTTLS: 143, mail.Plain: 143}[mode]
	}
	if c.Port < 1 || c.Port > 65535 {
		return fmt.Errorf("the IMAP port %d is not between 1 and 65535", c.Port)
	}
	if c.Mailbox == "" {
		c.Mailbox = "INBOX"
	}
	if c.Done == "" {
		c.Done = "Turnpost/Done"
	}
	if strings.EqualFold(c.Done, c.Mailbox) {
		return fmt.Errorf("mails that are done cannot stay in the same mailbox %s", c.Mailbox)
	}
	if c.Poll <= 0 {
		c.Poll = time.Minute
	}
	if c.MaxSize <= 0 {
		c.MaxSize = 1 << 20
	}
	if c.Timeout <= 0 {
		c.Timeout = time.Minute
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if mode == mail.Plain {
		return mail.CheckLoopback(c.Host)
	}
	return nil
}

func (c *Config) addr() string { return net.JoinHostPort(c.Host, strconv.Itoa(c.Port)) }

func (c *Config) tls() *tls.Config {
	return &tls.Config{ServerName: c.Host, RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12, NextProtos: []string{"imap"}, VerifyConnection: c.peer}
}

// name is the mailbox's name for good (RFC 5092), without the port, which
// changes with the mode.
func (c *Config) name() string {
	u := url.URL{Scheme: "imap", User: url.User(c.User), Host: strings.ToLower(c.Host), Path: "/" + c.Mailbox}
	return u.String()
}
