package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// MailServer is the server of a mail account.
type MailServer struct {
	Protocol string // IMAP or SMTP, for sentences
	Host     string
	Port     int      // 0: the usual port of the mode
	TLS      Security // empty: TLS
	// Timeout is the longest wait for one answer; 0: one minute.
	Timeout time.Duration
	// RootCAs are the trusted authorities; nil: those of the system.
	RootCAs *x509.CertPool
	// NextProtos is the protocol's name for TLS (RFC 7301); nil: it has none.
	NextProtos []string
	// Peer, if not nil, receives the state of the TLS connection.
	Peer func(tls.ConnectionState) error
}

// Check fills in the defaults, with the usual port of each mode, and reports mistakes that
// show without the server.
func (s *MailServer) Check(ports map[Security]int) error {
	if s.Host == "" {
		return fmt.Errorf("the %s host is missing", s.Protocol)
	}
	if s.TLS == "" {
		s.TLS = TLS
	}
	mode, err := parseSecurity(string(s.TLS))
	if err != nil {
		return err
	}
	s.TLS = mode
	if s.Port == 0 {
		s.Port = ports[mode]
	}
	if s.Port < 1 || s.Port > 65535 {
		return fmt.Errorf("the %s port %d is not between 1 and 65535", s.Protocol, s.Port)
	}
	if s.Timeout <= 0 {
		s.Timeout = time.Minute
	}
	if mode == Plain {
		return checkLoopback(s.Host)
	}
	return nil
}

// Addr returns host and port.
func (s *MailServer) Addr() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Dial connects without TLS, and sends nothing.
func (s *MailServer) Dial(ctx context.Context) (net.Conn, error) {
	return (&net.Dialer{Timeout: s.Timeout}).DialContext(ctx, "tcp", s.Addr())
}

// CheckPlainConn refuses a connection without TLS that leaves this machine: dialling looked up
// the host again, after Check.
func CheckPlainConn(conn net.Conn) error {
	if tcp, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		return errors.New("this is not a loopback address, and the mode is plain")
	}
	return nil
}

// TLSConfig returns the TLS configuration for the server.
func (s *MailServer) TLSConfig() *tls.Config {
	return &tls.Config{ServerName: s.Host, RootCAs: s.RootCAs, MinVersion: tls.VersionTLS12, NextProtos: s.NextProtos,
		VerifyConnection: s.Peer}
}

// Encrypt does the TLS handshake on a connection.
func (s *MailServer) Encrypt(ctx context.Context, conn net.Conn) (net.Conn, error) {
	encrypted := tls.Client(conn, s.TLSConfig())
	if err := encrypted.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return encrypted, nil
}

// TokenRefusedError is returned when a server refuses an access token.
type TokenRefusedError struct{ Err error }

func (e *TokenRefusedError) Error() string { return e.Err.Error() }
func (e *TokenRefusedError) Unwrap() error { return e.Err }

// Login opens a session by calling open with an access token, or with an empty one if tokens is
// nil and a password is used. what names the login in errors. If the server refuses the
// token with a [TokenRefusedError], it may have been revoked early: Login tries once more
// with the next token, on a new connection, because not all servers accept a second login
// on the same one.
func Login[S any](ctx context.Context, tokens TokenSource, what string, open func(token string) (S, error)) (S, error) {
	var none S
	if tokens == nil {
		return open("")
	}
	// Before connecting: servers do not wait long for a login.
	token, err := tokens.Token(ctx)
	if err != nil {
		return none, fmt.Errorf("%s: %w", what, err)
	}
	s, err := open(token)
	if _, refused := errors.AsType[*TokenRefusedError](err); !refused {
		return s, err
	}
	tokens.Expire(token)
	next, failed := tokens.Token(ctx)
	if failed != nil {
		return none, fmt.Errorf("%s, and then: %w", err, failed)
	}
	if next == token {
		return none, err
	}
	return open(next)
}

// HideSecret removes a password or an access token from a text, in case a server repeats it.
func HideSecret(said, secret string) string {
	if secret == "" {
		return said
	}
	return strings.ReplaceAll(said, secret, "***")
}

var errSilent = errors.New("the server did not answer in time")

// IsSilence reports whether an error says that the server did not answer.
func IsSilence(err error) bool { return errors.Is(err, errSilent) }

// GuardConn closes conn when ctx is done or the limit has passed: the IMAP and SMTP clients have
// no contexts, and no deadlines for some steps. conn is the connection below TLS. The
// returned function ends the guard; it replaces the error with the reason if the guard
// closed the connection.
func GuardConn(ctx context.Context, conn net.Conn, limit time.Duration) (release func(error) error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errSilent)
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	return func(err error) error {
		stop()
		if err != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		cancel()
		return err
	}
}

// Security is how a connection to a mail server is encrypted.
type Security string

// The kinds of encryption.
const (
	TLS      Security = "tls"      // from the first byte on (RFC 8314)
	STARTTLS Security = "starttls" // after a word in the clear, and never without
	Plain    Security = "plain"    // never; to loopback addresses only
)

// parseSecurity reads a Security as it is written in a configuration, in any case.
func parseSecurity(s string) (Security, error) {
	switch m := Security(strings.ToLower(s)); m {
	case TLS, STARTTLS, Plain:
		return m, nil
	}
	return "", fmt.Errorf("the TLS mode %q is not one of tls, starttls and plain", s)
}

// checkLoopback refuses a host that is not this machine: with Plain, messages and the password
// would go over the network in the clear. It looks the host up, for ten seconds at most.
func checkLoopback(host string) error {
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
			return fmt.Errorf(
				"the mode plain would send messages and the password in the clear to %s, which is not this "+
					"machine: use tls or starttls", host)
		}
	}
	return nil
}
