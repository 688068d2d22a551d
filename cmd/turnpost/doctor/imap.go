package doctor

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	goimap "github.com/emersion/go-imap/v2"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/mail"
	"turnpost/mail/imap"
)

func imapSteps() []string {
	return []string{"imap-name", "imap-tls", "imap-login", "imap-capabilities", "imap-mailbox"}
}

// examineIMAP checks the IMAP server, from its name to the mailbox. It returns nil if that
// cannot be used.
func (d *Doctor) examineIMAP(ctx context.Context) *imap.Prober {
	c := d.config.IMAP
	if !d.config.Polls() {
		d.skip("mail comes by LMTP, at "+d.config.LMTP.Listen, imapSteps()...)
		return nil
	}
	var inbox *imap.Inbox
	var probe *imap.Prober
	s := &examinedServer{
		MailServer: c.MailServer, section: "imap",
		prepare: func(tokens, _ mail.TokenSource) (err error) {
			inbox, err = imap.New(imap.Config{
				Host: c.Host, Port: c.Port, TLS: c.TLS, User: c.User, Password: string(c.Secret), Tokens: tokens,
				Mailbox: c.Mailbox, FiledFolder: c.Done, Poll: c.Poll.Duration, Timeout: d.timeout, RootCAs: d.roots,
			})
			return err
		},
		connect: func(ctx context.Context) (_ []*x509.Certificate, err error) {
			if probe, err = inbox.Probe(ctx); err != nil {
				return nil, err
			}
			return probe.Certificates, nil
		},
		login: func(ctx context.Context) error { return probe.Login(ctx) },
	}
	well := d.walk(ctx, d.name(s), d.reach(s), d.enter(s),
		stage{"imap-capabilities", func(ctx context.Context) bool { return d.examineCapabilities(ctx, probe) }},
		stage{"imap-mailbox", func(ctx context.Context) bool { return d.examineMailbox(ctx, probe) }})
	if well {
		return probe
	}
	if probe != nil {
		probe.Close()
	}
	return nil
}

// examineCapabilities checks for optional extensions.
func (d *Doctor) examineCapabilities(ctx context.Context, probe *imap.Prober) bool {
	const step = "imap-capabilities"
	caps, err := probe.Capabilities(ctx)
	if err != nil {
		d.fail(step, "try again later", "%v", err)
		return false
	}
	has := func(c string) bool { return slices.Contains(caps, c) }
	// RFC 9051, appendix E: IMAP4rev2 includes all of them.
	var there, mends, missing []string
	for _, c := range []struct{ name, mend string }{
		{"MOVE", fmt.Sprintf("without MOVE stored messages stay in %s, flagged; that works", d.config.IMAP.Mailbox)},
		{"IDLE", fmt.Sprintf("without IDLE the mailbox is read every %s (imap.poll); that works",
			d.config.IMAP.Poll.Duration)},
		{"UIDPLUS", "without UIDPLUS the doctor's own messages are only marked as deleted"},
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

// examineMailbox tries everything that the server does in the mailbox.
func (d *Doctor) examineMailbox(ctx context.Context, probe *imap.Prober) bool {
	const step = "imap-mailbox"
	c := d.config.IMAP
	done, err := probe.Open(ctx)
	if err != nil {
		d.fail(step,
			fmt.Sprintf("set imap.mailbox to a folder that %s has and can change, usually \"INBOX\"", c.User), "%v",
			err)
		return false
	}
	if marks, err := probe.Marks(ctx); err == nil {
		for _, m := range marks {
			if id, known := daemon.DatabaseIdentity(ctx, d.config.Database.Where()); known && m.Database != id {
				d.fail(step,
					"keep one of the two databases; if it is this one, stop the other server and run 'turnpost "+
						"daemons take-mailbox'",
					"%s belongs to another database (%s, since %s), and both would answer each message", c.Mailbox,
					m.Database, m.At().Format(time.DateTime))
				return false
			}
		}
	}
	tag := newTag()
	raw := mail.DoctorMessage(d.config.Server.Address, d.config.Server.Address, tag, "filing", d.now())
	if err := probe.File(ctx, raw, tag); err != nil {
		if refusal, ok := errors.AsType[*goimap.Error](err); ok && refusal.Code == goimap.ResponseCodeOverQuota {
			d.fail(step, fmt.Sprintf(
				"the mailbox is full, and players' messages are refused: make it larger, or delete messages in %s",
				c.Done), "%v", err)
			return false
		}
		d.fail(step,
			fmt.Sprintf(
				"let %s write, delete and move in %s and %s, or set other folders in imap.mailbox and imap.done",
				c.User, c.Mailbox, c.Done), "%v", err)
		return false
	}
	if _, err := probe.Trash(ctx); err != nil {
		d.warn(step,
			`let the server show its trash by IMAP (Gmail: Settings, Labels, Trash, "Show in IMAP"); until then `+
				`privacy.keep_letters and 'forget me' do not work in the mailbox`,
			"messages can be filed in %s, but not deleted for good: %v", c.Mailbox, err)
		return true
	}
	deleted, err := probe.Deleted(ctx)
	if err != nil {
		d.fail(step, "try again later", "the mailbox %s cannot be searched: %v", c.Mailbox, err)
		return false
	}
	if deleted > 0 {
		d.warn(step, `remove the flag if they are from players, or expunge them`,
			`%s has messages that are flagged \Deleted and are not collected: %d; filing works`,
			c.Mailbox, deleted)
		return true
	}
	caps, err := probe.Capabilities(ctx)
	switch {
	case done != "":
		d.ok(step, "a message was stored in %s, moved to %s, and removed", c.Mailbox, done)
	case err == nil && slices.Contains(caps, "MOVE"):
		d.warn(step, fmt.Sprintf("create the folder %s by hand, or set an existing one in imap.done", c.Done),
			"the server does not let us create the folder %s; messages that are done stay in %s, flagged", c.Done,
			c.Mailbox)
	default:
		d.ok(step, "a message was stored in %s, flagged, and removed", c.Mailbox)
	}
	return true
}
