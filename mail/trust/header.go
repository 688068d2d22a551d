package trust

import (
	"bytes"
	"errors"
	"net/mail"
	"slices"
	"strings"
)

var errForm = errors.New("its header is not in the strict form")

// field is one header field, unfolded.
type field struct{ name, value string }

// header is a header block, topmost field first.
type header []field

// The limits of a header that is verified, beside which those of package mail are
// wide: reading it takes, of a field of many lines, and of a signature of many fields,
// as many steps as they have, squared. Of most mails a header has 10 kB, 150 lines and
// 40 fields, and a signature covers 20.
const (
	maxHeader  = 64 << 10 // octets
	maxLines   = 1000
	maxFields  = 400
	maxCovered = 200 // fields of one signature
)

// split reads the header of a mail that every reader reads alike: each line ends
// with CRLF, is a field or the continuation of one, and holds no NUL and no CR.
// Our reader passes over lines that are none; the library of DKIM takes them for
// fields. What lies between two readers could carry a forgery.
func split(raw []byte) (header, error) {
	var h header
	for rest, size, lines := raw, 0, 0; ; lines++ {
		line, after, ok := bytes.Cut(rest, []byte("\r\n"))
		size += len(line) + 2
		switch {
		case !ok, size > maxHeader, lines > maxLines, len(h) > maxFields, bytes.ContainsAny(line, "\x00\r\n"):
			return nil, errForm
		case len(line) == 0:
			return h, nil
		case line[0] == ' ' || line[0] == '\t': // RFC 5322, 2.2.3
			if len(h) == 0 {
				return nil, errForm
			}
			h[len(h)-1].value += string(line)
		default:
			name, value, ok := strings.Cut(string(line), ":")
			if !ok || name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
				return nil, errForm
			}
			h = append(h, field{strings.ToLower(name), value})
		}
		rest = after
	}
}

// all returns the values of the fields of a name, topmost first.
func (h header) all(name string) (values []string) {
	for _, f := range h {
		if f.name == name {
			values = append(values, f.value)
		}
	}
	return values
}

// once are the fields that may stand in a mail once (RFC 5322, 3.6, and RFC
// 2045), and that change what we read in it.
func once() []string {
	return []string{"from", "sender", "to", "cc", "subject", "date", "message-id", "mime-version", "content-type", "content-transfer-encoding"}
}

// repeated names a field that stands there more than once and must not, or "".
func (h header) repeated() string {
	for _, name := range once() {
		if len(h.all(name)) > 1 {
			return name
		}
	}
	return ""
}

// names lists those of the lists of addresses, To and Cc, that hold one that is so.
func (h header) names(is func(string) bool) (lists []string) {
	for _, f := range h {
		if f.name != "to" && f.name != "cc" {
			continue
		}
		addresses, err := mail.ParseAddressList(f.value)
		if err == nil && slices.ContainsFunc(addresses, func(a *mail.Address) bool { return is(a.Address) }) {
			lists = append(lists, f.name)
		}
	}
	return lists
}
