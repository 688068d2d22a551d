// Package doctor checks an installation, and makes configurations.
//
// [Doctor] checks step by step, from the configuration to a message that goes out and comes
// back, and says for each step what it found and how to fix it. Steps have names and an order.
// Each is reported once: ok, warn, fail, or skip. A step that fails skips only those that need
// it, so that the first failure is the cause. The names, statuses and fields of a [Finding]
// are a contract with programs; the sentences are not. A server may run on the same mailbox
// and database: the doctor takes no lock and changes no row, its messages are marked, so that
// a server ignores them (mail.DoctorMessage), and it removes them when they have come.
//
// [InitWizard] makes a configuration from an address and a password, by flags or by asking. It
// finds the servers by the provider or by SRV records of the domain (RFC 6186, RFC 8314),
// their ports and encryption by trying, and the login name. [ProviderSignIn] signs in at a provider that
// accepts no password. InitWizard never overwrites a file, and writes nothing before both servers
// have accepted the login. Only the owner can read what it writes. A password goes to no
// server that neither the address, nor a known provider, nor the operator has named (RFC 6186,
// section 6).
package doctor

import (
	"context"
	"crypto/x509"
	"net"
	"slices"
	"strings"
	"time"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
)

// Doctor checks one installation, once.
type Doctor struct {
	Path    string        // of the configuration
	Message bool          // whether to send messages
	Wait    time.Duration // for them to arrive
	// Restore is a backup to test, or Newest; empty: none. Verify replays the games of the
	// restored database.
	Restore string
	Verify  func(ctx context.Context, path string) (games, faults int, err error)
	// Tell is called with each finding, if it is not nil.
	Tell func(Finding)

	means
	notes
	config config.Config

	smtpReached bool   // it answered EHLO
	helloName   string // its name in EHLO
}

// means are the doctor's tools; zero values stand for those of the system.
type means struct {
	roots    *x509.CertPool
	resolver *net.Resolver
	now      func() time.Time
	timeout  time.Duration // for one answer of a server
	root     string        // where the system's files begin
}

// Trust sets certificate authorities and a resolver, in place of the system's; nil keeps
// those.
func (d *Doctor) Trust(roots *x509.CertPool, resolver *net.Resolver) {
	d.roots, d.resolver = roots, resolver
}

// Examine goes through all steps.
func (d *Doctor) Examine(ctx context.Context) Report {
	d.tell = d.Tell
	if d.resolver == nil {
		d.resolver = net.DefaultResolver
	}
	if d.now == nil {
		d.now = time.Now
	}
	if d.timeout == 0 {
		d.timeout = 15 * time.Second
	}
	if !d.readConfig() {
		d.skip("the configuration is wrong", imapSteps()...)
		d.skip("the configuration is wrong", smtpSteps()...)
		d.skip("the configuration is wrong",
			slices.Concat(messageSteps(), senderSteps(),
				[]string{"disk", "database", "server", "storage", "budget", "outbox", "forgetting", "erasure"})...)
		d.examineUnit()
		return d.report()
	}
	probe := d.examineIMAP(ctx)
	if probe != nil {
		defer probe.Close()
	}
	courier := d.examineSMTP(ctx)
	if courier != nil {
		defer courier.Close()
	}
	var results []mail.AuthResult
	switch {
	case !d.Message:
		d.skip("no message is wanted", messageSteps()...)
	case probe == nil && courier == nil:
		d.skip("neither server can be used", messageSteps()...)
	case probe == nil:
		d.skip("the mailbox cannot be used", messageSteps()...)
	case courier == nil:
		d.skip("the SMTP server cannot be used", messageSteps()...)
	default:
		results = d.examineMessage(ctx, probe, courier)
	}
	d.examineNames(ctx, results)
	d.examineDisk()
	d.examineDatabase(ctx)
	d.examineStorage(ctx)
	d.examineBudget(ctx)
	d.examineOutbox(ctx)
	examineForgettings(ctx, d)
	d.examineErasure(ctx)
	d.examineCalendars()
	d.examineUnit()
	examineBackup(ctx, d)
	return d.report()
}

// readConfig loads the configuration.
func (d *Doctor) readConfig() bool {
	c, err := config.LoadToServe(d.Path)
	switch {
	case cli.Status(err) == cli.ExitSecret:
		d.fail("config", "put the password where the configuration says, or correct the configuration", "%v", err)
		return false
	case err != nil:
		d.fail("config", "correct the file; 'turnpost config example' shows every key", "%v", err)
		return false
	case len(c.Warnings) > 0:
		d.warn("config", "", "%s", strings.Join(c.Warnings, "; "))
	default:
		d.ok("config", "%s is correct", d.Path)
	}
	d.config = c
	return true
}
