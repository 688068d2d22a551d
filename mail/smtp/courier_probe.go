package smtp

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"regexp"
)

// ProbeResult is what a server shows before the login.
type ProbeResult struct {
	// Certificates are those that the server showed, its own first; none without TLS.
	Certificates []*x509.Certificate
	// MaxSize is the largest message that it accepts (RFC 1870); 0: it does not say.
	MaxSize int
	// Name is the server's name in its answer to EHLO (RFC 5321, 4.1.1.1), which most
	// also use in their own EHLO to others; "": it gives none.
	Name string
	// UTF8 reports that it accepts addresses outside ASCII (RFC 6531).
	UTF8 bool
}

// helloAnswer matches the name in the first line of the answer to EHLO.
var helloAnswer = regexp.MustCompile(`(?m)^250[ -]([^ \r\n]+)`)

// Probe connects, sends EHLO and disconnects. Check also logs in.
func (c *Courier) Probe(ctx context.Context) (ProbeResult, error) {
	var seen ProbeResult
	cfg := c.cfg
	cfg.User = "" // no login, so that no secret is sent
	var said bytes.Buffer
	cfg.heard = &said
	cfg.server.Peer = func(state tls.ConnectionState) error {
		seen.Certificates = state.PeerCertificates
		return nil
	}
	s, err := dial(ctx, &cfg)
	if err != nil {
		return seen, err
	}
	defer s.hangUp(ctx, true)
	seen.MaxSize, _ = s.client.MaxMessageSize()
	if m := helloAnswer.FindSubmatch(said.Bytes()); m != nil {
		seen.Name = string(m[1])
	}
	seen.UTF8, _ = s.client.Extension("SMTPUTF8")
	return seen, nil
}
