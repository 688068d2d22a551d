package auth

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"regexp"
	"strings"

	ours "turnpost/mail"
)

// once lists the fields that a message may have only once (RFC 5322, 3.6; RFC 2045) and
// that change who wrote it, to whom, when, in answer to what, or what we read in it.
func once() []string {
	return append(decisive(), "sender", "mime-version", "content-type", "content-transfer-encoding")
}

// decisive lists the fields that a signature must cover if they are present.
func decisive() []string {
	return []string{"from", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references"}
}

// repeated returns the name of a field that occurs more often than it may, or "".
func (h header) repeated() string {
	for _, name := range once() {
		if len(h.all(name)) > 1 {
			return name
		}
	}
	return ""
}

// signed is a message whose signatures are judged. No field of once occurs twice in it.
type signed struct {
	message *ours.Message
	header  header
	body    []byte
	lists   []string // which of "to" and "cc" name us
}

// readSigned reads a message with CRLF line ends. It accepts none with a field twice that may
// occur once. isOurs reports our addresses.
func readSigned(raw []byte, message *ours.Message, isOurs func(addr string) bool) (m signed, err error) {
	m = signed{message: message}
	if m.header, m.body, err = split(raw); err != nil {
		return m, err
	}
	if n := len(m.header.all("from")); n != 1 {
		return m, fmt.Errorf("%d From fields", n)
	}
	if name := m.header.repeated(); name != "" {
		return m, fmt.Errorf("the field %s occurs more than once", name)
	}
	m.lists = m.header.names(isOurs)
	return m, nil
}

// binds returns an error unless the signature binds all that decides what the message does:
// nobody who has a copy can have made another message of it that is still signed. The message
// must be to us.
func (s signature) binds(m signed) error {
	for _, name := range decisive() {
		if len(m.header.all(name)) > 0 && !s.covered(name) {
			return fmt.Errorf("it does not cover %s", name)
		}
	}
	for _, name := range []string{"from", "date", "message-id"} {
		if len(m.header.all(name)) != 1 {
			return fmt.Errorf("it does not cover one %s", name)
		}
	}
	switch {
	case !s.covered(m.lists...):
		return errors.New("it does not say that the mail is to us")
	case answering.MatchString(m.message.Subject) && !s.covered("in-reply-to", "references"):
		return errors.New("what the message answers may have been removed")
	case !s.made.IsZero() && m.message.Date.Sub(s.made) > early:
		return errors.New("it is older than the message") // Date was covered when it was made
	case !m.readsOneWay(s):
		return errors.New("it does not cover how the text is encoded")
	}
	return nil
}

// answering finds subjects of answers, as mail programs write them in any language: a short word
// and a colon, such as "Re:", "AW:" or "R[2]:".
var answering = regexp.MustCompile(`^\s*[\pL.]{1,10}(\[\d+\]|\(\d+\))?\s*[:：]`)

// readsOneWay reports whether nobody can make other lines of the body by changing or removing
// the fields that say how it is encoded. Either the signature covers these, or the body shows
// that they are right: the largest providers do not sign Content-Type.
func (m signed) readsOneWay(s signature) bool {
	kind, params, err := mime.ParseMediaType(m.header.first("content-type", "text/plain"))
	switch {
	case err != nil:
		return false
	case strings.HasPrefix(kind, "multipart/"): // each part has fields of its own, in the body
		return s.covered("content-type") || m.hasBoundary(params["boundary"])
	}
	return (s.covered("content-type") || m.isPlain(kind, params)) &&
		(s.covered("content-transfer-encoding") || m.showsEncoding())
}

// plainCharset finds character sets in which ASCII stands for itself.
var plainCharset = regexp.MustCompile(`(?i)^(us-ascii|utf-8|iso-8859-\d+|windows-125\d)$`)

// isPlain reports whether the body is a plain text, as its Content-Type says, and neither HTML nor
// the source of a multipart.
func (m signed) isPlain(kind string, params map[string]string) bool {
	charset, named := params["charset"]
	return kind == "text/plain" && (!named || plainCharset.MatchString(charset)) &&
		!bytes.HasPrefix(m.body, []byte("--")) && !bytes.Contains(m.body, []byte("</"))
}

// quotedPrintable finds what an encoder for quoted-printable writes (RFC 2045, 6.7).
var quotedPrintable = regexp.MustCompile(`=(?:[0-9A-F]{2}|\r\n)`)

// showsEncoding reports whether the body shows that its Content-Transfer-Encoding is right.
func (m signed) showsEncoding() bool {
	encoded := quotedPrintable.Match(m.body)
	switch strings.ToLower(m.header.first("content-transfer-encoding", "7bit")) {
	case "7bit", "8bit", "binary":
		return !encoded
	case "quoted-printable":
		return encoded || !bytes.ContainsRune(m.body, '=')
	}
	return false // base64 looks like any word
}

// hasBoundary reports whether the body begins and ends with a boundary (RFC 2046, 5.1.1).
func (m signed) hasBoundary(boundary string) bool {
	return boundary != "" && bytes.HasPrefix(m.body, []byte("--"+boundary+"\r\n")) &&
		bytes.HasSuffix(bytes.TrimSpace(m.body), []byte("\r\n--"+boundary+"--"))
}
