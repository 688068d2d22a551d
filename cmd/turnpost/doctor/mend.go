package doctor

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"

	"turnpost/cmd/turnpost/config"
	"turnpost/mail"
)

// mendName returns the remedy for a name that cannot be resolved.
func mendName(err error, section, host string) string {
	if dns, ok := errors.AsType[*net.DNSError](err); ok && !dns.IsNotFound {
		return "the DNS does not answer: look at the network and the name server of this machine (/etc/resolv.conf)"
	}
	return fmt.Sprintf("there is no server %s: correct %s.host", host, section)
}

// mendConnection returns the remedy for a failed connection.
func mendConnection(err error, section string, c config.Server) string {
	host, port := section+".host", section+".port"
	if wrong, ok := errors.AsType[x509.HostnameError](err); ok {
		return fmt.Sprintf("the certificate is for %s and not for %s: set %s to a name that it is for", certificateNames(wrong.Certificate), wrong.Host, host)
	}
	if wrong, ok := errors.AsType[x509.CertificateInvalidError](err); ok && wrong.Reason == x509.Expired {
		return fmt.Sprintf("the certificate held from %s to %s: renew it at the server, or set this machine's clock right",
			wrong.Cert.NotBefore.UTC().Format(time.DateOnly), wrong.Cert.NotAfter.UTC().Format(time.DateOnly))
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "nobody whom this machine trusts has signed the certificate: install the server's whole chain there, or its authority here (SSL_CERT_FILE names a file of them)"
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return fmt.Sprintf("the server does not speak TLS from the first byte on port %d: set %s.tls = %q, or another port; %s", c.Port, section, mail.STARTTLS, tlsAdvice(section))
	}
	silent := mail.IsSilence(err)
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		silent = true
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing listens on port %d of %s: correct %s or %s; %s", c.Port, c.Host, port, host, tlsAdvice(section))
	case silent && c.TLS != mail.TLS:
		return fmt.Sprintf("the server says nothing: it may want tls = %q on port %d, or a firewall swallows the connection; %s", mail.TLS, c.Port, tlsAdvice(section))
	case silent:
		return fmt.Sprintf("a firewall may swallow the connection: try port %d of %s from this machine by other means", c.Port, c.Host)
	case c.TLS == mail.STARTTLS && strings.Contains(err.Error(), "STARTTLS"):
		return fmt.Sprintf("the server offers no STARTTLS on port %d: set %s.tls = %q, or another port; %s", c.Port, section, mail.TLS, tlsAdvice(section))
	case errors.Is(err, mail.ErrAccount):
		return "the server turns this machine away: ask its operator, or use the one that your provider names for sending"
	}
	return fmt.Sprintf("correct %s and %s, or look whether the server runs; %s", host, port, tlsAdvice(section))
}

// mendLogin returns the remedy for a refused login.
func mendLogin(section string, c config.Server) string {
	if c.Auth == config.AuthOAuth {
		return fmt.Sprintf("sign in anew with 'turnpost login', as %s.user, and let the provider switch on IMAP and SMTP access", section)
	}
	from := "password"
	switch {
	case c.PasswordFile != "":
		from = fmt.Sprintf("the password in %s", c.PasswordFile)
	case c.PasswordEnv != "":
		from = fmt.Sprintf("the password in the environment variable %s", c.PasswordEnv)
	}
	return fmt.Sprintf("correct %s.user or %s; many providers want an app password here, and IMAP and SMTP access switched on", section, from)
}

// mendSending returns the remedy if the server refuses a message to ourselves.
func mendSending(err error, robot string) string {
	text := strings.ToLower(err.Error())
	switch {
	// Postfix refuses a sender in its answer to RCPT; only the text shows it.
	case strings.Contains(text, "sender"):
		return fmt.Sprintf("the account smtp.user may not send as %s: let it, or set robot.address to its own address", robot)
	case strings.Contains(text, "relay"):
		return "the server sends nothing on without a login: set smtp.user and a password"
	case errors.Is(err, mail.ErrLimited):
		return "the server takes nothing more from the account for now: look at its limits at the provider, and set smtp.limits below them"
	case errors.Is(err, mail.ErrDeferred):
		return "the server wants to be asked later: try again in a few minutes"
	case errors.Is(err, mail.ErrAccount):
		return "the server refuses the account: look at its limits and its rules for sending"
	}
	return fmt.Sprintf("see to it that the server delivers mail to %s", robot)
}

// certificateNames lists the names of a certificate.
func certificateNames(cert *x509.Certificate) string {
	names := slices.Clone(cert.DNSNames)
	for _, ip := range cert.IPAddresses {
		names = append(names, ip.String())
	}
	if len(names) == 0 {
		return "no name"
	}
	if len(names) > 5 {
		names = append(names[:5:5], "others")
	}
	return strings.Join(names, ", ")
}

// tlsAdvice names the usual ports of a section.
func tlsAdvice(section string) string {
	if section == "imap" {
		return fmt.Sprintf("the usual ports are 993 for tls = %q and 143 for %q", mail.TLS, mail.STARTTLS)
	}
	return fmt.Sprintf("the usual ports are 465 for tls = %q and 587 for %q", mail.TLS, mail.STARTTLS)
}
