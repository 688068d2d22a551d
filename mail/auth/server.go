package auth

import (
	"bytes"
	"strings"
	"time"

	ours "turnpost/mail"
)

// ServerVouches reports whether our own server, authservID, vouches for the writer of a
// message that arrived at a time. isOurs reports the addresses of ours.
//
// If the writer submitted the message as it is, that is enough (see ours.BySubmission).
// DMARC may have passed by a signature only, and then somebody who has a copy may have put
// other fields on top of it, or removed some. So every signature that DMARC may have
// relied on must bind the message; a message without one passed by SPF.
func ServerVouches(raw []byte, message *ours.Message, authservID string, isOurs func(string) bool,
	arrived time.Time) bool {
	switch message.Authenticated(authservID) {
	case ours.BySubmission:
		return true
	case ours.ByDMARC:
		return bound(raw, message, isOurs, arrived)
	}
	return false
}

// bound reports whether every signature of a message binds it that may be aligned with From.
// It asks no DNS. A header that readers may read differently is not bound.
func bound(raw []byte, message *ours.Message, isOurs func(string) bool, arrived time.Time) bool {
	m, err := readSigned(withCRLF(raw), message, isOurs)
	if err != nil {
		return false
	}
	_, from, _ := strings.Cut(ours.Key(message.From[0].Addr), "@")
	for _, value := range m.header.all("dkim-signature") {
		s, err := readSignature(value)
		if isHost(s.domain) && !mayAlign(s.domain, from) {
			continue
		}
		if err != nil || s.expired(arrived) || s.binds(m) != nil {
			return false
		}
	}
	return true
}

// withCRLF returns a message as it came over SMTP: programs that deliver to a pipe write bare
// LF, and may put a line of mbox on top.
func withCRLF(raw []byte) []byte {
	if bytes.HasPrefix(raw, []byte("From ")) {
		_, raw, _ = bytes.Cut(raw, []byte("\n"))
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// mayAlign reports whether two domains may belong to one organization, without asking the
// DNS: their last two labels are equal. That is true of too many, such as those in co.uk.
func mayAlign(a, b string) bool {
	last := func(domain string) string {
		labels := strings.Split(domain, ".")
		return strings.Join(labels[max(0, len(labels)-2):], ".")
	}
	return last(a) == last(b)
}
