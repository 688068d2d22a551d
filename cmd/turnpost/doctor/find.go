package doctor

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/idna"

	"turnpost/cmd/turnpost/cli"
	"turnpost/mail"
)

// lookTime is how long a DNS query may take.
const lookTime = 5 * time.Second

// places is where both servers are, and how that is known.
type places struct {
	imap, smtp mailServer
	// foreign are hosts that only the DNS names and that are not below the address's domain:
	// somebody who forges an answer would get the password.
	foreign []string
}

// asciiDomain returns the domain of an address in the form of the DNS.
func asciiDomain(address string) string {
	_, domain, _ := strings.Cut(address, "@")
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		domain = ascii
	}
	return strings.ToLower(domain)
}

// recognize finds the provider of a domain by its name or its MX records.
func (s *InitWizard) recognize(ctx context.Context, domain string) (provider, bool) {
	if p, ok := providerOf(domain, nil); ok {
		return p, true
	}
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	records, err := s.resolver().LookupMX(ctx, domain)
	if err != nil {
		return provider{name: ownServer}, false // its servers are looked up or asked for
	}
	var hosts []string
	for _, r := range records {
		hosts = append(hosts, r.Host)
	}
	return providerOf(domain, hosts)
}

// services looks up the servers of a domain (RFC 6186, 3.1 and 3.2). Those with TLS from the
// first byte come first (RFC 8314, 5.1).
func (s *InitWizard) services(ctx context.Context, domain string) (p places) {
	look := func(service string, security mail.Security) mailServer {
		ctx, cancel := context.WithTimeout(ctx, lookTime)
		defer cancel()
		_, records, err := s.resolver().LookupSRV(ctx, service, "tcp", domain)
		// A target of "." says that there is no such service (RFC 2782).
		if err != nil || len(records) == 0 || records[0].Target == "." {
			return mailServer{}
		}
		return mailServer{strings.TrimSuffix(records[0].Target, "."), int(records[0].Port), security}
	}
	if p.imap = look("imaps", mail.TLS); p.imap.Host == "" {
		p.imap = look("imap", mail.STARTTLS)
	}
	if p.smtp = look("submissions", mail.TLS); p.smtp.Host == "" {
		p.smtp = look("submission", mail.STARTTLS)
	}
	for _, host := range []string{p.imap.Host, p.smtp.Host} {
		if host != "" && !within(host, domain) && !slices.Contains(p.foreign, host) {
			p.foreign = append(p.foreign, host)
		}
	}
	return p
}

func (s *InitWizard) resolver() *net.Resolver {
	if s.means.resolver != nil {
		return s.means.resolver
	}
	return net.DefaultResolver
}

// parseServer parses host or host:port.
func parseServer(text string) (mailServer, error) {
	text = strings.TrimSpace(text)
	host, port := text, 0
	if h, p, err := net.SplitHostPort(text); err == nil {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || n > 65535 {
			return mailServer{}, fmt.Errorf("%q is not a port, in %q", p, text)
		}
		host, port = h, n
	}
	host = strings.Trim(host, "[]")
	if host == "" || strings.ContainsAny(host, " \t/@\"'\\") {
		return mailServer{},
			fmt.Errorf("%q is not a server; write its name, such as mail.example.org, or name:port", text)
	}
	return mailServer{Host: host, Port: port}, nil
}

// locate finds the servers by the flags, the provider, the DNS, or the person.
func (s *InitWizard) locate(ctx context.Context, p provider, domain string) (places, error) {
	found := places{imap: p.imap, smtp: p.smtp}
	if p.name == ownServer && (s.IMAP == "" || s.SMTP == "") {
		s.say("Looking for the mail servers of %s in the DNS ...", domain)
		found = s.services(ctx, domain)
	}
	for _, given := range []struct {
		flag string
		to   *mailServer
	}{{s.IMAP, &found.imap}, {s.SMTP, &found.smtp}} {
		if given.flag == "" {
			continue
		}
		named, err := parseServer(given.flag)
		if err != nil {
			return found, cli.WithStatus(cli.ExitUsage, err)
		}
		*given.to = named
	}
	found.foreign = slices.DeleteFunc(found.foreign, func(host string) bool {
		return (s.IMAP != "" || found.imap.Host != host) && (s.SMTP != "" || found.smtp.Host != host)
	})
	if len(found.foreign) > 0 {
		if err := s.confirm(ctx, domain, &found); err != nil {
			return found, err
		}
	}
	for _, missing := range []struct {
		what, flag string
		to         *mailServer
	}{{"IMAP server, where mail comes in", "--imap", &found.imap},
		{"SMTP server, where messages are sent", "--smtp", &found.smtp}} {
		for missing.to.Host == "" {
			text, err := s.ask(ctx, missing.what, "mail."+domain, missing.flag+" HOST[:PORT]")
			if err != nil {
				return found, err
			}
			if *missing.to, err = parseServer(text); err != nil {
				s.say("%v", err)
			}
		}
	}
	return found, nil
}

// confirm asks about hosts that only the DNS names (RFC 6186, section 6).
func (s *InitWizard) confirm(ctx context.Context, domain string, found *places) error {
	if s.Asker == nil {
		return cli.Errorf(cli.ExitUsage,
			"the DNS names %s for the mail of %s, which is not below that domain, and there is no terminal to "+
				"confirm it: give --imap and --smtp", strings.Join(found.foreign, " and "), domain)
	}
	s.say("The DNS says that the mail of %s is at %s, which is another domain.\nSomebody who forges that answer "+
		"would get the password.", domain, strings.Join(found.foreign, " and "))
	yes, err := s.yes(ctx, "Is it right?")
	if err == nil && !yes {
		*found = places{}
	}
	return err
}
