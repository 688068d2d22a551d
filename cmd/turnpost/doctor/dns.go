package doctor

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/net/idna"

	"turnpost/mail"
	"turnpost/mail/auth"
)

// examineNames checks the DNS records about mail of the server's domain. results are what our
// own server found in a message.
func (d *Doctor) examineNames(ctx context.Context, results []mail.AuthResult) {
	_, domain, _ := strings.Cut(d.config.Server.Address, "@")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = ascii
	}
	domain = strings.ToLower(domain)
	verifier := auth.NewDKIMVerifier(d.resolver, func(string) bool { return false }, d.now)
	said := func(method string) string {
		for _, r := range results {
			if r.Method == method {
				return r.Value
			}
		}
		return ""
	}
	records, err := verifier.SPF(ctx, domain)
	d.judgeSPF(domain, records, err, said("spf"))
	d.judgeKey(ctx, verifier)
	record, at, err := verifier.DMARC(ctx, domain)
	d.judgeDMARC(domain, record, at, err, said("dmarc"))
	within, cancel := context.WithTimeout(ctx, 2*d.timeout)
	defer cancel()
	d.judgeExchangers(within, domain)
	d.judgePointer(within, domain)
	d.judgeOneClick()
	d.judgeReceivers()
}

const dnsMend = "the DNS does not answer: try again, and look at the name server of this machine"

func (d *Doctor) judgeSPF(domain string, records []string, err error, said string) {
	const step = "spf"
	switch {
	case err != nil:
		d.warn(step, dnsMend, "%v", err)
	case len(records) == 0:
		d.warn(step,
			fmt.Sprintf(
				"add a TXT record to %s that names the servers that send for it, such as \"v=spf1 mx -all\" (RFC 7208)", domain), "%s has no SPF record", domain)
	case len(records) > 1:
		d.fail(step, "keep only one of them: receivers ignore all if there are several (RFC 7208, 4.5)",
			"%s has %d SPF records", domain,
			len(records))
	case passesAll(records[0]):
		d.warn(step, "end it with -all or ~all", "the SPF record of %s lets everybody send for it: %s", domain,
			records[0])
	case said == "fail" || said == "softfail" || said == "permerror":
		d.warn(step,
			fmt.Sprintf("add the SMTP server to the SPF record of %s, unless the message never left your own server",
				domain), "the receiving server found spf=%s; the record is %s", said, records[0])
	default:
		d.ok(step, "%s has %s%s", domain, records[0], serverFound("spf", said))
	}
}

// passesAll reports whether an SPF record passes everybody.
func passesAll(record string) bool {
	for _, mechanism := range strings.Fields(record)[1:] {
		switch strings.ToLower(mechanism) {
		case "-all", "~all", "?all":
			return false
		case "all", "+all":
			return true
		}
	}
	return false
}

func (d *Doctor) judgeDMARC(domain, record, at string, err error, said string) {
	const step = "dmarc"
	switch {
	case err != nil:
		d.warn(step, dnsMend, "%v", err)
	case record == "":
		d.warn(step, fmt.Sprintf("add a TXT record to _dmarc.%s, at first \"v=DMARC1; p=none\" (RFC 9989)", domain),
			"%s has no valid DMARC record", domain)
	case said == "fail" || said == "permerror":
		d.fail(step, "let the SMTP server sign messages (see the step dkim): they are refused or treated as spam",
			"the receiving server found dmarc=%s; the record is %s", said, record)
	case strings.EqualFold(tagOf(record, "psd"), "y") && at == domain:
		d.warn(step, "remove psd=y, unless you let others register names below "+domain,
			"the DMARC record of %s says that it is a public suffix: %s", domain, record)
	case tagOf(record, "pct") != "":
		d.note(statusOK, step, "remove pct=, which receivers ignore (RFC 9989); to test a policy, use t=y",
			"%s has %s%s", at, record, serverFound("dmarc", said))
	default:
		d.ok(step, "%s has %s%s", at, record, serverFound("dmarc", said))
	}
}

// serverFound formats the result of our server for a method.
func serverFound(method, said string) string {
	if said == "" {
		return ""
	}
	return fmt.Sprintf(" (our server found %s=%s)", method, said)
}
