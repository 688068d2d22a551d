package trust

import (
	"bytes"
	"errors"
	"net/mail"
	"strings"

	ours "turnpost/mail"
)

var errForm = errors.New("its header is not in the strict form")

// field is one header field, unfolded.
type field struct{ name, value string }

// header is a header block, topmost field first.
type header []field

// split reads the header of a mail that every reader reads alike: each line ends
// with CRLF, is a field or the continuation of one, and holds no NUL and no CR.
// Our reader passes over lines that are none; the library of DKIM takes them for
// fields. What lies between two readers could carry a forgery.
func split(raw []byte) (header, error) {
	var h header
	for rest, size := raw, 0; ; {
		line, after, ok := bytes.Cut(rest, []byte("\r\n"))
		size += len(line) + 2
		switch {
		case !ok, size > ours.MaxHeader, len(h) > ours.MaxFields, bytes.ContainsAny(line, "\x00\r\n"):
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

// names reports whether a list of addresses, To or Cc, holds one that is so.
func (h header) names(list string, is func(string) bool) bool {
	for _, value := range h.all(list) {
		addresses, err := mail.ParseAddressList(value)
		if err != nil {
			return false
		}
		for _, a := range addresses {
			if is(a.Address) {
				return true
			}
		}
	}
	return false
}
