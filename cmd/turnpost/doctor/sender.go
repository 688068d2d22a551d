package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"turnpost/cmd/turnpost/config"
	"turnpost/mail/auth"
)

// senderSteps check the server's domain and server as receivers do.
func senderSteps() []string {
	return []string{"spf", "dkim-key", "dmarc", "mx", "ptr", "one-click", "gmail", "yahoo", "outlook"}
}

// judgeKey reports whether receivers find the key of our signatures.
func (d *Doctor) judgeKey(ctx context.Context, verifier *auth.DKIMVerifier) {
	const step = "dkim-key"
	c := d.config.DKIM
	if !c.On() {
		d.ok(step, "Turnpost does not sign ([dkim]); whether the SMTP server does is not in the DNS: a message "+
			"shows it (the step dkim)")
		return
	}
	name := c.Signer().Name()
	texts, err := verifier.Keys(ctx, c.Selector, c.Domain)
	switch {
	case err != nil:
		d.warn(step, dnsMend, "%v", err)
	case len(texts) == 0:
		d.fail(step, "add the TXT record that 'turnpost dkim show' prints",
			"there is no key at %s, so no receiver can verify our signature", name)
	case len(texts) > 1:
		d.fail(step, "keep only the one that 'turnpost dkim show' prints",
			"there are %d TXT records at %s, and receivers accept only one", len(texts), name)
	case tagOf(texts[0], "p") != tagOf(c.Signer().Record(), "p"):
		d.fail(step,
			"publish what 'turnpost dkim show' prints; if the record is cut off, write it in strings of at most "+
				"255 characters", "the key at %s is not ours: no receiver can verify our signature", name)
	case strings.Contains(":"+tagOf(texts[0], "t")+":", ":y:"):
		d.warn(step, "remove t=y once messages arrive",
			"the key at %s is in testing (t=y), and receivers treat messages as unsigned", name)
	default:
		d.ok(step, "the key at %s is ours", name)
	}
}

// tagOf returns the value of a tag in a DKIM or DMARC record without white space, or "".
func tagOf(record, tag string) string {
	for pair := range strings.SplitSeq(record, ";") {
		if name, value, _ := strings.Cut(pair, "="); strings.TrimSpace(name) == tag {
			return strings.Join(strings.Fields(value), "")
		}
	}
	return ""
}

// notFound reports whether a lookup found nothing.
func notFound(err error) bool {
	no, ok := errors.AsType[*net.DNSError](err)
	return ok && no.IsNotFound
}

// judgeExchangers reports whether the domain accepts mail. Receivers check that too, and
// distrust senders that cannot be answered.
func (d *Doctor) judgeExchangers(ctx context.Context, domain string) {
	const step = "mx"
	mend := fmt.Sprintf("add an MX record to %s with the name of the server that accepts its mail (RFC 5321, 5.1)",
		domain)
	found, err := d.resolver.LookupMX(ctx, domain+".")
	switch {
	case err != nil && !notFound(err):
		d.warn(step, dnsMend, "%v", err)
	case len(found) == 1 && found[0].Host == ".":
		d.fail(step, mend, "%s says that it accepts no mail (RFC 7505), so no reply can arrive", domain)
	case len(found) == 0:
		if _, err := d.resolver.LookupHost(ctx, domain+"."); err != nil {
			d.warn(step, mend,
				"%s has neither MX nor address: no reply arrives from outside, and receivers refuse mail that "+
					"cannot be answered", domain)
			return
		}
		d.ok(step, "%s has no MX; its mail goes to its own address", domain)
	default:
		host := found[0].Host
		if _, err := d.resolver.LookupHost(ctx, host); err != nil {
			d.warn(step, "correct the MX record of "+domain+": it names a host that has an address",
				"the mail of %s goes to %s, which has no address: %v", domain, host, err)
			return
		}
		d.ok(step, "the mail of %s goes to %s", domain, strings.TrimSuffix(host, "."))
	}
}

