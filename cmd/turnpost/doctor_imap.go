package main

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"turnpost/mail"
	"turnpost/mail/imapin"
)

// examineIMAP goes from the name of the server to the mailbox. It returns nil
// when that cannot be used.
func (d *doctor) examineIMAP(ctx context.Context) *imapin.Probe {
	c, steps := d.config.IMAP, imapSteps()
	tokens, _, err := d.config.tokens(slog.New(slog.DiscardHandler))
	if err != nil {
		d.fail(steps[0], "correct the section [oauth], or sign in with 'turnpost login'", "%v", err)
		d.skip("imap-name failed", steps[1:]...)
		return nil
	}
	inbox, err := imapin.New(imapin.Config{
		Host: c.Host, Port: c.Port, TLS: c.TLS, User: c.User, Password: string(c.Secret), Tokens: tokens,
		Mailbox: c.Mailbox, Done: c.Done, Poll: c.Poll.Duration, Timeout: d.timeout, RootCAs: d.roots,
	})
	if err != nil {
		d.fail(steps[0], "correct the section [imap]", "%v", err)
		d.skip("imap-name failed", steps[1:]...)
		return nil
	}
	if !d.examineName(ctx, steps[0], "imap", c.Host) {
		d.skip("imap-name failed", steps[1:]...)
		return nil
	}
	probe, err := inbox.Probe(ctx)
	if err != nil {
		d.fail(steps[1], mendConnection(err, "imap", c.ServerConfig), "%v", err)
		d.skip("imap-tls failed", steps[2:]...)
		return nil
	}
	d.examineCertificates(steps[1], c.ServerConfig, probe.Certificates)
	if err := probe.Login(ctx); err != nil {
		probe.Close()
		d.fail(steps[2], mendLogin("imap", c.ServerConfig), "%v", err)
		d.skip("imap-login failed", steps[3:]...)
		return nil
	}
	d.ok(steps[2], "logged in as %s", c.User)
	if !d.examineCapabilities(ctx, probe) || !d.examineMailbox(ctx, probe) {
		probe.Close()
		return nil
	}
	return probe
}

// examineCapabilities looks for what makes collecting quick and tidy.
func (d *doctor) examineCapabilities(ctx context.Context, probe *imapin.Probe) bool {
	const step = "imap-capabilities"
	caps, err := probe.Capabilities(ctx)
	if err != nil {
		d.fail(step, "try again later", "%v", err)
		d.skip("imap-capabilities failed", "imap-mailbox")
		return false
	}
	has := func(c string) bool { return slices.Contains(caps, c) }
	// RFC 9051, appendix E: IMAP4rev2 has all of them.
	var there, mends, missing []string
	for _, c := range []struct{ name, mend string }{
		{"MOVE", fmt.Sprintf("without MOVE letters that are done stay in %s, marked; that works", d.config.IMAP.Mailbox)},
		{"IDLE", fmt.Sprintf("without IDLE letters are found by looking every %s (imap.poll); that works", d.config.IMAP.Poll.Duration)},
		{"UIDPLUS", "without UIDPLUS the doctor's own letters are only marked as deleted"},
	} {
		if has(c.name) || has("IMAP4rev2") {
			there = append(there, c.name)
		} else {
			missing, mends = append(missing, c.name), append(mends, c.mend)
		}
	}
	switch {
	case len(missing) == 0:
		d.ok(step, "the server has %s", strings.Join(there, ", "))
	default:
		d.warn(step, strings.Join(mends, "; "), "the server does not have %s", strings.Join(missing, ", "))
	}
	return true
}

// examineMailbox tries all that is done to letters in the mailbox.
func (d *doctor) examineMailbox(ctx context.Context, probe *imapin.Probe) bool {
	const step = "imap-mailbox"
	c := d.config.IMAP
	done, err := probe.Open(ctx)
	if err != nil {
		d.fail(step, fmt.Sprintf("set imap.mailbox to a folder that %s has and may change, usually \"INBOX\"", c.User), "%v", err)
		return false
	}
	tag := newTag()
	raw := mail.DoctorLetter(d.config.Robot.Address, d.config.Robot.Address, tag, "filing", d.now())
	if err := probe.File(ctx, raw, tag); err != nil {
		d.fail(step, fmt.Sprintf("give %s the right to write, delete and move in %s and %s, or name other folders in imap.mailbox and imap.done", c.User, c.Mailbox, c.Done), "%v", err)
		return false
	}
	caps, err := probe.Capabilities(ctx)
	switch {
	case done != "":
		d.ok(step, "a letter was put into %s, moved to %s, and removed", c.Mailbox, done)
	case err == nil && slices.Contains(caps, "MOVE"):
		d.warn(step, fmt.Sprintf("make the folder %s by hand, or name one that is there in imap.done", c.Done),
			"the server does not let us make the folder %s; letters that are done stay in %s, marked", c.Done, c.Mailbox)
	default:
		d.ok(step, "a letter was put into %s, marked, and removed", c.Mailbox)
	}
	return true
}

// examineName looks up the name of a server.
func (d *doctor) examineName(ctx context.Context, step, section, host string) bool {
	if isIP(host) {
		d.ok(step, "%s is an address", host)
		return true
	}
	within, cancel := context.WithTimeout(ctx, min(d.timeout, 10*time.Second))
	defer cancel()
	addrs, err := d.resolver.LookupHost(within, host)
	if err != nil {
		d.fail(step, mendName(err, section, host), "%v", err)
		return false
	}
	d.ok(step, "%s is %s", host, strings.Join(addrs, ", "))
	return true
}
