package auth

import (
	"slices"
	"strings"
	"time"

	"turnpost/mail"
)

// Proof is what proves a message's writer.
type Proof string

// The kinds of proof.
const (
	Unproven     Proof = ""
	ByReplyToken Proof = "secret"    // a reply token of the writer's
	ByServer     Proof = "server"    // the operator's own mail server says so
	BySignature  Proof = "signature" // a DKIM signature that we verified
	ByPolicy     Proof = "open"      // everybody is believed here
)

// Facts is what is known about the writer of a message.
type Facts struct {
	Senders      int  // the addresses in all From fields together
	Open         bool // trust.mode is open
	OwnToken     bool // it has a reply token of the player whose address is in From
	ForeignToken bool // it has a reply token of somebody else
	Server       bool // the operator's server vouches for From
	Signed       bool // a signature vouches for From
	// Addressed says that To or Cc names the server address, Fresh that its Date is
	// recent, and Repeated that a proven message with its Message-ID and From came before.
	// A reply token contains these facts. The other signs prove only that From wrote this
	// message at some time to somebody, who can send it here: they count for what was
	// written to us, recently, and once.
	Addressed, Fresh, Repeated bool
	// AnswersOthers says that the message answers one that is neither ours nor the player's
	// own to us: its writer may have put our address into Reply-To, so that words meant
	// for that writer came here.
	AnswersOthers bool
}

// MaxAge is how old a message may be that a server or a signature vouches for: servers try
// to deliver a message for this long (RFC 5321, 4.5.4.1).
const MaxAge = 5 * 24 * time.Hour

// early is how far a message's Date may lie in the future: computers with a wrong timezone
// are a day ahead at most.
const early = 24 * time.Hour

// Fresh reports whether a message that arrived at a time was written at most within
// before. date is zero if the message has none. If within is 0, every message is fresh.
func Fresh(date, arrived time.Time, within time.Duration) bool {
	return within == 0 || !date.IsZero() && arrived.Sub(date) <= within && date.Sub(arrived) <= early
}

// Proof returns what proves the writer, or Unproven.
func (f Facts) Proof() Proof {
	switch {
	case f.Senders != 1:
		return Unproven
	case f.OwnToken:
		return ByReplyToken
	case f.Open:
		return ByPolicy
	case f.ForeignToken, !f.Addressed, !f.Fresh, f.Repeated, f.AnswersOthers:
		return Unproven
	case f.Server:
		return ByServer
	case f.Signed:
		return BySignature
	}
	return Unproven
}

// Distrust returns why an unproven message was very likely not written by its From, so
// that not even a question may be sent there, or "": a filter calls it spam, DMARC failed,
// or SPF failed and no signature of From's domain, or of one above or below it, passed. It
// reads the topmost Authentication-Results field of authservID, our own server, or if
// there is none, the topmost of all.
func Distrust(l *mail.Message, authservID string) string {
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

// related reports whether two domains are equal, or one is below the other. It does not ask
// the DNS: believing a little too much here only causes a question.
func related(a, b string) bool {
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}

// reportOf returns the field of our own server, or the topmost.
func reportOf(l *mail.Message, authservID string) mail.AuthResultsField {
	reports := l.AuthReports()
	i := slices.IndexFunc(reports, func(r mail.AuthResultsField) bool {
		return authservID != "" && strings.EqualFold(r.Server, authservID)
	})
	switch {
	case i >= 0:
		return reports[i]
	case len(reports) > 0:
		return reports[0]
	}
	return mail.AuthResultsField{}
}
