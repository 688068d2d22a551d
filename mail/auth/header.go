package auth

import (
	"bytes"
	"errors"
	"net/mail"
	"slices"
	"strings"
)

var errForm = errors.New("the header is not in the strict form")

// field is one header field, unfolded.
type field struct{ name, value string }

// header is a header block, topmost field first.
type header []field

// The limits of a header. They are tighter than those of package mail, because the
// time to verify a signature grows with the square of a field's lines and of a
// signature's fields. Most messages have 10 kB, 150 lines and 40 fields, and a signature
// covers 20.
const (
	maxHeader  = 64 << 10 // octets
	maxLines   = 1000
	maxFields  = 400
	maxCovered = 200 // fields of one signature
)

// split separates the header of a message from its body. It accepts only a header that
// every reader reads alike: each line ends with CRLF, is a field or the continuation
// of one, and holds no NUL and no CR. Our reader skips lines that are neither, the
// DKIM library takes them for fields; what lies between two readers could carry a
// forgery.
func split(raw []byte) (h header, body []byte, err error) {
	for rest, size, lines := raw, 0, 0; ; lines++ {
		line, after, ok := bytes.Cut(rest, []byte("\r\n"))
		size += len(line) + 2
		switch {
		case !ok, size > maxHeader, lines > maxLines, len(h) > maxFields, bytes.ContainsAny(line, "\x00\r\n"):
			return nil, nil, errForm
		case len(line) == 0:
			return h, after, nil
		case line[0] == ' ' || line[0] == '\t': // RFC 5322, 2.2.3
			if len(h) == 0 {
				return nil, nil, errForm
			}
			h[len(h)-1].value += string(line)
		default:
			name, value, ok := strings.Cut(string(line), ":")
			if !ok || name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
				return nil, nil, errForm
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

// first returns the value of the topmost field of a name, or else a default.
func (h header) first(name, missing string) string {
	for _, value := range h.all(name) {
		return strings.TrimSpace(value)
	}
	return missing
}

// names returns which of "to" and "cc" hold an address for which is is true.
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
