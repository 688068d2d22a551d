// Package doctor examines a configuration step by step, from the file itself to a
// letter that goes out and comes back, and says for each step what was seen and how
// to mend it.
//
// The steps have names and an order, and each is told once: as ok, as unwise
// (warn), as wrong (fail), or as not tried (skip). One that fails makes those that
// need it be skipped, and no others, so that the first failure is the cause. The
// names, the statuses and the fields of a [Finding] are a contract with programs;
// the sentences are not.
//
// A server may run on the same mailbox and database: the doctor takes no lock,
// changes no row, and its letters are marked, so that a server passes over them
// (mail.DoctorLetter) and they are removed when they have come. It mends nothing
// itself.
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

// Doctor examines one configuration, once.
type Doctor struct {
	Path   string        // of the configuration
	Letter bool          // whether letters may be sent
	Wait   time.Duration // for them to arrive
	// Restore is a backup to be tried, or Newest; "": none is. Verify replays the games of
	// what was restored.
	Restore string
	Verify  func(ctx context.Context, path string) (games, faults int, err error)
	// Tell hears of each finding as it is made, if it is not nil.
	Tell func(Finding)

	means
	notes
	config config.Config

	smtpReached bool   // it answered EHLO
	helloName   string // and called itself so
}

// means are the doctor's instruments; zero values stand for the machine's own.
type means struct {
	roots    *x509.CertPool
	resolver *net.Resolver
	now      func() time.Time
	timeout  time.Duration // for one answer of a server
}

// Trust says whom to trust and whom to ask, in place of the system's authorities
// and name server; nil leaves them.
func (d *Doctor) Trust(roots *x509.CertPool, resolver *net.Resolver) {
	d.roots, d.resolver = roots, resolver
}

// Examine goes through all steps. One that fails makes those that need it be
// skipped, and no others.
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
		d.skip("the configuration is wrong", slices.Concat(letterSteps(), senderSteps(), []string{"disk", "database", "server", "budget", "outbox", "forgetting", "erasure"})...)
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
	case !d.Letter:
		d.skip("no letter is wanted", letterSteps()...)
	case probe == nil && courier == nil:
		d.skip("neither server can be used", letterSteps()...)
	case probe == nil:
		d.skip("the mailbox cannot be used", letterSteps()...)
	case courier == nil:
		d.skip("the SMTP server cannot be used", letterSteps()...)
	default:
		results = d.examineLetter(ctx, probe, courier)
	}
	d.examineNames(ctx, results)
	d.examineDisk()
	d.examineDatabase(ctx)
	d.examineBudget(ctx)
	d.examineOutbox(ctx)
	examineForgettings(ctx, d)
	d.examineErasure(ctx)
	examineBackup(ctx, d)
	return d.report()
}

// readConfig loads the configuration.
func (d *Doctor) readConfig() bool {
	c, err := config.LoadToServe(d.Path)
	switch {
	case cli.Status(err) == cli.ExitSecret:
		d.fail("config", "put the password where the configuration says, or say where it is", "%v", err)
		return false
	case err != nil:
		d.fail("config", "correct the file; 'turnpost config example' shows every key", "%v", err)
		return false
	case len(c.Warnings) > 0:
		d.warn("config", "", "%s", strings.Join(c.Warnings, "; "))
	default:
		d.ok("config", "%s is right", d.Path)
	}
	d.config = c
	return true
}
