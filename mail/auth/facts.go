package auth

import (
	"slices"
	"strings"
	"time"

	"turnpost/mail"
)

// Proof says by what a message's writer is proven.
type Proof string

// The proofs there are.
const (
	Unproven     Proof = ""
	ByReplyToken Proof = "secret"    // of a message of ours to the writer
	ByServer     Proof = "server"    // the operator's own mail server says so
	BySignature  Proof = "signature" // a DKIM signature that we verified
	ByPolicy     Proof = "open"      // everybody is believed here
)

// Facts are what is known of who wrote a message.
type Facts struct {
	Senders int  // addresses in all From fields together
	Open    bool // the operator believes everybody
	Own     bool // a secret in it was made for the player whose address is in From
	Foreign bool // a secret in it was not
	Server  bool // the operator's server vouches for From
	Signed  bool // a signature vouches for From
	// Addressed says that To or Cc names the robot, Fresh that its Date is of these
	// days, and Again that another mail with its Message-ID and its From came before,
	// proven. A secret says to whom and when it was given. The other signs say only
	// that From wrote this message at some time to somebody, who can bring it here: they
	// count for what was written to us, now, and once.
	Addressed, Fresh, Again bool
	// Elsewhere says that the message answers another that is neither ours nor the
	// player's own to us: whoever wrote that one can have named us as who is to be
	// answered, and got a word that was meant for them.
	Elsewhere bool
}

// MaxAge is how old a message may be that its writer's server or ours vouches for:
// so long do servers try to deliver one (RFC 5321, 4.5.4.1).
const MaxAge = 5 * 24 * time.Hour

// early is by how much a message's Date may be ahead of us: computers whose timezone is
// set wrong are a day ahead at most.
const early = 24 * time.Hour

// Fresh reports whether a message of a date, zero if it has none, that came in at a
// moment was written at most so long before; with 0 any is.
func Fresh(date, arrived time.Time, within time.Duration) bool {
	return within == 0 || !date.IsZero() && arrived.Sub(date) <= within && date.Sub(arrived) <= early
}

// Proof is what proves the writer; None, if nothing does.
func (f Facts) Proof() Proof {
	switch {
	case f.Senders != 1:
		return Unproven
	case f.Own:
		return ByReplyToken
	case f.Open:
		return ByPolicy
	case f.Foreign, !f.Addressed, !f.Fresh, f.Again, f.Elsewhere:
		return Unproven
	case f.Server:
		return ByServer
	case f.Signed:
		return BySignature
	}
	return Unproven
}

// Distrust says why a message whose writer nothing proves was very likely not
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
