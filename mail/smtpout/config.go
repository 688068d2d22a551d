package smtpout

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

// Mode says how the connection is encrypted.
type Mode string

const (
	TLS      Mode = "tls"      // from the first byte on; usually port 465 (RFC 8314)
	STARTTLS Mode = "starttls" // after a word in the clear; usually port 587
	Plain    Mode = "plain"    // never; to loopback addresses only
)

// Config says where the smarthost is and who we are there.
type Config struct {
	Host string
	Port int  // 0: the usual port of the mode
	TLS  Mode // empty: TLS
	// User and Password log in. Without a User there is no login.
	User, Password string
	// HelloName is our name in EHLO, a fully qualified host name; empty: the
	// host name of this machine.
	HelloName string
	// Timeout is the longest wait for one answer; 0: one minute.
	Timeout time.Duration
	// RootCAs are the authorities to trust; nil: those of the system.
	RootCAs *x509.CertPool
}

// ParseMode reads a mode as it stands in a configuration.
func ParseMode(s string) (Mode, error) {
	switch m := Mode(strings.ToLower(s)); m {
	case TLS, STARTTLS, Plain:
		return m, nil
	}
	return "", fmt.Errorf("the TLS mode %q is not one of tls, starttls and plain", s)
}

// check fills the defaults in, and finds what can be wrong without the server.
func (c *Config) check() error {
	if c.Host == "" {
		return errors.New("the SMTP host is missing")
	}
	if c.TLS == "" {
		c.TLS = TLS
	}
	mode, err := ParseMode(string(c.TLS))
	if err != nil {
		return err
	}
	c.TLS = mode
	if c.Port == 0 {
		c.Port = map[Mode]int{TLS: 465, STARTTLS: 587, Plain: 25}[mode]
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
	if mode == Plain {
		return loopback(c.Host)
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

// loopback refuses a host that is not this machine.
func loopback(host string) error {
	ips := []net.IP{net.ParseIP(host)}
	if ips[0] == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		addrs, err := net.DefaultResolver.LookupIPAddr(ctx, host)
		if err != nil {
			return fmt.Errorf("the mode plain is for this machine alone, and %s cannot be looked up: %w", host, err)
		}
		ips = ips[:0]
		for _, a := range addrs {
			ips = append(ips, a.IP)
		}
	}
	for _, ip := range ips {
		if !ip.IsLoopback() {
			return fmt.Errorf("the mode plain would send letters and the password in the clear to %s, which is not this machine: use tls or starttls", host)
		}
	}
	return nil
}

func (c *Config) addr() string { return net.JoinHostPort(c.Host, strconv.Itoa(c.Port)) }

func (c *Config) tls() *tls.Config {
	return &tls.Config{ServerName: c.Host, RootCAs: c.RootCAs, MinVersion: tls.VersionTLS12}
}
