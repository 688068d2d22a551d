package mail

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"
)

// maxPlainLine is the length up to which lines of ASCII go out as they are:
// RFC 5322 section 2.1.1 asks for 78.
const maxPlainLine = 78

// Bytes composes the letter, with CRLF line ends. The same Draft gives the same
// bytes, so that a letter can be composed once, stored, and sent again.
//
// It fails rather than escape what could become another header field or make a
// value look like another one: line ends, other controls, bidirectional
// controls, and addresses that are not plain.
func (d Draft) Bytes() ([]byte, error) {
	raw, _, err := d.Gaps()
	return raw, err
}

// Gaps composes the letter without the bytes of its parts that have none yet, and
// tells where in it those belong, as base64: of Inline first, in their order.
func (d Draft) Gaps() (raw []byte, at []int, err error) {
	fields, err := d.fields()
	if err != nil {
		return nil, nil, err
	}
	body, err := d.body()
	if err != nil {
		return nil, nil, fmt.Errorf("composing a letter: %w", err)
	}
	body.fields = append(append(fields, Field{"MIME-Version", "1.0"}), body.fields...)
	var out bytes.Buffer
	out.Grow(2048 + body.size())
	body.write(&out, &at)
	return out.Bytes(), at, nil
}

// fields checks and encodes the header, in the order in which it is sent.
func (d Draft) fields() ([]Field, error) {
	var fs []Field
	var errs []error
	add := func(name, value string, err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("field %s: %w", name, err))
		} else if value != "" {
			fs = append(fs, Field{name, value})
		}
	}
	address := func(name string, a Address) {
		v, err := headerAddress(a)
		add(name, v, err)
	}
	if d.Date.IsZero() {
		errs = append(errs, errors.New("field Date: it is missing"))
	} else {
		add("Date", d.Date.Format("Mon, 02 Jan 2006 15:04:05 -0700"), nil) // RFC 5322 section 3.3
	}
	address("From", d.From)
	address("To", d.To)
	if d.ReplyTo != "" {
		address("Reply-To", Address{Addr: d.ReplyTo})
	}
	v, err := headerText(d.Subject)
	add("Subject", v, err)
	v, err = headerIDs(d.MessageID)
	add("Message-ID", v, err)
	if d.InReplyTo != "" {
		v, err = headerIDs(d.InReplyTo)
		add("In-Reply-To", v, err)
	}
	v, err = headerIDs(d.References...)
	add("References", v, err)
	if d.AutoSubmitted != "" {
		v, err = headerText(d.AutoSubmitted)
		add("Auto-Submitted", v, err)               // RFC 3834 section 5
		add("X-Auto-Response-Suppress", "All", nil) // the same for Exchange
	}
	for _, f := range d.Header {
		if err := checkName(f.Name); err != nil {
			errs = append(errs, err)
			continue
		}
		v, err := valueText(f.Value)
		add(f.Name, v, err)
	}
	return fs, errors.Join(errs...)
}

// fold writes a field on lines of at most 76 characters, where it has spaces
// (RFC 5322 section 2.2.3). The library folds too, but gives up on the whole
// field for one long word.
func fold(f Field) []byte {
	b := []byte(f.Name + ":")
	length := len(b)
	for i, w := range strings.Split(f.Value, " ") {
		// A line of white space alone would end the header for some.
		if i > 0 && w != "" && length+1+len(w) > 76 {
			b = append(b, "\r\n"...)
			length = 0
		}
		b = append(append(b, ' '), w...)
		length += 1 + len(w)
	}
	return append(b, "\r\n"...)
}

// ours are the fields that Bytes writes itself.
var ours = map[string]bool{
	"date": true, "from": true, "sender": true, "to": true, "cc": true, "bcc": true, "reply-to": true, "subject": true,
	"message-id": true, "in-reply-to": true, "references": true, "auto-submitted": true, "x-auto-response-suppress": true,
	"mime-version": true, "content-type": true, "content-transfer-encoding": true, "content-disposition": true, "return-path": true,
}

