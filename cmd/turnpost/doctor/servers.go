package doctor

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
)

// stage is one of several steps that each need those before. try adds findings, and reports
// whether the next step can be tried.
type stage struct {
	step string
	try  func(context.Context) bool
}

// walk tries steps until one fails, and skips the rest. It reports whether all succeeded.
func (n *notes) walk(ctx context.Context, stages ...stage) bool {
	for i, s := range stages {
		if s.try(ctx) {
			continue
		}
		for _, rest := range stages[i+1:] {
			n.skip(s.step+" failed", rest.step)
		}
		return false
	}
	return true
}

// examinedServer is a mail server to check, with the operations of its protocol.
type examinedServer struct {
	config.MailServer
	section string // imap or smtp: in the configuration and in the names of steps
	// prepare returns an error if the section is wrong.
	prepare func(imap, smtp mail.TokenSource) error
	// connect returns the server's certificates; none without TLS.
	connect func(context.Context) ([]*x509.Certificate, error)
	login   func(context.Context) error
}

// name is the step that checks the section and resolves the name.
func (d *Doctor) name(s *examinedServer) stage {
	step := s.section + "-name"
	return stage{step, func(ctx context.Context) bool {
		imap, smtp, err := d.config.Tokens(slog.New(slog.DiscardHandler))
		if err != nil {
			d.fail(step, "correct the section [oauth], or sign in with 'turnpost login'", "%v", err)
			return false
		}
		if err := s.prepare(imap, smtp); err != nil {
			d.fail(step, "correct the section ["+s.section+"]", "%v", err)
			return false
		}
		if config.IsIP(s.Host) {
			d.ok(step, "%s is an address", s.Host)
			return true
		}
		within, cancel := context.WithTimeout(ctx, min(d.timeout, 10*time.Second))
		defer cancel()
		addrs, err := d.resolver.LookupHost(within, s.Host)
		if err != nil {
			d.fail(step, config.RemedyForName(err, s.section, s.Host), "%v", err)
			return false
		}
		d.ok(step, "%s is %s", s.Host, strings.Join(addrs, ", "))
		return true
	}}
}

// reach is the step that connects.
func (d *Doctor) reach(s *examinedServer) stage {
	step := s.section + "-tls"
	return stage{step, func(ctx context.Context) bool {
		chain, err := s.connect(ctx)
		if err != nil {
			d.fail(step, config.RemedyForConnection(err, s.section, s.MailServer), "%v", err)
			return false
		}
		d.judgeCertificates(step, s.MailServer, chain)
		return true
	}}
}

// enter is the step that logs in.
func (d *Doctor) enter(s *examinedServer) stage {
	step := s.section + "-login"
	return stage{step, func(ctx context.Context) bool {
		if s.User == "" {
			d.skip("no login is configured", step)
			return true
		}
		if err := s.login(ctx); err != nil {
			d.fail(step, config.RemedyForLogin(err, s.section, s.MailServer), "%v", err)
			return false
		}
		d.ok(step, "logged in as %s", s.User)
		return true
	}}
}

// soon is how many days before its end a certificate is reported.
const soon = 14

// judgeCertificates reports how long the certificates are valid. They are valid now: otherwise
// there is no connection.
func (d *Doctor) judgeCertificates(step string, c config.MailServer, chain []*x509.Certificate) {
	if len(chain) == 0 {
		d.ok(step, "connected to %s without TLS, on this machine", c.Addr())
		return
	}
	first := chain[0]
	for _, cert := range chain[1:] {
		if cert.NotAfter.Before(first.NotAfter) {
			first = cert
		}
	}
	days := int(first.NotAfter.Sub(d.now()) / (24 * time.Hour))
	saw := fmt.Sprintf("connected to %s with %s; the certificate is valid for %d more days, until %s", c.Addr(),
		c.TLS, days, first.NotAfter.UTC().Format(time.DateOnly))
	if days < soon {
		d.warn(step, "renew the certificate of "+c.Host, "%s", saw)
		return
	}
	d.ok(step, "%s", saw)
}
