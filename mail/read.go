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
func Read(raw []byte) (*Letter, error) { return readBounded(raw, wholeExtent()) }

// ReadBrief is Read of a quarter of the text, of the HTML and of the writer's own
// lines. It is for the letter of a stranger, whose first one is short.
func ReadBrief(raw []byte) (*Letter, error) { return readBounded(raw, briefExtent()) }

func readBounded(raw []byte, most extent) (*Letter, error) {
	l, h, body, err := readHead(raw)
	if err != nil {
		return nil, err
	}
	text := readBody(h, body, most)
	l.Lines, l.Finding = text.lines, text.Finding
	l.OutOfOffice = l.Automatic != "" && personAway(h, l)
	return l, nil
}

// ReadHead makes a Letter of the header of a raw mail alone: it has no lines. It is for
// who has to know before the mail is worth reading whose it may be.
func ReadHead(raw []byte) (*Letter, error) {
	l, _, _, err := readHead(raw)
	return l, err
}

func readHead(raw []byte) (*Letter, header, []byte, error) {
	h, body, err := splitHeader(bytes.TrimLeft(raw, "\r\n"))
	if err != nil {
		return nil, nil, nil, err
	}
	if len(h) == 0 {
		return nil, nil, nil, errNoHeader
	}
	l := &Letter{
		From:  fromAddresses(h),
		To:    recipients(h, "delivered-to", "x-original-to", "envelope-to", "to", "cc"),
		Named: recipients(h, "to", "cc"),
		// One line of single spaces: the fold of a long subject is no part of it.
		Subject: strings.Join(strings.Fields(h.subject()), " "),
		Date:    parseDate(h.get("date")),

		Language: contentLanguage(h.get("content-language")),
	}
	if ids := messageIDs(h.get("message-id")); len(ids) > 0 {
		l.MessageID = ids[0]
	}
	l.InReplyTo = messageIDs(h.get("in-reply-to"))
	l.References = messageIDs(h.get("references"))
	for _, v := range h.all("authentication-results") {
		l.AuthResults = append(l.AuthResults, authText(v))
	}
	l.Marks = serverMarksOf(func(name string) (values []string) {
		for _, v := range h.all(name) {
			values = append(values, fieldText(v))
		}
		return values
	})
	l.Automatic = automatic(h, l)
	return l, h, body, nil
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

// contentLanguage reads a Content-Language field of one tag: "de-DE" is "de".
func contentLanguage(field string) string {
	primary, _, _ := strings.Cut(strings.ToLower(field), "-")
	if strings.Contains(field, ",") {
		return ""
	}
	return primary
}

func parseDate(s string) time.Time {
	if t, err := mail.ParseDate(s); err == nil {
		return t
	}
	return time.Time{}
}
