package smtp

import (
	"crypto/x509"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"turnpost/mail"
)

// CourierConfig describes the smarthost and our account there.
type CourierConfig struct {
	Host string
	Port int           // 0: the usual port of the mode
	TLS  mail.Security // empty: TLS
	// User and Password log in. Without User there is no login.
	User, Password string
	// Tokens, if not nil, log User in by OAuth 2 instead of the password.
	Tokens mail.TokenSource
	// HelloName is our name in EHLO, a fully qualified host name; empty: the
	// host name of this machine.
	HelloName string
	// Timeout is the longest wait for one answer; 0: one minute.
	Timeout time.Duration
	// Connections is how many may be open at once, each with a message of its own; 0:
	// one.
	Connections int
	// Sign, if not nil, returns a message with our DKIM signature on top (package auth).
	// It must return the same bytes for the same message, because a message may be sent
	// twice.
	Sign func(raw []byte) ([]byte, error)
	// RootCAs are the trusted authorities; nil: those of the system.
	RootCAs *x509.CertPool

	// heard, if not nil, receives the dialogue before the login.
	heard io.Writer
	// server holds the checked values of the fields above.
	server mail.MailServer
	// answer returns how long the server may take to answer the final dot; see answerWithin.
	answer func(unheard int) time.Duration
	linger time.Duration // mail.Linger, except in tests
}

// check fills in the defaults and reports mistakes that show without the server.
func (c *CourierConfig) check() error {
	c.server = mail.MailServer{Protocol: "SMTP", Host: c.Host, Port: c.Port, TLS: c.TLS, Timeout: c.Timeout,
		RootCAs: c.RootCAs}
	if err := c.server.Check(map[mail.Security]int{mail.TLS: 465, mail.STARTTLS: 587, mail.Plain: 25}); err != nil {
		return err
	}
	c.linger = mail.Linger
	c.Connections = max(c.Connections, 1)
	c.answer = func(unheard int) time.Duration { return answerWithin(c.server.Timeout, unheard) }
	if c.HelloName == "" {
		c.HelloName = hostName()
	}
	if strings.ContainsFunc(c.HelloName, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return fmt.Errorf("the name %q cannot be used in EHLO: it is not a host name", c.HelloName)
	}
	return nil
}

// hostName returns this machine's name, or an address literal if it has none that a
// server may accept as a host (RFC 5321 section 4.1.3).
func hostName() string {
	name, err := os.Hostname()
	if err != nil || !strings.Contains(name, ".") {
		return "[127.0.0.1]"
	}
	return name
}
