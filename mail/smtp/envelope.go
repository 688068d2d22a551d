package smtp

import (
	"fmt"
	netmail "net/mail"
	"strings"

	"golang.org/x/net/idna"

	"turnpost/mail"
)

// message is an envelope that can be written in SMTP.
type message struct {
	from, to string
	raw      []byte
	utf8     bool // SMTPUTF8 is used if the server has it
	needUTF8 bool // it cannot be sent without SMTPUTF8
	unheard  int  // see mail.Envelope
}

func prepare(e mail.Envelope) (message, error) {
	from, err := "", error(nil)
	if e.From != "" {
		if from, err = address(e.From); err != nil {
			return message{}, fmt.Errorf("%w: the return path %q %w", mail.ErrRefused, e.From, err)
		}
	}
	to, err := address(e.To)
	if err != nil {
		return message{}, fmt.Errorf("%w: the address %q %w", mail.ErrRefused, e.To, err)
	}
	m := message{from: from, to: to, raw: e.Raw, unheard: e.Unanswered}
	m.needUTF8 = !ascii(from) || !ascii(to)
	m.utf8 = m.needUTF8 || !ascii(header(e.Raw))
	return m, nil
}

// address checks that s is one address and nothing more: a stray bracket would let it
// inject SMTP commands (RFC 5321 section 4.1.2). It writes a domain outside ASCII in the
// form of the DNS (RFC 5890).
func address(s string) (string, error) {
	a, err := netmail.ParseAddress(s)
	if err != nil || a.Address != s || a.Name != "" || strings.ContainsAny(s, "<>\"\\ ") {
		return "", fmt.Errorf("is not a mail address")
	}
	i := strings.LastIndexByte(s, '@')
	local, domain := s[:i], s[i+1:]
	if !ascii(domain) {
		if domain, err = idna.Lookup.ToASCII(domain); err != nil {
			return "", fmt.Errorf("has no possible domain")
		}
	}
	// RFC 5321 section 4.5.3.1.
	if len(local) > 64 || len(local)+1+len(domain) > 254 {
		return "", fmt.Errorf("is too long")
	}
	return local + "@" + domain, nil
}

func ascii[T ~string | ~[]byte](s T) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

func header(raw []byte) []byte {
	if i := strings.Index(string(raw), "\r\n\r\n"); i >= 0 {
		return raw[:i]
	}
	return raw
}
