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

// CourierConfig says where the smarthost is and who we are there.
type CourierConfig struct {
	Host string
	Port int           // 0: the usual port of the mode
	TLS  mail.Security // empty: TLS
	// User and Password log in. Without a User there is no login.
	User, Password string
	// Tokens log the User in by OAuth 2, in place of the password; nil: the
	// password does.
	Tokens mail.TokenSource
	// HelloName is our name in EHLO, a fully qualified host name; empty: the
	// host name of this machine.
	HelloName string
	// Timeout is the longest wait for one answer; 0: one minute.
	Timeout time.Duration
	// Connections is how many there may be at a time, each with a letter of its own;
	// 0: one.
	Connections int
	// Sign returns a letter with a signature of ours on top (package auth); nil:
	// the smarthost signs, or nobody does. The same letter must come out as the
	// same bytes, because a letter may be sent twice.
	Sign func(raw []byte) ([]byte, error)
	// RootCAs are the authorities to trust; nil: those of the system.
	RootCAs *x509.CertPool

	// heard is told what is said before any login; nil: nobody is.
	heard io.Writer
	// server is what stands above, checked.
	server mail.AccountServer
	// answer is how long the server may take to answer a letter; see answerWithin.
	answer func(unheard int) time.Duration
	linger time.Duration // mail.Linger, but in tests
}

// check fills the defaults in, and finds what can be wrong without the server.
func (c *CourierConfig) check() error {
	c.server = mail.AccountServer{Protocol: "SMTP", Host: c.Host, Port: c.Port, TLS: c.TLS, Timeout: c.Timeout, RootCAs: c.RootCAs}
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
		return fmt.Errorf("the name %q cannot be said in EHLO: it is not a host name", c.HelloName)
	}
	return nil
}

// hostName is this machine's name, or an address literal when it has none that
// a server may take for a host (RFC 5321 section 4.1.3).
func hostName() string {
	name, err := os.Hostname()
	if err != nil || !strings.Contains(name, ".") {
		return "[127.0.0.1]"
	}
	return name
}