// judgePointer reports whether the operator's own server has one name in the DNS and in its
// EHLO. It does not check a provider's server.
func (d *Doctor) judgePointer(ctx context.Context, domain string) {
	const step = "ptr"
	c := d.config.SMTP
	name := strings.ToLower(strings.TrimSuffix(d.helloName, "."))
	switch host := strings.ToLower(c.Host); {
	case !d.smtpReached:
		d.skip("the SMTP server cannot be used", step)
		return
	case !config.IsLoopback(host) && host != domain && !strings.HasSuffix(host, "."+domain):
		d.ok(step, "the SMTP server does not belong to %s: its owner is responsible for its PTR and EHLO", domain)
		return
	case !strings.Contains(name, ".") || strings.HasPrefix(name, "["):
		d.warn(step, "make the server use a full name that has an address (myhostname in Postfix)",
			"the SMTP server calls itself %q, which is not a name in the DNS", d.helloName)
		return
	}
	addresses, err := d.resolver.LookupNetIP(ctx, "ip", name+".")
	switch {
	case notFound(err):
		d.warn(step, "give "+name+" an address, or make the server use a name that has one (myhostname in Postfix)",
			"the SMTP server calls itself %s, which has no address", name)
		return
	case err != nil:
		d.warn(step, dnsMend, "%v", err)
		return
	}
	seen := 0
	for _, address := range addresses {
		address = address.Unmap()
		if address.IsPrivate() || address.IsLoopback() || address.IsLinkLocalUnicast() {
			continue
		}
		seen++
		if !d.pointsBack(ctx, step, name, address) {
			return
		}
	}
	if seen == 0 {
		d.ok(step, "the SMTP server calls itself %s, which has no public address: the doctor cannot see what "+
			"receivers see", name)
		return
	}
	d.ok(step, "the SMTP server calls itself %s, and its address has that name", name)
}

// pointsBack reports whether an address has a name (PTR) that resolves to it, and adds a
// finding if not.
func (d *Doctor) pointsBack(ctx context.Context, step, name string, address netip.Addr) bool {
	mend := fmt.Sprintf("ask the provider of %s to set its PTR to %s", address, name)
	names, err := d.resolver.LookupAddr(ctx, address.String())
	switch {
	case err != nil && !notFound(err):
		d.warn(step, dnsMend, "%v", err)
		return false
	case len(names) == 0:
		d.warn(step, mend, "the address of %s, %s, has no name (PTR): Gmail and others refuse its mail", name, address)
		return false
	}
	for _, found := range names {
		if strings.EqualFold(strings.TrimSuffix(found, "."), name) {
			return true
		}
	}
	d.warn(step, mend+", or make the server use that name",
		"the SMTP server calls itself %s, and its address %s is called %s", name, address,
		strings.TrimSuffix(names[0], "."))
	return false
}

// judgeOneClick reports whether mail programs show the unsubscribe button.
func (d *Doctor) judgeOneClick() {
	const step = "one-click"
	switch c := d.config; {
	case c.HTTP.PublicURL == "":
		d.note(statusOK, step, "set [http] public_url, if there are thousands of messages a day",
			"messages are stopped by a mail to the server, and have no one-click button (RFC 8058)")
	case c.DKIM.On():
		d.ok(step, "messages have the one-click header (RFC 8058) with %s, and our signature covers it",
			c.HTTP.PublicURL)
	default:
		d.note(statusOK, step, "ask its operator, or let Turnpost sign ([dkim])",
			"messages have the one-click header (RFC 8058) with %s; the doctor cannot see whether the SMTP "+
				"server's signature covers it, as it must", c.HTTP.PublicURL)
	}
}

// judgeReceivers lists what the largest receivers require, and which earlier steps found a
// problem with it.
func (d *Doctor) judgeReceivers() {
	for _, r := range []struct {
		step, asks string
		steps      []string
	}{
		{"gmail", "Gmail asks every sender for SPF or DKIM, a PTR that agrees with the EHLO, TLS, and fewer than 3 " +
			"spam complaints per 1000 messages; and from 5,000 messages a day SPF and DKIM, DMARC with an aligned " +
			"From, and one click to unsubscribe",
			[]string{"smtp-tls", "dkim", "spf", "dkim-key", "dmarc", "ptr"}},
		{"yahoo", "Yahoo asks every sender for SPF or DKIM, a PTR, and fewer than 3 spam complaints per 1000 " +
			"messages; of bulk senders SPF and DKIM, DMARC with an aligned From, and one click to unsubscribe, " +
			"which counts within two days",
			[]string{"dkim", "spf", "dkim-key", "dmarc", "ptr"}},
		{"outlook", "Outlook.com asks every sender for a From that can be answered, and from 5,000 messages a day " +
			"refuses (550 5.7.515) messages without SPF, DKIM and DMARC with an aligned From",
			[]string{"dkim", "spf", "dkim-key", "dmarc", "mx"}},
	} {
		var amiss []string
		for _, f := range d.found {
			for _, step := range r.steps {
				if f.Step == step && (f.Status == statusWarn || f.Status == statusFail) {
					amiss = append(amiss, step)
				}
			}
		}
		saw := "; the steps above found no problem with these"
		if len(amiss) > 0 {
			saw = "; see the problems above with " + strings.Join(amiss, ", ")
		}
		d.ok(r.step, "%s%s", r.asks, saw)
	}
}
