package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"
)

// AccountServer is where an account is.
type AccountServer struct {
	Protocol string // IMAP or SMTP, for sentences
	Host     string
	Port     int      // 0: the usual port of the mode
	TLS      Security // empty: TLS
	// Timeout is the longest wait for one answer; 0: one minute.
	Timeout time.Duration
	// RootCAs are the authorities to trust; nil: those of the system.
	RootCAs *x509.CertPool
	// NextProtos is the protocol's name for TLS (RFC 7301); nil: it has none.
	NextProtos []string
	// Peer, if not nil, sees what the server proved of itself.
	Peer func(tls.ConnectionState) error
}

// Check fills the defaults in, with the usual port of each mode, and finds what
// can be wrong without the server.
func (s *AccountServer) Check(ports map[Security]int) error {
	if s.Host == "" {
		return fmt.Errorf("the %s host is missing", s.Protocol)
	}
	if s.TLS == "" {
		s.TLS = TLS
	}
	mode, err := ParseSecurity(string(s.TLS))
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
		return CheckLoopback(s.Host)
	}
	return nil
}

// Addr is host and port.
func (s *AccountServer) Addr() string { return net.JoinHostPort(s.Host, strconv.Itoa(s.Port)) }

// Dial connects, without a word and without TLS.
func (s *AccountServer) Dial(ctx context.Context) (net.Conn, error) {
	return (&net.Dialer{Timeout: s.Timeout}).DialContext(ctx, "tcp", s.Addr())
}

// CheckPlainConn refuses to say anything in the clear over a connection that leaves
// this machine: the name was looked up again to dial it, after Check.
func CheckPlainConn(conn net.Conn) error {
	if tcp, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		return errors.New("this is not a loopback address, and the mode is plain")
	}
	return nil
}

// TLSConfig is how TLS is spoken there.
func (s *AccountServer) TLSConfig() *tls.Config {
	return &tls.Config{ServerName: s.Host, RootCAs: s.RootCAs, MinVersion: tls.VersionTLS12, NextProtos: s.NextProtos, VerifyConnection: s.Peer}
}

// Encrypt begins TLS on a connection.
func (s *AccountServer) Encrypt(ctx context.Context, conn net.Conn) (net.Conn, error) {
	encrypted := tls.Client(conn, s.TLSConfig())
	if err := encrypted.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return encrypted, nil
}
