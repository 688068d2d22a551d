package smtpout

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"turnpost/mail"
)

// Config says where the smarthost is and who we are there.
type Config struct {
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
	// RootCAs are the authorities to trust; nil: those of the system.
	RootCAs *x509.CertPool

	// peer, if not nil, sees what the server proved of itself; see Look.
	peer func(tls.ConnectionState) error
}

// check fills the defaults in, and finds what can be wrong without the server.
func (c *Config) check() error {
	if c.Host == "" {
		return errors.New("the SMTP host is missing")
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
		c.Port = map[mail.Security]int{mail.TLS: 465, mail.STARTTLS: 587, mail.Plain: 25}[mode]
	}
	if c.Port < 1 || c.Port > 65535 {
		return fmt.Errorf("the SMTP port %d is not between 1 and 65535", c.Port)
	}
	if c.Timeout <= 0 {
		c.Timeout = time.Minute
	}
	if c.HelloName == "" {
		c.HelloName = hostName()
	}
	if strings.ContainsFunc(c.HelloName, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return fmt.Errorf("the name %q cannot be said in EHLO: it is not a host name", c.HelloName)
	}
	if mode == mail.Plain {
		return mail.CheckLoopback(c.Host)
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

func (c *Config) addr() string { return net.JoinHostPort(c.Host, strconv.Itoa(c.Port)) }

func (c *Config) tls() *tls.Config {
	return &tls.Config{ServerName: c.Host, RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12, VerifyConnection: c.peer}
}
