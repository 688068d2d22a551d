package imap

import (
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
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

	// server is what stands above, checked.
	server mail.AccountServer
}

// maxIdle is how long IDLE is trusted: routers forget silent connections long
// before the 29 minutes of RFC 2177.
const maxIdle = 9 * time.Minute

// check fills the defaults in, and finds what can be wrong without the server.
func (c *Config) check() error {
	c.server = mail.AccountServer{Protocol: "IMAP", Host: c.Host, Port: c.Port, TLS: c.TLS, Timeout: c.Timeout, RootCAs: c.RootCAs, NextProtos: []string{"imap"}}
	if err := c.server.Check(map[mail.Security]int{mail.TLS: 993, mail.STARTTLS: 143, mail.Plain: 143}); err != nil {
		return err
	}
	if c.User == "" {
		return errors.New("the IMAP user is missing")
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
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// name is the mailbox's name for good (RFC 5092), without the port, which
// changes with the mode.
func (c *Config) name() string {
	u := url.URL{Scheme: "imap", User: url.User(c.User), Host: strings.ToLower(c.Host), Path: "/" + c.Mailbox}
	return u.String()
}
