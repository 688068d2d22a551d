package doctor

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	netmail "net/mail"
	"regexp"
	"strings"
	"time"

	"turnpost/cmd/turnpost/daemon"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/imap"
	"turnpost/mail/smtp"
)

// The kinds of messages: to the server's address, and to it with a tag.
const (
	kindPlain = "plain"
	kindPlus  = "plus"
)

func messageSteps() []string {
	return []string{"letter", "plus-address", "auth-results", "dkim", "clock"}
}

// newTag returns a word that no other message contains.
func newTag() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand
	return "doctor-" + hex.EncodeToString(b[:])
}

// arrived is a message of the doctor that came.
type arrived struct {
	imap.FoundMail
	sent, seen time.Time // on this machine's clock
}

// journey is the state of the messages of one check.
type journey struct {
	tag     string
	sent    time.Time
	refused map[string]error   // by kind: refused by the server
	came    map[string]arrived // by kind
	bounce  string             // the reason of a bounce
}

// examineMessage sends messages from the server's address to itself, and reads what the servers
// on the way wrote into those that come. It returns the Authentication-Results of our own
// server (RFC 8601).
func (d *Doctor) examineMessage(ctx context.Context, probe *imap.Prober, courier *smtp.Courier) []mail.AuthResult {
	self := d.config.Server
	j := &journey{tag: newTag(), sent: d.now(), refused: map[string]error{}, came: map[string]arrived{}}
	to := map[string]string{kindPlain: self.Address}
	if local, domain, ok := strings.Cut(self.Address, "@"); ok && self.PlusAddress {
		to[kindPlus] = local + "+" + j.tag + "@" + domain
	}
	if _, err := probe.Find(ctx, j.tag); err != nil { // finds where new mail begins
		d.fail("letter", "try again", "%v", err)
		d.skip("no message was sent", messageSteps()[1:]...)
		return nil
	}
	for kind, address := range to {
		raw := mail.DoctorMessage(self.Address, address, j.tag, kind, j.sent)
		if err := courier.Send(ctx, mail.Envelope{From: self.Address, To: address, Raw: raw}); err != nil {
			j.refused[kind] = err
		}
	}
	err := j.await(ctx, d, probe, len(to)-len(j.refused))
	if removing := probe.Remove(ctx, j.tag); err == nil {
		err = removing
	}
	plain, plainCame := j.came[kindPlain]
	tagged, taggedCame := j.came[kindPlus]
	switch refusal := j.refused[kindPlain]; {
	case plainCame:
		d.ok("letter", "a message to %s came after %s", self.Address,
			plain.seen.Sub(plain.sent).Round(100*time.Millisecond))
	case refusal != nil:
		d.fail("letter", mendSending(refusal, self.Address), "%v", refusal)
	case j.bounce != "":
		d.fail("letter", "make the server deliver mail to "+self.Address, "a message to %s bounced: %s",
			self.Address, j.bounce)
	case err != nil:
		d.fail("letter", "try again", "%v", err)
	default:
		d.fail("letter",
			fmt.Sprintf(
				"make mail to robot.address arrive in the mailbox %s of imap.user, not in a spam folder; or wait "+
					"longer (--wait)", d.config.IMAP.Mailbox),
			"the SMTP server accepted a message to %s, and it did not arrive within %s", self.Address, d.Wait)
	}
	d.judgePlus(j, plainCame, taggedCame)
	if !plainCame && !taggedCame {
		d.skip("no message came", "auth-results", "dkim", "clock")
		return nil
	}
	if taggedCame { // replies use a tag too
		plain = tagged
	}
	message, err := mail.Read(plain.Raw)
	if err != nil {
		d.fail("auth-results", "", "the message that came cannot be read: %v", err)
		d.skip("the message cannot be read", "dkim", "clock")
		return nil
	}
	results := d.judgeResults(message)
	d.judgeSignature(ctx, plain.Raw, message)
	d.judgeClock(plain)
	return results
}

// await waits until a number of messages have come, or time is up.
func (j *journey) await(ctx context.Context, d *Doctor, probe *imap.Prober, many int) error {
	until := time.Now().Add(d.Wait)
	for len(j.came) < many && j.bounce == "" {
		found, err := probe.Find(ctx, j.tag)
		if err != nil {
			return err
		}
		for _, f := range found {
			j.sort(arrived{f, j.sent, d.now()})
		}
		if len(found) > 0 {
			continue // other mail
		}
		if time.Now().After(until) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(500*time.Millisecond, d.Wait)):
		}
	}
	return nil
}

// diagnostic matches the reason in a bounce (RFC 3464, 2.3.6).
var diagnostic = regexp.MustCompile(`(?im)^Diagnostic-Code:[ \t]*(.*(?:\r?\n[ \t].*)*)`)

// sort distinguishes messages from bounces, which contain them.
func (j *journey) sort(a arrived) {
	if m, err := netmail.ReadMessage(bytes.NewReader(a.Raw)); err == nil {
		if w := strings.Fields(m.Header.Get(mail.DoctorField)); len(w) == 2 && w[0] == j.tag {
			j.came[w[1]] = a
			return
		}
	}
	j.bounce = "it does not say why"
	if m := diagnostic.FindSubmatch(a.Raw); m != nil {
		j.bounce = strings.Join(strings.Fields(string(m[1])), " ")
	}
}

