package templates

import "strings"

// Mailto is where the links of a message's HTML alternative lead: a mail to Address whose
// body is the command that was tapped.
type Mailto struct {
	Address string
	Subject string // may be empty
	Body    string // what stands below the command; may be empty
}

// linker writes the links of one message.
type linker struct {
	front string // of every link
	back  string
}

// linker makes links.
func (m Mailto) linker() linker {
	var front, back strings.Builder
	escape(&front, clean(m.Address), "@")
	front.WriteByte('?')
	// A subject is one line (RFC 5322, 2.2).
	if text := oneLine(clean(m.Subject)); text != "" {
		front.WriteString("subject=")
		escape(&front, text, "")
		front.WriteByte('&')
	}
	front.WriteString("body=")
	if m.Body != "" {
		escape(&back, "\n"+clean(m.Body), "")
	}
	return linker{front.String(), back.String()}
}

// to is the link that sends a command (RFC 6068), without its scheme: page.choice and the
// others write that, so that no link can have another one.
func (l linker) to(command string) string {
	var b strings.Builder
	b.WriteString(l.front)
	escape(&b, command, "")
	b.WriteString(l.back)
	return b.String()
}

// escape writes text for a mailto URL: all but the unreserved characters (RFC 3986, section
// 2.3) and those of also as escaped octets, line ends as CRLF (RFC 6068, section 5). A plus
// is escaped because some programs take it for a space.
func escape(b *strings.Builder, text, also string) {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9',
			strings.IndexByte("-._~", c) >= 0, strings.IndexByte(also, c) >= 0:
			b.WriteByte(c)
		case c == '\r':
		case c == '\n':
			b.WriteString("%0D%0A")
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
}

// clean removes what could harm a page: control characters, and those that change the
// direction of the text behind them (UAX #9).
func clean(text string) string {
	drop := func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 ||
			r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	}
	if strings.IndexFunc(text, drop) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if drop(r) {
			return -1
		}
		return r
	}, text)
}
