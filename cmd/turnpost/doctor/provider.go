package doctor

import (
	"slices"
	"strings"

	"turnpost/mail"
)

// provider is what is known of a mail provider; see 'turnpost help providers'.
type provider struct {
	name  string // of --provider
	title string // for people
	// domains are those of its addresses. exchangers are suffixes of its MX hosts for other
	// domains.
	domains, exchangers []string

	imap, smtp mailServer
	// oauth is the name of the provider in package oauth, if it has a sign-in. always says
	// that it accepts no passwords.
	oauth  string
	always bool
	// spaced says that passwords are displayed with spaces.
	spaced bool
	limits string // smtp.limits, if the host does not imply it
	// authservID is the authserv-id of its Authentication-Results.
	authservID string
	// password says how to get a password.
	password string
}

// mailServer is where a server is.
type mailServer struct {
	Host string
	Port int // 0: not known
	TLS  mail.Security
}

func serverAt(host string, port int, security mail.Security) mailServer {
	return mailServer{host, port, security}
}

const appPassword = "It accepts an app password, not the account's own: "

// providers returns the known providers. The last one is for all others.
func providers() []provider {
	google := provider{
		imap: serverAt("imap.gmail.com", 993, mail.TLS), smtp: serverAt("smtp.gmail.com", 465, mail.TLS),
		oauth: "gmail", spaced: true, authservID: "mx.google.com",
		password: appPassword +
			"turn 2-step verification on, and make one at\nhttps://myaccount.google.com/apppasswords. If that is " +
			"forbidden, use --oauth.",
	}
	gmail, workspace := google, google
	gmail.name, gmail.title, gmail.domains = "gmail", "Gmail", []string{"gmail.com", "googlemail.com"}
	workspace.name, workspace.title, workspace.limits = "workspace", "Google Workspace", "workspace"
	workspace.exchangers = []string{"google.com", "googlemail.com"}
	office := provider{
		name: "microsoft365", title: "Microsoft 365",
		exchangers: []string{"mail.protection.outlook.com", "mx.microsoft"},
		imap:       serverAt("outlook.office365.com", 993, mail.TLS),
		smtp:       serverAt("smtp.office365.com", 587, mail.STARTTLS), oauth: "outlook", always: true,
	}
	outlook := office
	outlook.name, outlook.title, outlook.exchangers = "outlook", "Outlook.com", nil
	outlook.domains = []string{"outlook.com", "hotmail.com", "live.com", "msn.com"}
	outlook.smtp.Host = "smtp-mail.outlook.com"
	return []provider{
		gmail, workspace, office, outlook,
		{
			name: "fastmail", title: "Fastmail", domains: []string{"fastmail.com", "fastmail.fm"},
			exchangers: []string{"messagingengine.com"},
			imap:       serverAt("imap.fastmail.com", 993, mail.TLS),
			smtp:       serverAt("smtp.fastmail.com", 465, mail.TLS), spaced: true,
			password: appPassword +
				"make one in the settings under Privacy & Security, with access to mail (IMAP and SMTP)",
		},
		{
			name: "proton", title: "Proton Mail", domains: []string{"proton.me", "protonmail.com", "pm.me"},
			exchangers: []string{"protonmail.ch"},
			imap:       serverAt("127.0.0.1", 1143, ""), smtp: serverAt("127.0.0.1", 1025, ""),
			password: "It accepts the password that Proton Mail Bridge shows, which must run on this machine.",
		},
		{name: ownServer},
	}
}

// ownServer is the name for all other providers.
const ownServer = "own"

// Providers returns the names of the known providers.
func Providers() (names []string) {
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return names
}

// providerNamed returns the provider of a name.
func providerNamed(name string) (provider, bool) {
	all := providers()
	if i := slices.IndexFunc(all, func(p provider) bool { return p.name == strings.ToLower(name) }); i >= 0 {
		return all[i], true
	}
	return provider{name: ownServer}, false
}

// providerOf returns the provider of a domain with these MX hosts.
func providerOf(domain string, exchangers []string) (provider, bool) {
	for _, p := range providers() {
		if slices.Contains(p.domains, domain) {
			return p, true
		}
		for _, end := range p.exchangers {
			if slices.ContainsFunc(exchangers, func(host string) bool { return within(host, end) }) {
				return p, true
			}
		}
	}
	return provider{name: ownServer}, false
}

// within reports whether a host is a domain or below it.
func within(host, domain string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == domain || strings.HasSuffix(host, "."+domain)
}
