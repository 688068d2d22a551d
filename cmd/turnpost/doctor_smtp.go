package main

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"turnpost/mail"
	"turnpost/mail/smtpout"
)

// smallestSize is what a server must take in one letter: ours with pictures of
// boards stay below it.
const smallestSize = 1_000_000

// soon is how many days before its end a certificate is warned of.
const soon = 14

// examineSMTP goes from the name of the server to the login. It returns nil
// when that cannot be used.
func (d *doctor) examineSMTP(ctx context.Context) *smtpout.Courier {
	c, steps := d.config.SMTP.ServerConfig, smtpSteps()
	_, tokens, err := d.config.tokens(slog.New(slog.DiscardHandler))
	if err != nil {
		d.fail(steps[0], "correct the section [oauth], or sign in with 'turnpost login'", "%v", err)
		d.skip("smtp-name failed", steps[1:]...)
		return nil
	}
	courier, err := smtpout.New(smtpout.Config{
		Host: c.Host, Port: c.Port, TLS: c.TLS, User: c.User, Password: string(c.Secret), Tokens: tokens, Timeout: d.timeout, RootCAs: d.roots,
	})
	if err != nil {
		d.fail(steps[0], "correct the section [smtp]", "%v", err)
		d.skip("smtp-name failed", steps[1:]...)
		return nil
	}
	if !d.examineName(ctx, steps[0], "smtp", c.Host) {
		d.skip("smtp-name failed", steps[1:]...)
		return nil
	}
	seen, err := courier.Look(ctx)
	if err != nil {
		d.fail(steps[1], mendConnection(err, "smtp", c), "%v", err)
		d.skip("smtp-tls failed", steps[2:]...)
		return nil
	}
	d.examineCertificates(steps[1], c, seen.Certificates)
	also := ""
	if !seen.UTF8 {
		also = "; addresses with letters outside ASCII cannot be written to (no SMTPUTF8)"
	}
	switch {
	case seen.MaxSize == 0:
		d.ok(steps[2], "the server names no limit for the size of a letter%s", also)
	case seen.MaxSize < smallestSize:
		d.warn(steps[2], "raise the limit of the server, such as message_size_limit of Postfix, to 1 MB", "the server takes letters of up to %s%s", bytesText(uint64(seen.MaxSize)), also)
	default:
		d.ok(steps[2], "the server takes letters of up to %s%s", bytesText(uint64(seen.MaxSize)), also)
	}
	if c.User == "" {
		d.skip("no login is configured", steps[3])
		return courier
	}
	if err := courier.Check(ctx); err != nil {
		d.fail(steps[3], mendLogin("smtp", c), "%v", err)
		return nil
	}
	d.ok(steps[3], "logged in as %s", c.User)
	return courier
}

// examineCertificates says how long the chain of a server still holds. It is
// right for now: else there is no connection.
func (d *doctor) examineCertificates(step string, c ServerConfig, chain []*x509.Certificate) {
	if len(chain) == 0 {
		d.ok(step, "connected to %s in the clear, on this machine", c.Addr())
		return
	}
	first := chain[0]
	for _, cert := range chain[1:] {
		if cert.NotAfter.Before(first.NotAfter) {
			first = cert
		}
	}
	days := int(first.NotAfter.Sub(d.now()) / (24 * time.Hour))
	saw := fmt.Sprintf("connected to %s with %s; the certificate holds %d more days, until %s", c.Addr(), c.TLS, days, first.NotAfter.UTC().Format(time.DateOnly))
	if days < soon {
		d.warn(step, "see to it that the certificate of "+c.Host+" is renewed", "%s", saw)
		return
	}
	d.ok(step, "%s", saw)
}

// certificateNames lists whom a certificate is for.
func certificateNames(cert *x509.Certificate) string {
	names := slices.Clone(cert.DNSNames)
	for _, ip := range cert.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		return "no name"
	}
	if len(names) > 5 {
		names = append(names[:5:5], "others")
	}
	return strings.Join(names, ", ")
}

// tlsAdvice is the usual port of each mode of a section.
func tlsAdvice(section string) string {
	if section == "imap" {
		return fmt.Sprintf("the usual ports are 993 for tls = %q and 143 for %q", mail.TLS, mail.STARTTLS)
	}
	return fmt.Sprintf("the usual ports are 465 for tls = %q and 587 for %q", mail.TLS, mail.STARTTLS)
}
