package smtpout

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
)

// Sight is what a server shows of itself before the login.
type Sight struct {
	// Certificates are what the server showed, its own first; none without TLS.
	Certificates []*x509.Certificate
	// MaxSize is the size of letters that it takes (RFC 1870); 0: it does not say.
	MaxSize int
	// UTF8 says that it takes addresses outside ASCII (RFC 6531).
	UTF8 bool
}

// Look dials, says EHLO and hangs up. Check goes on to the login.
func (c *Courier) Look(ctx context.Context) (Sight, error) {
	var seen Sight
	cfg := c.cfg
	cfg.User = ""
	cfg.peer = func(state tls.ConnectionState) error {
		seen.Certificates = state.PeerCertificates
		return nil
	}
	s, err := dial(ctx, &cfg)
	if err != nil {
		return seen, err
	}
	defer s.hangUp(ctx, true)
	seen.MaxSize, _ = s.client.MaxMessageSize()
	seen.UTF8, _ = s.client.Extension("SMTPUTF8")
	return seen, nil
}

// Silent reports whether an error says that the server did not answer.
func Silent(err error) bool { return errors.Is(err, errSilent) }
