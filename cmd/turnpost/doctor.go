package main

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"turnpost/mail"
)

const doctorLong = `Check a configuration step by step, from the file itself to a letter that goes
out and comes back, and print for each step what was seen and how to mend it. A
server may be running on the same mailbox and database: it is not disturbed.

  turnpost doctor --config turnpost.toml
  turnpost doctor --no-letter
  turnpost doctor --json

Two letters go from the robot's address to itself, one of them to a plus-address;
they are deleted when they have come. With --no-letter none is sent.

The steps: config; imap-name, imap-tls, imap-login, imap-capabilities,
imap-mailbox; smtp-name, smtp-tls, smtp-limits, smtp-login; letter, plus-address,
auth-results, dkim, clock; spf, dmarc; disk, database, server.

The output of --json is one object: "status" (ok, warn or fail) and "steps", a
list of objects with "step", "status" (ok, warn, fail or skip), "saw" and "mend",
all texts; "mend" is empty where there is nothing to do.

Exit status: 0 all is well, 8 there are warnings, 1 a step failed.`

// The statuses of a step.
const (
	statusOK   = "ok"
	statusWarn = "warn" // it works, and something is unwise
	statusFail = "fail"
	statusSkip = "skip" // it could not be tried, or was not wanted
)

// finding is what one step of the doctor saw. Its JSON is a contract.
type finding struct {
	Step   string `json:"step"`
	Status string `json:"status"`
	Saw    string `json:"saw"`
	Mend   string `json:"mend"`
}

// means are the doctor's instruments; zero values stand for the machine's own.
type means struct {
	roots    *x509.CertPool
	resolver *net.Resolver
	now      func() time.Time
	timeout  time.Duration // for one answer of a server
}

// doctor examines one configuration.
type doctor struct {
	means
	path   string
	letter bool          // whether letters may be sent
	wait   time.Duration // for them to arrive

	config Config
	found  []finding
	tell   func(finding) // each as it is found
}

// doctorCommand is `turnpost doctor`.
func (a *app) doctorCommand() *cobra.Command {
	d := &doctor{means: a.means}
	var asJSON, noLetter bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check configuration, servers, mailbox and database step by step",
		Long:  doctorLong,
		Args:  arguments(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			d.letter = !noLetter
			d.tell = func(finding) {}
			if !asJSON {
				d.tell = func(f finding) { f.print(a.out) }
			}
			d.examine(ctx)
			if err := ctx.Err(); err != nil {
				return exitf(exitFailed, "the examination was broken off")
			}
			if asJSON {
				enc := json.NewEncoder(a.out)
				enc.SetIndent("", "  ")
				if err := enc.Encode(map[string]any{"status": d.status(), "steps": d.found}); err != nil {
					return err
				}
			}
			return d.verdict()
		},
	}
	addConfigFlag(cmd, &d.path)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&noLetter, "no-letter", false, "send no letter to oneself")
	cmd.Flags().DurationVar(&d.wait, "wait", time.Minute, "how long to wait for the letters")
	return cmd
}

// print writes a finding as two lines at most, the second with what to do.
func (f finding) print(w io.Writer) {
	fmt.Fprintf(w, "%-4s  %-17s  %s\n", f.Status, f.Step, f.Saw)
	if f.Mend != "" {
		fmt.Fprintf(w, "%25s-> %s\n", "", f.Mend)
	}
}

// count is how many steps have a status.
func (d *doctor) count(status string) (n int) {
	for _, f := range d.found {
		if f.Status == status {
			n++
		}
	}
	return n
}

// status is that of the worst step.
func (d *doctor) status() string {
	switch {
	case d.count(statusFail) > 0:
		return statusFail
	case d.count(statusWarn) > 0:
		return statusWarn
	}
	return statusOK
}

// verdict is the error with the exit status that the findings come to.
func (d *doctor) verdict() error {
	fails, warns := d.count(statusFail), d.count(statusWarn)
	switch {
	case fails > 0:
		return exitf(exitFailed, "of %d steps %d failed and %d have warnings", len(d.found), fails, warns)
	case warns > 0:
		return exitf(exitWarned, "of %d steps none failed and %d have warnings", len(d.found), warns)
	}
	return nil
}

// note adds a finding.
func (d *doctor) note(status, step, mend, saw string, args ...any) {
	// What servers say may have line ends and worse.
	f := finding{step, status, flat(fmt.Sprintf(saw, args...)), flat(mend)}
	d.found = append(d.found, f)
	d.tell(f)
}

func (d *doctor) ok(step, saw string, args ...any) { d.note(statusOK, step, "", saw, args...) }

func (d *doctor) warn(step, mend, saw string, args ...any) {
	d.note(statusWarn, step, mend, saw, args...)
}

func (d *doctor) fail(step, mend, saw string, args ...any) {
	d.note(statusFail, step, mend, saw, args...)
}

// skip notes steps that are not tried, and why.
func (d *doctor) skip(why string, steps ...string) {
	for _, step := range steps {
		d.note(statusSkip, step, "", "%s", why)
	}
}

// flat makes a text one line without control characters.
func flat(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
}

// Steps that are skipped together.
func imapSteps() []string {
	return []string{"imap-name", "imap-tls", "imap-login", "imap-capabilities", "imap-mailbox"}
}

func smtpSteps() []string { return []string{"smtp-name", "smtp-tls", "smtp-limits", "smtp-login"} }

func letterSteps() []string {
	return []string{"letter", "plus-address", "auth-results", "dkim", "clock"}
}

// examine goes through all steps. One that fails makes those that need it be
// skipped, and no others.
func (d *doctor) examine(ctx context.Context) {
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
		d.skip("the configuration is wrong", append(letterSteps(), "spf", "dmarc", "disk", "database", "server")...)
		return
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
	case !d.letter:
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
}

// readConfig loads the configuration.
func (d *doctor) readConfig() bool {
	c, err := loadConfig(d.path)
	switch {
	case exitCode(err) == exitSecret:
		d.fail("config", "put the password where the configuration says, or say where it is", "%v", err)
		return false
	case err != nil:
		d.fail("config", "correct the file; 'turnpost config example' shows every key", "%v", err)
		return false
	case len(c.Warnings) > 0:
		d.warn("config", "", "%s", strings.Join(c.Warnings, "; "))
	default:
		d.ok("config", "%s is right", d.path)
	}
	d.config = c
	return true
}
