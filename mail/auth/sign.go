package auth

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
)

// Signer signs messages for a domain. It is safe for concurrent use.
type Signer struct {
	Domain   string // d=: lower case, as it stands in the DNS
	Selector string // s=
	Key      SigningKey
}

// oversigned lists the fields that nobody may change, remove or add later (RFC 6376, 8.15): those
// that a reader sees, that a reply follows, or that programs obey.
func oversigned() []string {
	return []string{
		"from", "sender", "reply-to", "subject", "date", "message-id", "to", "cc", "in-reply-to", "references",
		"mime-version", "content-type", "content-transfer-encoding",
		"list-unsubscribe", "list-unsubscribe-post", "auto-submitted",
		"turnpost-game", "turnpost-rules", "turnpost-ply", "turnpost-side", "turnpost-turn", "turnpost-position",
		"turnpost-outcome", "turnpost-invitation",
	}
}

// covered lists the fields that are signed if present (RFC 6376, 5.4.1; RFC 8058, 4), in the
// order of h=.
func covered() []string {
	return append(oversigned(), "list-id", "list-help", "list-subscribe", "list-post", "list-owner", "list-archive")
}

// Sign returns a message with its DKIM-Signature on top. The message must have CRLF line
// ends and one From; raw is not changed. The same message gives the same bytes.
func (s Signer) Sign(raw []byte) ([]byte, error) {
	if s.Key.signer == nil {
		return nil, errors.New("there is no key to sign with")
	}
	fields, body, err := split(raw)
	if err != nil {
		return nil, err
	}
	if len(fields.all("from")) != 1 {
		return nil, fmt.Errorf("the message has %d From fields", len(fields.all("from")))
	}
	var names []string // h=
	head := sha256.New()
	for _, name := range covered() {
		values := fields.all(name)
		for _, value := range slices.Backward(values) { // from the bottom up: RFC 6376, 5.4.2
			names = append(names, name)
			fmt.Fprintf(head, "%s:%s\r\n", name, relaxedValue(value))
		}
		if slices.Contains(oversigned(), name) {
			names = append(names, name) // for a field that does not exist, which adds nothing to the hash
		}
	}
	sum := sha256.Sum256(relaxedBody(body))
	value := s.value(fields, names, sum[:])
	fmt.Fprintf(head, "dkim-signature:%s", relaxedValue(value)) // without CRLF: RFC 6376, 3.7
	hash := crypto.Hash(crypto.SHA256)
	if s.Key.Kind() == Ed25519 {
		hash = 0 // RFC 8463, 3: the digest is what is signed
	}
	signature, err := s.Key.signer.Sign(rand.Reader, head.Sum(nil), hash)
	if err != nil {
		return nil, err
	}
	field := "DKIM-Signature:" + value + fold(base64.StdEncoding.EncodeToString(signature)) + "\r\n"
	return append([]byte(field), raw...), nil
}

// value returns the field up to its signature.
func (s Signer) value(fields header, names []string, body []byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, " v=1; a=%s-sha256; c=relaxed/relaxed;\r\n\td=%s; s=%s;", s.Key.Kind(), s.Domain, s.Selector)
	if dates := fields.all("date"); len(dates) == 1 {
		if at, err := mail.ParseDate(strings.TrimSpace(dates[0])); err == nil {
			fmt.Fprintf(&b, " t=%d;", at.Unix())
		}
	}
	line := "h="
	for i, name := range names {
		if i < len(names)-1 {
			name += ":"
		}
		if len(line)+len(name) > maxLine {
			b.WriteString("\r\n\t" + line)
			line = ""
		}
		line += name
	}
	fmt.Fprintf(&b, "\r\n\t%s;\r\n\tbh=%s;\r\n\tb=", line, base64.StdEncoding.EncodeToString(body))
	return b.String()
}

// maxLine is the greatest length of a line of the field (RFC 5322, 2.1.1).
const maxLine = 72

// fold breaks a long word into lines; the breaks are ignored (RFC 6376, 3.5).
func fold(word string) string {
	var b strings.Builder
	for ; len(word) > maxLine; word = word[maxLine:] {
		b.WriteString(word[:maxLine] + "\r\n\t")
	}
	return b.String() + word
}

// relaxedValue returns a field's value as it is hashed (RFC 6376, 3.4.2): unfolded, with
// one space for each run of white space, and none at its ends.
func relaxedValue(value string) string {
	return strings.Join(strings.FieldsFunc(strings.ReplaceAll(value, "\r\n", ""),
		func(r rune) bool { return r == ' ' || r == '\t' }), " ")
}

// relaxedBody returns a body as it is hashed (RFC 6376, 3.4.4): no white space at the ends
// of lines, one space for each other run, and no empty lines at the end.
func relaxedBody(body []byte) []byte {
	var out []byte
	empty := 0 // empty lines, which count only if another line follows
	for len(body) > 0 {
		line, after, _ := bytes.Cut(body, []byte("\r\n"))
		body = after
		line = bytes.TrimRight(line, " \t")
		if len(line) == 0 {
			empty++
			continue
		}
		for ; empty > 0; empty-- {
			out = append(out, "\r\n"...)
		}
		for i, c := range line {
			switch {
			case c != ' ' && c != '\t':
				out = append(out, c)
			case i == 0 || line[i-1] != ' ' && line[i-1] != '\t':
				out = append(out, ' ')
			}
		}
		out = append(out, "\r\n"...)
	}
	return out
}

// Name returns the DNS name of the key's record (RFC 6376, 3.6.2.1).
func (s Signer) Name() string { return s.Selector + "._domainkey." + s.Domain }

// Record returns the text of the key's record.
func (s Signer) Record() string { return "v=DKIM1; k=" + s.Key.Kind() + "; p=" + s.Key.public() }

// maxString is the greatest length of one string of a TXT record in octets (RFC 1035, 3.3).
// Receivers join the strings of a record without a space (RFC 6376, 3.6.2.2).
const maxString = 255

// Zone returns the record in the syntax of a zone file, split into strings.
func (s Signer) Zone() string {
	var parts []string
	rest := s.Record()
	for ; len(rest) > maxString; rest = rest[maxString:] {
		parts = append(parts, `"`+rest[:maxString]+`"`)
	}
	parts = append(parts, `"`+rest+`"`)
	return s.Name() + ". IN TXT ( " + strings.Join(parts, "\n    ") + " )\n"
}
