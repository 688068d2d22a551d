package auth

import (
	"slices"
	"strings"

	"turnpost/mail"
)

// Distrust says why a letter whose writer nothing proves was very likely not
// written by its From, so that not even a question goes there; "" if nothing says
// so: a filter calls it spam, DMARC failed, or SPF failed and no signature of From's
// domain, or of one above or below it, passed. Of Authentication-Results it takes the topmost field of
// authservID, our own server's, or where there is none, the topmost.
func Distrust(l *mail.Letter, authservID string) string {
	if l.Marks.Spam != "" {
		return "it is marked as spam: " + l.Marks.Spam
	}
	if len(l.From) != 1 {
		return ""
	}
	_, from, _ := strings.Cut(mail.Key(l.From[0].Addr), "@")
	spf, signed := l.Marks.SPF == "fail", false
	for _, res := range reportOf(l, authservID).Results {
		switch {
		case res.Method == "dmarc" && res.Value == "fail":
			return "dmarc=fail"
		case res.Method == "spf" && res.Value == "fail":
			spf = true
		case res.Method == "dkim" && res.Value == "pass":
			signed = signed || res.Signer != "" && related(strings.ToLower(res.Signer), from)
		}
	}
	if spf && !signed {
		return "spf=fail"
	}
	return ""
}

// related reports whether two domains are one, or one lies below the other. Nothing is
// asked of the DNS: whoever is believed a little too much is only asked a question.
func related(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}

// reportOf is the field of our own server, or the topmost.
func reportOf(l *mail.Letter, authservID string) mail.AuthReport {
	reports := l.AuthReports()
	i := slices.IndexFunc(reports, func(r mail.AuthReport) bool {
		return authservID != "" && strings.EqualFold(r.Server, authservID)
	})
	switch {
	case i >= 0:
		return reports[i]
	case len(reports) > 0:
		return reports[0]
	}
	return mail.AuthReport{}
}
