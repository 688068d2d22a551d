package config

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"

	"turnpost/mail"
)

// Remedy returns what to do about the error of a mail server, whichever command meets it. section is
// imap or smtp.
func Remedy(err error, section string, c MailServer) string {
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return RemedyForName(err, section, c.Host)
	}
	if errors.Is(err, mail.ErrAccount) {
		return RemedyForLogin(err, section, c)
	}
	return RemedyForConnection(err, section, c)
}

// RemedyForFile returns what to do about a file that cannot be read. missing says how to make it.
func RemedyForFile(err error, missing string) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing
	case errors.Is(err, fs.ErrPermission):
		return "it is there, but this user may not read it: run the command as the user of the server, such as " +
			"sudo -u turnpost"
	}
	return "check the disk and the path"
}

// stranger returns the protocol of a server of another kind that answers, or "".
func stranger(err error, section string) string {
	text := err.Error()
	switch {
	case section == "imap" && (strings.Contains(text, `unknown tag "220`) ||
		strings.Contains(text, `unknown tag "554`)):
		return "SMTP"
	case section == "smtp" && strings.Contains(text, `"* OK`),
		section == "smtp" && strings.Contains(text, `"* PREAUTH`):
		return "IMAP"
	case strings.Contains(text, `"+OK`),
		section == "imap" && strings.Contains(text, "in continue-req: imapwire: expected CRLF"):
		return "POP3"
	}
	return ""
}

// portsOf are the usual ports of protocols for mail programs.
var portsOf = map[int]string{25: "SMTP", 465: "SMTP", 587: "SMTP", 2525: "SMTP", 143: "IMAP", 993: "IMAP",
	110: "POP3", 995: "POP3"}

// RemedyForName returns the remedy for a name that cannot be resolved.
func RemedyForName(err error, section, host string) string {
	if dns, ok := errors.AsType[*net.DNSError](err); ok && !dns.IsNotFound {
		return "the DNS does not answer: check the network and the resolver of this machine (/etc/resolv.conf)"
	}
	return fmt.Sprintf("there is no server %s: correct %s.host", host, section)
}

// RemedyForConnection returns the remedy for a failed connection.
func RemedyForConnection(err error, section string, c MailServer) string {
	host, port := section+".host", section+".port"
	if wrong, ok := errors.AsType[x509.HostnameError](err); ok {
		return fmt.Sprintf("the certificate is for %s and not for %s: set %s to a name that it is for",
			certificateNames(wrong.Certificate), wrong.Host, host)
	}
	if wrong, ok := errors.AsType[x509.CertificateInvalidError](err); ok && wrong.Reason == x509.Expired {
		return fmt.Sprintf(
			"the certificate was valid from %s to %s: renew it at the server, or correct this machine's clock",
			wrong.Cert.NotBefore.UTC().Format(time.DateOnly), wrong.Cert.NotAfter.UTC().Format(time.DateOnly))
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return "no authority that this machine trusts has signed the certificate: install the server's whole chain " +
			"there, or its authority here (SSL_CERT_FILE names a file of them)"
	}
	if kind := stranger(err, section); kind != "" {
		return fmt.Sprintf("the server on port %d speaks %s: correct %s; %s", c.Port, kind, port, tlsAdvice(section))
	}
	if kind := portsOf[c.Port]; kind != "" && !strings.EqualFold(kind, section) {
		return fmt.Sprintf("port %d is usually for %s: correct %s; %s", c.Port, kind, port, tlsAdvice(section))
	}
	if _, ok := errors.AsType[tls.RecordHeaderError](err); ok {
		return fmt.Sprintf(
			"the server does not speak TLS from the first byte on port %d: set %s.tls = %q, or another port; %s",
			c.Port, section, mail.STARTTLS, tlsAdvice(section))
	}
	silent := mail.IsSilence(err)
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		silent = true
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing listens on port %d of %s: correct %s or %s; %s", c.Port, c.Host, port, host,
			tlsAdvice(section))
	case silent && c.TLS != mail.TLS:
		return fmt.Sprintf(
			"the server does not answer: it may expect tls = %q on port %d, or a firewall drops the connection; %s",
			mail.TLS, c.Port, tlsAdvice(section))
	case silent:
		return fmt.Sprintf("a firewall may drop the connection: try port %d of %s from this machine by other means",
			c.Port, c.Host)
	case c.TLS == mail.STARTTLS && strings.Contains(err.Error(), "STARTTLS"):
		return fmt.Sprintf("the server offers no STARTTLS on port %d: set %s.tls = %q, or another port; %s", c.Port,
			section, mail.TLS, tlsAdvice(section))
	case errors.Is(err, mail.ErrAccount):
		return "the server rejects this machine: ask its operator, or use the server that your provider names for " +
			"sending"
	}
	return fmt.Sprintf("correct %s and %s, or check that the server runs; %s", host, port, tlsAdvice(section))
}

// RemedyForLogin returns the remedy for a failed login.
func RemedyForLogin(err error, section string, c MailServer) string {
	if !errors.Is(err, mail.ErrAccount) {
		return "the server cannot check logins at the moment, and the account is not at fault: try again in a few " +
			"minutes"
	}
	if c.Auth == AuthOAuth {
		return fmt.Sprintf(
			"sign in again by 'turnpost login', as %s.user, and enable IMAP and SMTP access at the provider", section)
	}
	from := "password"
	switch {
	case c.PasswordFile != "":
		from = fmt.Sprintf("the password in %s", c.PasswordFile)
	case c.PasswordEnv != "":
		from = fmt.Sprintf("the password in the environment variable %s", c.PasswordEnv)
	}
	return fmt.Sprintf(
		"correct %s.user or %s; many providers require an app password here, and IMAP and SMTP access enabled",
		section, from)
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
