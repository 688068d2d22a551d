package mail

import "strings"

// AuthReport is what one Authentication-Results field (RFC 8601) says, for people
// to read. Nothing is decided by it: see Letter.Authenticated.
type AuthReport struct {
	Server  string // the authserv-id
	Results []AuthResult
}

// AuthResult is one method's result, such as spf and pass. Signer is the domain
// whose signature DKIM found, in lower case; empty: none, or more than one is named.
type AuthResult struct{ Method, Value, Signer string }

// AuthReports are the fields that can be read, topmost first. One that cannot
// has no server, and no results either unless it lacks the authserv-id alone, as
// Exchange Online writes it.
func (l *Letter) AuthReports() (reports []AuthReport) {
	for _, field := range l.AuthResults {
		r, ok := parseAuthResults(field)
		if !ok {
			if r, ok = parseAuthResults("nameless; " + field); !ok {
				r = authResults{}
			}
			r.server = ""
		}
		report := AuthReport{Server: r.server}
		for _, res := range r.results {
			report.Results = append(report.Results, AuthResult{res.method, res.value, signer(res)})
		}
		reports = append(reports, report)
	}
	return reports
}

// signer is the domain of a signature, from header.d or, as some servers write it
// alone, from header.i.
func signer(res authResult) string {
	if res.method != "dkim" {
		return ""
	}
	domain, _ := res.prop("header.d")
	if domain == "" {
		identity, _ := res.prop("header.i")
		_, domain, _ = strings.Cut(identity, "@")
	}
	return domainKey(domain)
}
