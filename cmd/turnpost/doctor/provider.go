package doctor

import (
	"slices"
	"strings"

	"turnpost/mail"
)

// provider is what is known of those who keep a mailbox, as 'turnpost help
// providers' tells it.
type provider struct {
	name  string // of --provider
	title string // as people call it
	// domains are those of addresses, exchangers the ends of the names of the
	// servers that take mail for other domains of theirs.
	domains, exchangers []string

	imap, smtp mailServer
	// oauth is the provider of package oauth by which one signs in, if one can;
	// always says that no password is taken.
	oauth  string
	always bool
	// spaced says that passwords are shown with spaces that are none of theirs.
	spaced bool
	limits string // smtp.limits, where the host does not tell
	// authservID is what its own server writes into what it has examined.
	authservID string
	// password says where a password comes from.
	password string
}

// mailServer is where one of the two servers is.
type mailServer struct {
	Host string
	Port int // 0: not known
	TLS  mail.Security
}

func serverAt(host string, port int, security mail.Security) mailServer {
	return mailServer{host, port, security}
}

const appPassword = "It takes an app password, not the account's own: "

// providers are those that are known. The last has no server of its own.
func providers() []provider {
	google := provider{
		imap: serverAt("imap.gmail.com", 993, mail.TLS), smtp: serverAt("smtp.gmail.com", 465, mail.TLS), oauth: "gmail", spaced: true, authservID: "mx.google.com",
		password: appPassword + "turn 2-step verification on, and make one at\nhttps://myaccount.google.com/apppasswords. Where that is forbidden, --oauth is the way.",
	}
	gmail, workspace := google, google
	gmail.name, gmail.title, gmail.domains = "gmail", "Gmail", []string{"gmail.com", "googlemail.com"}
	workspace.name, workspace.title, workspace.limits = "workspace", "Google Workspace", "workspace"
	workspace.exchangers = []string{"google.com", "googlemail.com"}
	office := provider{
		name: "microsoft365", title: "Microsoft 365", exchangers: []string{"mail.protection.outlook.com", "mx.microsoft"},
		imap: serverAt("outlook.office365.com", 993, mail.TLS), smtp: serverAt("smtp.office365.com", 587, mail.STARTTLS), oauth: "outlook", always: true,
	}
	outlook := office
	outlook.name, outlook.title, outlook.exchangers = "outlook", "Outlook.com", nil
	outlook.domains = []string{"outlook.com", "hotmail.com", "live.com", "msn.com"}
	outlook.smtp.Host = "smtp-mail.outlook.com"
	return []provider{
		gmail, workspace, office, outlook,
		{
			name: "fastmail", title: "Fastmail", domains: []string{"fastmail.com", "fastmail.fm"}, exchangers: []string{"messagingengine.com"},
			imap: serverAt("imap.fastmail.com", 993, mail.TLS), smtp: serverAt("smtp.fastmail.com", 465, mail.TLS), spaced: true,
			password: appPassword + "make one in the settings under Privacy & Security, with access to mail (IMAP and SMTP)",
		},
		{
			name: "proton", title: "Proton Mail", domains: []string{"proton.me", "protonmail.com", "pm.me"}, exchangers: []string{"protonmail.ch"},
			imap: serverAt("127.0.0.1", 1143, ""), smtp: serverAt("127.0.0.1", 1025, ""),
			password: "It takes the password that Proton Mail Bridge shows, which must run on this machine.",
		},
		{name: ownServer},
	}
}

// ownServer is the name of everybody else.
const ownServer = "own"

// Providers are the names of providers that are known.
func Providers() (names []string) {
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return names
}

// providerNamed is the provider of that name.
func providerNamed(name string) (provider, bool) {
	all := providers()
	if i := slices.IndexFunc(all, func(p provider) bool { return p.name == strings.ToLower(name) }); i >= 0 {
		return all[i], true
	}
	return provider{name: ownServer}, false
}

// providerOf is the provider of a domain, whose mail the exchangers take.
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

// within reports whether a host is a domain or stands below it.
func within(host, domain string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return host == domain || strings.HasSuffix(host, "."+domain)
}
