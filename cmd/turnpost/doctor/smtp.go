package doctor

import (
	"context"
	"crypto/x509"

	"turnpost/mail"
	"turnpost/mail/smtp"
)

func smtpSteps() []string { return []string{"smtp-name", "smtp-tls", "smtp-limits", "smtp-login"} }

// smallestSize is the size that a server must accept: our messages with pictures are smaller.
const smallestSize = 1_000_000

// examineSMTP checks the SMTP server, from its name to the login. It returns nil if that
// cannot be used.
func (d *Doctor) examineSMTP(ctx context.Context) *smtp.Courier {
	c := d.config.SMTP
	var courier *smtp.Courier
	var seen smtp.ProbeResult
	s := &examinedServer{
		MailServer: c.MailServer, section: "smtp",
		prepare: func(_, tokens mail.TokenSource) (err error) {
			courier, err = smtp.NewCourier(smtp.CourierConfig{
				Host: c.Host, Port: c.Port, TLS: c.TLS, User: c.User, Password: string(c.Secret), Tokens: tokens,
				Timeout: d.timeout, RootCAs: d.roots,
				Sign: d.config.DKIM.Sign(),
			})
			return err
		},
		connect: func(ctx context.Context) (_ []*x509.Certificate, err error) {
			seen, err = courier.Probe(ctx)
			d.smtpReached, d.helloName = err == nil, seen.Name
			return seen.Certificates, err
		},
		login: func(ctx context.Context) error { return courier.Check(ctx) },
	}
	limits := stage{"smtp-limits", func(context.Context) bool { d.judgeLimits(seen); return true }}
	if !d.walk(ctx, d.name(s), d.reach(s), limits, d.enter(s)) {
		return nil
	}
	return courier
}

// judgeLimits reports what messages the server accepts.
func (d *Doctor) judgeLimits(seen smtp.ProbeResult) {
	const step = "smtp-limits"
	also := ""
	if !seen.UTF8 {
		also = "; addresses with letters outside ASCII cannot be written to (no SMTPUTF8)"
	}
	switch {
	case seen.MaxSize == 0:
		d.ok(step, "the server announces no size limit%s", also)
	case seen.MaxSize < smallestSize:
		d.warn(step, "raise the limit of the server, such as message_size_limit of Postfix, to 1 MB",
			"the server accepts messages of up to %s%s", bytesText(uint64(seen.MaxSize)), also)
	default:
		d.ok(step, "the server accepts messages of up to %s%s", bytesText(uint64(seen.MaxSize)), also)
	}
}
