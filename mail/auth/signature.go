package auth

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	ours "turnpost/mail"
)

// signature is the content of a DKIM-Signature field (RFC 6376, 3.5).
type signature struct {
	domain, selector string // d=, s=: lower case
	identity         string // the domain of i=, or d=
	covers           []string
	made, expires    time.Time // t=, x=; zero if there is none
}

// tags reads a tag list (RFC 6376, 3.2) and removes white space in the values. It returns
// false if a tag occurs twice.
func tags(text string) (map[string]string, bool) {
	m := map[string]string{}
	for pair := range strings.SplitSeq(text, ";") {
		name, value, found := strings.Cut(pair, "=")
		if name = strings.TrimSpace(name); !found && name == "" {
			continue
		}
		if _, twice := m[name]; twice || !found {
			return nil, false
		}
		m[name] = strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) {
				return -1
			}
			return r
		}, value)
	}
	return m, true
}

// skew is how much clocks may differ.
const skew = time.Hour

var errTags = errors.New("its tags cannot be read")

// readSignature reads a DKIM-Signature field, and refuses one that is invalid whatever its
// key is and whenever it is.
func readSignature(value string) (signature, error) {
	t, ok := tags(value)
	if !ok {
		return signature{}, errTags
	}
	s := signature{domain: strings.ToLower(t["d"]), selector: strings.ToLower(t["s"])}
	if !isHost(s.domain) || !isHost(s.selector) {
		return s, errTags
	}
	switch t["a"] {
	case "rsa-sha256", "ed25519-sha256":
	default:
		return s, fmt.Errorf("the algorithm %q is not accepted", t["a"]) // RFC 8301, 3.1: rsa-sha1 must not be
	}
	if _, partly := t["l"]; partly {
		return s, errors.New("it covers only a part of the body") // RFC 6376, 8.2
	}
	for tag, at := range map[string]*time.Time{"t": &s.made, "x": &s.expires} {
		text, there := t[tag]
		if !there {
			continue
		}
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return s, fmt.Errorf("the time %s=%s", tag, text)
		}
		*at = time.Unix(seconds, 0)
	}
	s.identity = s.domain
	if identity, there := t["i"]; there {
		_, s.identity, _ = strings.Cut(strings.ToLower(identity), "@")
		if s.identity != s.domain && !strings.HasSuffix(s.identity, "."+s.domain) {
			return s, errors.New("i= is not in d=")
		}
	}
	for name := range strings.SplitSeq(t["h"], ":") {
		s.covers = append(s.covers, strings.ToLower(name))
	}
	return s, nil
}

// expired reports whether the signature has expired.
func (s signature) expired(now time.Time) bool { return !s.expires.IsZero() && !s.expires.After(now) }

// answering finds in a subject that the message answers another one, as mail programs write
// it in several languages.
var answering = regexp.MustCompile(`(?i)^\s*(re|r|aw|antw|antwort|rif|ref|réf|rép|sv|vs|odp|res|ynt|rv)(\[\d+\])?\s*:`)

// covered reports whether the signature covers one of some fields, present or not.
func (s signature) covered(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return slices.Contains(s.covers, name) })
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

// quotedPrintable finds what an encoder for quoted-printable writes (RFC 2045, 6.7).
var quotedPrintable = regexp.MustCompile(`=(?:[0-9A-F]{2}|\r\n)`)

// readsOneWay reports whether nobody can make other lines of the body by changing or removing
// the fields that say how it is encoded. Either the signature covers these, or the body shows
// that they are right: the largest providers do not sign Content-Type.
func (m signed) readsOneWay(s signature) bool {
	kind, params, err := mime.ParseMediaType(m.header.first("content-type", "text/plain"))
	if err != nil {
		return false
	}
	typeBound, multi := s.covered("content-type"), strings.HasPrefix(kind, "multipart/")
	if multi {
		// A part has its own fields, in the body.
		return typeBound || m.hasBoundary(params["boundary"])
	}
	if !s.covered("content-transfer-encoding") {
		encoded := quotedPrintable.Match(m.body)
		switch strings.ToLower(m.header.first("content-transfer-encoding", "7bit")) {
		case "7bit", "8bit", "binary":
			if encoded {
				return false
			}
		case "quoted-printable":
			if !encoded && bytes.ContainsRune(m.body, '=') {
				return false
			}
		default:
			return false
		}
	}
	if typeBound {
		return true
	}
	_, known := params["charset"]
	return kind == "text/plain" && (!known || plainCharset.MatchString(params["charset"])) &&
		!bytes.HasPrefix(m.body, []byte("--")) && !bytes.Contains(m.body, []byte("</"))
}

// plainCharset finds character sets in which ASCII stands for itself.
var plainCharset = regexp.MustCompile(`(?i)^(us-ascii|utf-8|iso-8859-\d+|windows-125\d)$`)

// hasBoundary reports whether the body begins and ends with a boundary (RFC 2046, 5.1.1).
func (m signed) hasBoundary(boundary string) bool {
	return boundary != "" && bytes.HasPrefix(m.body, []byte("--"+boundary+"\r\n")) &&
		bytes.HasSuffix(bytes.TrimSpace(m.body), []byte("\r\n--"+boundary+"--"))
}

// key returns the DNS name of the signature's key (RFC 6376, 3.6.2.1).
func (s signature) key() string { return s.selector + "._domainkey." + s.domain }

// maxName is the greatest length of a DNS name as it is written (RFC 1035, 2.3.4).
const maxName = 253

// isHost reports whether a text can be looked up in the DNS.
func isHost(text string) bool {
	if text == "" || len(text) > maxName {
		return false
	}
	for label := range strings.SplitSeq(text, ".") {
		if label == "" || len(label) > 63 {
			return false
		}
		for _, r := range label {
			if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_' {
				return false
			}
		}
	}
	return true
}