// judgePlus reports whether addresses with a tag work.
func (d *Doctor) judgePlus(j *journey, plainCame, taggedCame bool) {
	const (
		step = "plus-address"
		mend = `set plus_address = false in [robot], or make the server deliver local+anything ` +
			`(recipient_delimiter = + in Postfix and Dovecot)`
	)
	switch {
	case !d.config.Server.PlusAddress:
		d.skip("robot.plus_address is false", step)
	case taggedCame:
		d.ok(step, "a message to a plus-address came")
	case !plainCame:
		d.skip("no message came at all", step)
	case j.refused[kindPlus] != nil:
		d.fail(step, mend, "%v", j.refused[kindPlus])
	case j.bounce != "":
		d.fail(step, mend, "the message to a plus-address bounced: %s", j.bounce)
	default:
		d.fail(step, mend, "the message to a plus-address did not arrive within %s, but that to %s did", d.Wait,
			d.config.Server.Address)
	}
}

// judgeResults compares trust.authserv_id with what our server writes.
func (d *Doctor) judgeResults(message *mail.Message) []mail.AuthResult {
	const step = "auth-results"
	want, reports := d.config.Trust.AuthservID, message.AuthReports()
	if len(reports) == 0 {
		if want == "" {
			d.ok(step, "no server added Authentication-Results, and none is believed")
			return nil
		}
		d.warn(step, "look for the field in mail from outside; if there is none, make trust.authserv_id empty",
			"no server wrote Authentication-Results into a message to oneself, so the doctor cannot see whether "+
				"trust.authserv_id = %q is right", want)
		return nil
	}
	top := reports[0]
	var said []string
	for _, r := range top.Results {
		said = append(said, r.Method+"="+r.Value)
	}
	switch all := strings.Join(said, ", "); {
	case top.Server == "":
		d.warn(step, "", "the first Authentication-Results cannot be parsed (RFC 8601), and are not believed: %s",
			message.AuthResults[0])
	case want == "":
		d.note(statusOK, step,
			fmt.Sprintf("if that is your own server, set trust.authserv_id = %q, and its results are believed",
				top.Server),
			"%s added Authentication-Results (%s), and none are believed", top.Server, all)
	case strings.EqualFold(want, top.Server):
		d.ok(step, "%s added Authentication-Results (%s)", top.Server, all)
		return top.Results
	default:
		d.fail(step, fmt.Sprintf("if that is your own server, set trust.authserv_id = %q", top.Server),
			"the topmost Authentication-Results are from %s, but trust.authserv_id is %q, so they are not believed",
			top.Server, want)
	}
	return nil
}

// judgeSignature reports whether receivers can verify our messages.
func (d *Doctor) judgeSignature(ctx context.Context, raw []byte, message *mail.Message) {
	const step = "dkim"
	signature, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil || signature.Header.Get("DKIM-Signature") == "" {
		d.warn(step,
			"let the SMTP server sign for the server's domain (RFC 6376), or Turnpost ('turnpost dkim'); many "+
				"receivers treat unsigned messages as spam",
			"the message came without a DKIM signature")
		return
	}
	verifier := auth.NewDKIMVerifier(d.resolver, daemon.IsServerAddress(d.config), d.now)
	address, why := verifier.Vouch(ctx, raw, message)
	if why != nil {
		d.fail(step,
			"compare the key in the DNS (SELECTOR._domainkey.DOMAIN) with the server's, and check that nothing "+
				"changes messages after signing", "the message's DKIM signature does not verify: %v", why)
		return
	}
	d.ok(step, "the message's DKIM signature proves that it is from %s", address)
}

// maxSkew is how much clocks may differ.
const maxSkew = time.Minute

// judgeClock compares this machine's clock with that of the server that delivered the message:
// after it was sent, and before it was seen.
func (d *Doctor) judgeClock(a arrived) {
	const step = "clock"
	m, err := netmail.ReadMessage(bytes.NewReader(a.Raw))
	var at time.Time
	if err == nil {
		// RFC 5321, 4.4: the first Received field is the last one added, and ends with the
		// date.
		line := m.Header.Get("Received")
		at, err = netmail.ParseDate(strings.TrimSpace(line[strings.LastIndexByte(line, ';')+1:]))
	}
	if err != nil {
		d.skip("the message has no readable date of arrival (Received)", step)
		return
	}
	var off time.Duration                   // by how much this clock is ahead
	switch second := at.Add(time.Second); { // the date has no fractions
	case second.Before(a.sent):
		off = a.sent.Sub(at)
	case at.After(a.seen):
		off = a.seen.Sub(at)
	}
	switch {
	case off.Abs() <= maxSkew:
		d.ok(step, "the clocks of this machine and the mail server agree")
	default:
		way := "ahead of"
		if off < 0 {
			way = "behind"
		}
		d.warn(step, "use NTP, as by 'timedatectl set-ntp true'; players' clocks depend on it",
			"this machine's clock is %s %s the mail server's", off.Abs().Round(time.Second), way)
	}
}
