package mail

// AuthReport is what one Authentication-Results field (RFC 8601) says, for people
// to read. Nothing is decided by it: see Letter.Authenticated.
type AuthReport struct {
	Server  string // the authserv-id
	Results []AuthResult
}

// AuthResult is one method's result, such as spf and pass.
type AuthResult struct{ Method, Value string }

// AuthReports are the fields that can be read, topmost first. One that cannot
// has no server.
func (l *Letter) AuthReports() (reports []AuthReport) {
	for _, field := range l.AuthResults {
		var report AuthReport
		if r, ok := parseAuthResults(field); ok {
			report.Server = r.server
			for _, res := range r.results {
				report.Results = append(report.Results, AuthResult{res.method, res.value})
			}
		}
		reports = append(reports, report)
	}
	return reports
}
