package templates

import "strings"

// Mailto is where the links of a letter's HTML twin lead: a mail to Address
// whose body is the command that was tapped.
type Mailto struct {
	Address string // empty: no links are made
	Subject string // may be empty
	Body    string // what stands below the command; may be empty
}

// linker writes the links of one letter.
type linker struct {
	to   Mailto
	bare bool // without subjects, which are the first to go when a letter is too long
}

// href is the link that sends a command, as RFC 6068 has it.
func (l *linker) href(command string) string {
	if l.to.Address == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("mailto:")
	escape(&b, l.to.Address, "@")
	sep := "?"
	if l.to.Subject != "" && !l.bare {
		b.WriteString(sep + "subject=")
		// A subject is one line (RFC 5322, 2.2).
		escape(&b, oneLine(clean(l.to.Subject)), "")
		sep = "&"
	}
	b.WriteString(sep + "body=")
	escape(&b, command, "")
	if l.to.Body != "" {
		escape(&b, "\n"+l.to.Body, "")
	}
	return b.String()
}

// escape writes text for a mailto URL: all but the unreserved characters (RFC
// 3986, 2.3) and those of also by their octets, line ends as CRLF (RFC 6068,
// 5). A plus is among the escaped: some programs take one for a space.
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

// clean removes what a player's text must not do to a page: control characters,
// and those that turn the direction of what follows (UAX #9).
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
