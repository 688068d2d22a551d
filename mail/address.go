package mail

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

var errAddress = errors.New("this is not one e-mail address")

// ParseAddress reads exactly one address, with or without a display name. It is strict: its
// result can stand in a header and in an SMTP command without escaping. It refuses quoted
// local parts, comments, address literals, lists and groups.
func ParseAddress(s string) (Address, error) {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, forbidden) {
		return Address{}, errAddress
	}
	p := mail.AddressParser{WordDecoder: wordDecoder()}
	a, err := p.Parse(s)
	if err != nil || !plainAddress(a.Address) || hasGroup(s) {
		return Address{}, errAddress
	}
	return Address{Name: strings.TrimSpace(cleanLine(a.Name)), Addr: a.Address}, nil
}

// plainAddress reports whether addr is local@domain in its simple form: a dot-atom (RFC 5321
// section 4.1.2, RFC 6531 for non-ASCII) and host names.
func plainAddress(addr string) bool {
	local, domain, ok := strings.Cut(addr, "@")
	if !ok || len(local) > 64 || len(addr) > 254 || len(domain) > 253 {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || strings.ContainsFunc(atom, notAtext) {
			return false
		}
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
				return false
			}
		}
	}
	return true
}

func notAtext(r rune) bool {
	if r >= utf8.RuneSelf {
		return forbidden(r) || unicode.IsSpace(r)
	}
	return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') &&
		!strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r) // RFC 5322 section 3.2.3
}

// forbidden reports whether r may never stand in a header value of ours: line ends and other
// controls, and characters that make a text look like another one.
func forbidden(r rune) bool {
	switch r {
	case 0x200c, 0x200d, 0x00ad, 0xfe0e, 0xfe0f:
		return false // they shape words and emoji
	}
	return unicode.IsControl(r) || r == 0x2028 || r == 0x2029 || r == utf8.RuneError || invisible(r)
}

// Key returns the form in which two spellings of one address are equal: lower case, composed
// (RFC 6532, 3.1), the domain in ASCII (RFC 5890). It is for comparing, not for sending. A
// local part outside ASCII never equals one in ASCII: they may be two people's.
func Key(addr string) string {
	addr = strings.TrimSpace(addr)
	i := strings.LastIndexByte(addr, '@')
	if i < 0 {
		return foldCase(addr)
	}
	return foldCase(addr[:i]) + "@" + domainKey(addr[i+1:])
}

func domainKey(domain string) string {
	domain = foldCase(strings.TrimSuffix(domain, "."))
	if a, err := idna.Lookup.ToASCII(domain); err == nil {
		return a
	}
	return domain
}

// foldCase returns text in lower case and composed (NFC), except for the characters that would
// become ASCII.
func foldCase(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexFunc(text, becomesASCII)
		if i < 0 {
			return b.String() + strings.ToLower(norm.NFC.String(text))
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		b.WriteString(strings.ToLower(norm.NFC.String(text[:i])))
		b.WriteString(text[i : i+size])
		text = text[i+size:]
	}
}

// becomesASCII reports characters like the Kelvin sign, whose lower case is k.
func becomesASCII(r rune) bool {
	return r >= utf8.RuneSelf && (unicode.ToLower(r) < utf8.RuneSelf || norm.NFC.String(string(r))[0] < utf8.RuneSelf)
}

// fromAddresses reads all From fields. The writer must be beyond doubt: if any From field cannot
// be read, contains a group (RFC 6854), or hides a NUL or a bare CR, it returns none.
func fromAddresses(h header) []Address {
	var all []Address
	for _, v := range h.all("from") {
		if strings.ContainsAny(string(v), "\x00\r") {
			return nil
		}
		as := mailboxes(fieldText(v))
		if as == nil || len(all)+len(as) > MaxAddresses {
			return nil
		}
		all = append(all, as...)
	}
	return all
}

// mailboxes reads an address list without groups; it returns nil if value is none.
func mailboxes(value string) []Address {
	if len(value) > 16<<10 {
		return nil
	}
	p := mail.AddressParser{WordDecoder: wordDecoder()}
	list, err := p.ParseList(strings.TrimSpace(value))
	if err != nil {
		if a, ok := sloppyMailbox(value); ok {
			return []Address{a}
		}
		return nil
	}
	if hasGroup(value) {
		return nil
	}
	var as []Address
	for _, a := range list {
		if !visibleAddr(a.Address) {
			return nil
		}
		as = append(as, Address{Name: strings.TrimSpace(cleanLine(a.Name)), Addr: a.Address})
	}
	return as
}

func visibleAddr(addr string) bool {
	return utf8.ValidString(addr) && !strings.ContainsFunc(addr, forbidden) && strings.Contains(addr, "@")
}

// sloppyMailbox reads what careless programs write: a display name with an unquoted comma, dot
// or @, and then <local@domain>. There must be no second address, unless it is the same.
func sloppyMailbox(value string) (Address, bool) {
	name, rest, ok := strings.Cut(cleanLine(value), "<")
	addr, tail, ok2 := strings.Cut(rest, ">")
	name, addr = strings.TrimSpace(name), strings.TrimSpace(addr)
	if !ok || !ok2 || strings.TrimSpace(tail) != "" || !plainAddress(addr) || strings.ContainsAny(name, ":;()\\") {
		return Address{}, false
	}
	name = strings.TrimSpace(strings.ReplaceAll(name, `"`, ""))
	if strings.Contains(name, "@") && Key(name) != Key(addr) {
		return Address{}, false
	}
	return Address{Name: strings.TrimSpace(cleanLine(decodeWords(name))), Addr: addr}, true
}

// hasGroup reports whether a list that net/mail accepts contains a group: a colon outside quoted
// strings, comments and brackets.
func hasGroup(value string) bool {
	quoted, angle, comment := false, false, 0
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && (quoted || comment > 0):
			i++
		case c == '"' && comment == 0:
			quoted = !quoted
		case quoted:
		case c == '(':
			comment++
		case c == ')' && comment > 0:
			comment--
		case comment > 0:
		case c == '<':
			angle = true
		case c == '>':
			angle = false
		case c == ':' && !angle:
			return true
		}
	}
	return false
}

// recipients collects the addresses that the message was sent to. They prove nothing, so broken
// fields are read as far as possible.
func recipients(h header, fields ...string) []string {
	var to []string
	seen := map[string]bool{}
	for _, name := range fields {
		for _, v := range h.all(name) {
			for _, a := range looseAddresses(fieldText(v)) {
				if len(to) == MaxAddresses {
					return to
				}
				if !seen[a] {
					seen[a] = true
					to = append(to, a)
				}
			}
		}
	}
	return to
}

// looseAddresses finds the addresses in a list that may be broken.
func looseAddresses(value string) []string {
	if len(value) <= 16<<10 {
		p := mail.AddressParser{WordDecoder: wordDecoder()}
		if list, err := p.ParseList(strings.TrimSpace(value)); err == nil {
			var as []string
			for _, a := range list {
				if visibleAddr(a.Address) {
					as = append(as, a.Address)
				}
			}
			return as
		}
	}
	var as []string
	for w := range strings.FieldsFuncSeq(cleanLine(value[:min(len(value), 2*MaxField)]), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("<>,;\"()", r)
	}) {
		if len(as) == MaxAddresses {
			break
		}
		if plainAddress(w) {
			as = append(as, w)
		}
	}
	return as
}
