package postoffice

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

// message is a message split into its fields as they are written, with folds and line ends,
// and its body.
type message struct {
	fields []string
	body   []byte
}

// split splits a message. All line ends become CRLF, bare CR and bare LF too (RFC 5321 section
// 2.3.8 forbids them): a reader that takes one for a line end must not see fields that
// others do not see. A line that cannot be a field ends the header, as if a blank line
// stood before it; if the first line is such a line, the whole message is body.
func split(raw []byte) message {
	raw = normalise(raw)
	var m message
	for len(raw) > 0 {
		line := raw[:bytes.IndexByte(raw, '\n')+1]
		if len(line) == 2 { // the blank line
			m.body = raw[2:]
			return m
		}
		switch {
		case line[0] == ' ' || line[0] == '\t':
			if len(m.fields) == 0 {
				m.body = raw
				return m
			}
			m.fields[len(m.fields)-1] += string(line)
		case fieldName(string(line)) != "":
			m.fields = append(m.fields, string(line))
		default:
			m.body = raw
			return m
		}
		raw = raw[len(line):]
	}
	return m
}

// normalise gives every line a CRLF, the last one too. A message that has them,
// as most do, is returned as it is.
func normalise(raw []byte) []byte {
	if n := bytes.Count(raw, []byte("\r\n")); bytes.HasSuffix(raw, []byte("\n")) &&
		n == bytes.Count(raw, []byte("\n")) && n == bytes.Count(raw, []byte("\r")) {
		return raw
	}
	out := make([]byte, 0, len(raw)+len(raw)/32+2)
	for i, c := range raw {
		switch {
		case c == '\r':
			out = append(out, '\r', '\n')
		case c == '\n' && i > 0 && raw[i-1] == '\r': // written with its CR
		case c == '\n':
			out = append(out, '\r', '\n')
		default:
			out = append(out, c)
		}
	}
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\r', '\n')
	}
	return out
}

// fieldName is the name of a field, in lower case; empty when the line is no
// field. RFC 5322 section 2.2: printable ASCII; section 4.5.8: old mail has
// white space before the colon.
func fieldName(field string) string {
	name, _, found := strings.Cut(field, ":")
	name = strings.TrimRight(name, " \t")
	if !found || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return ""
	}
	return strings.ToLower(name)
}

func fieldBody(field string) string {
	_, body, _ := strings.Cut(field, ":")
	return strings.TrimSpace(strings.ReplaceAll(body, "\r\n", ""))
}

func (m message) count(name string) (n int) {
	for _, f := range m.fields {
		if fieldName(f) == strings.ToLower(name) {
			n++
		}
	}
	return n
}

// first is the body of the topmost field of a name.
func (m message) first(name string) string {
	for _, f := range m.fields {
		if fieldName(f) == strings.ToLower(name) {
			return fieldBody(f)
		}
	}
	return ""
}

// returnPath is the address in the message's own Return-Path, if it has one.
func (m message) returnPath() (string, bool) {
	if m.count("Return-Path") == 0 {
		return "", false
	}
	path := m.first("Return-Path")
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(path, "<"), ">")), true
}

func (m message) bytes() []byte {
	size := 2 + len(m.body)
	for _, f := range m.fields {
		size += len(f)
	}
	var b bytes.Buffer
	b.Grow(size)
	for _, f := range m.fields {
		b.WriteString(f)
	}
	b.WriteString("\r\n")
	b.Write(m.body)
	return b.Bytes()
}

// trace is what the post office knows about a message that the message cannot prove.
type trace struct {
	from, to   string // the envelope
	login      string // who is vouched for; empty: nobody
	helo, peer string
	protocol   string
	domain     string
	id         string
	at         time.Time
}

// delivered returns the message as it is filed in the mailbox.
func (m message) delivered(t trace) []byte {
	out := message{body: m.body}
	out.fields = append(out.fields,
		"Return-Path: <"+t.from+">\r\n",
		"Delivered-To: "+t.to+"\r\n")
	if t.login != "" {
		out.fields = append(out.fields,
			fmt.Sprintf("Authentication-Results: %s; auth=pass smtp.auth=%s\r\n", t.domain, t.login))
	}
	out.fields = append(out.fields,
		fmt.Sprintf("Received: from %s ([%s])\r\n\tby %s with %s id %s\r\n\tfor <%s>; %s\r\n",
			plain(t.helo), plain(t.peer), t.domain, t.protocol, t.id, t.to, t.at.Format(time.RFC1123Z)))
	for _, f := range m.fields {
		switch fieldName(f) {
		case "return-path":
			continue
		case "authentication-results":
			// RFC 8601 section 5: nobody else speaks in our name. What cannot be
			// read might be read as ours by somebody.
			if id, ok := authservID(fieldBody(f)); !ok || strings.EqualFold(id, t.domain) {
				continue
			}
		}
		out.fields = append(out.fields, f)
	}
	return out.bytes()
}

// plain keeps a stranger's word from being more than a word in Received.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r <= ' ' || r >= 0x7f || strings.ContainsRune(`()<>;,\"`, r) {
			return '_'
		}
		return r
	}, s)
	return s[:min(len(s), 255)]
}

// authservID reads the name at the head of an Authentication-Results body (RFC
// 8601 section 2.2): a token or a quoted string, after white space and comments.
func authservID(s string) (string, bool) {
	for s != "" {
		switch c := s[0]; {
		case c == ' ' || c == '\t':
			s = s[1:]
		case c == '(':
			n := comment(s)
			if n == 0 {
				return "", false
			}
			s = s[n:]
		case c == '"':
			var id strings.Builder
			for i := 1; i < len(s); i++ {
				switch s[i] {
				case '\\':
					if i++; i < len(s) {
						id.WriteByte(s[i])
					}
				case '"':
					return id.String(), id.Len() > 0
				default:
					id.WriteByte(s[i])
				}
			}
			return "", false
		default:
			end := strings.IndexAny(s, " \t;(")
			if end < 0 {
				end = len(s)
			}
			return s[:end], end > 0
		}
	}
	return "", false
}

// comment is the length of the comment that s begins with (RFC 5322 section
// 3.2.2: they nest); 0 when it has no end.
func comment(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
