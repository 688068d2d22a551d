package mail

import (
	"bytes"
	"net/mail"
	"strings"
	"time"
)

// Read makes a Letter of a raw mail. It fails only for what is no mail at all
// and for a header over its limits (see [MaxHeader]); everything else gives the
// facts that could be found. In particular a mail without a readable From has
// an empty From and no error.
func Read(raw []byte) (*Letter, error) {
	h, body, err := splitHeader(bytes.TrimLeft(raw, "\r\n"))
	if err != nil {
		return nil, err
	}
	if len(h) == 0 {
		return nil, errNoHeader
	}
	l := &Letter{
		From: fromAddresses(h),
		To:   recipients(h),
		// One line of single spaces: the fold of a long subject is no part of it.
		Subject: strings.Join(strings.Fields(h.decoded("subject")), " "),
		Date:    parseDate(h.get("date")),
	}
	if ids := messageIDs(h.get("message-id")); len(ids) > 0 {
		l.MessageID = ids[0]
	}
	l.InReplyTo = messageIDs(h.get("in-reply-to"))
	l.References = messageIDs(h.get("references"))
	for _, v := range h.all("authentication-results") {
		l.AuthResults = append(l.AuthResults, authText(v))
	}
	lines := readBody(h, body)
	l.Lines = trim(lines)
	l.CopiesOurs = copiesOurs(lines)
	l.Automatic = automatic(h, l)
	l.OutOfOffice = l.Automatic != "" && personAway(h, l)
	return l, nil
}

// authText is the body of an Authentication-Results field. Octets that have no
// place in it become U+FFFD, which the tokenizer of it refuses.
func authText(v []byte) string {
	s := strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if forbidden(r) {
			return '\ufffd'
		}
		return r
	}, strings.ToValidUTF8(string(v), "\ufffd"))
	return strings.TrimSpace(s)
}

func parseDate(s string) time.Time {
	if t, err := mail.ParseDate(s); err == nil {
		return t
	}
	return time.Time{}
}