func checkName(name string) error {
	ok := name != "" && len(name) <= 70
	for _, c := range []byte(name) {
		ok = ok && c > ' ' && c < 0x7f && c != ':'
	}
	if !ok || ours[strings.ToLower(name)] {
		return fmt.Errorf("%q cannot be the name of a further header field", name)
	}
	return nil
}

var errControl = errors.New("it has a control character")

// headerText is a value as it goes out: ASCII as it is, the rest in encoded
// words (RFC 2047).
func headerText(s string) (string, error) {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, forbidden) {
		return "", errControl
	}
	return encodeText(s), nil
}

// valueText is the value of a further field, which programs read: ASCII goes out as it
// is, whatever it looks like.
func valueText(s string) (string, error) {
	encoded, err := headerText(s)
	if err == nil && !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return s, nil
	}
	return encoded, err
}

// encodeText leaves ASCII as it is, unless it looks encoded.
func encodeText(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return encodeAll(s)
		}
	}
	if strings.Contains(s, "=?") {
		return encodeAll(s)
	}
	return s
}

// encodeAll writes encoded words, each of whole runes and so short that a line
// with one stays within 76 characters (RFC 2047 section 2).
func encodeAll(s string) string {
	var out []string
	for len(s) > 0 {
		n := min(len(s), 33)
		for n < len(s) && !utf8.RuneStart(s[n]) {
			n--
		}
		out = append(out, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(s[:n]))+"?=")
		s = s[n:]
	}
	return strings.Join(out, " ")
}

func headerAddress(a Address) (string, error) {
	if !utf8.ValidString(a.Name) || strings.ContainsFunc(a.Name, forbidden) {
		return "", errControl
	}
	if strings.ContainsFunc(a.Addr, forbidden) || !plainAddress(a.Addr) {
		return "", errAddress
	}
	local, domain, _ := strings.Cut(a.Addr, "@")
	if strings.ContainsFunc(domain, func(r rune) bool { return r >= utf8.RuneSelf }) {
		domain = domainKey(domain)
	}
	if a.Name == "" {
		return "<" + local + "@" + domain + ">", nil
	}
	if word := encodeText(a.Name); word != a.Name {
		return word + " <" + local + "@" + domain + ">", nil
	}
	return (&mail.Address{Name: a.Name, Address: local + "@" + domain}).String(), nil
}

// headerIDs writes message ids; a space between them lets them be folded.
func headerIDs(ids ...string) (string, error) {
	var out []string
	for _, id := range ids {
		if id == "" || len(id) > 250 {
			return "", errors.New("a message id is empty or too long")
		}
		for _, c := range []byte(id) {
			if c <= ' ' || c >= 0x7f || c == '<' || c == '>' {
				return "", fmt.Errorf("%q is not a message id", id)
			}
		}
		out = append(out, "<"+id+">")
	}
	return strings.Join(out, " "), nil
}

// wireText is the text with CRLF line ends. Spaces at the end of a line are
// taken away: they get lost on the way, or mean something in format=flowed.
func wireText(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", errors.New("the text of a letter is not UTF-8")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if strings.IndexByte(text, 0) >= 0 || strings.IndexByte(text, '\r') >= 0 {
		return "", errors.New("the text of a letter has a control character")
	}
	var b strings.Builder
	b.Grow(len(text) + strings.Count(text, "\n") + len("\r\n"))
	for l := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if l != "-- " {
			l = strings.TrimRight(l, " \t")
		}
		b.WriteString(l)
		b.WriteString("\r\n")
	}
	return b.String(), nil
}

// sevenBit says whether text can travel unencoded. A line that begins with
// "From " would be changed by mailbox files.
func sevenBit(text string) bool {
	for l := range strings.SplitSeq(text, "\r\n") {
		if len(l) > maxPlainLine || strings.HasPrefix(l, "From ") {
			return false
		}
		for _, c := range []byte(l) {
			if c >= 0x80 || c < ' ' && c != '\t' {
				return false
			}
		}
	}
	return true
}
