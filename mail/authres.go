package mail

import (
	"strings"
)

// ServerVerdict is what our own server says about the writer of a message.
type ServerVerdict int

// The kinds of authentication.
const (
	NotAuthenticated ServerVerdict = iota
	// ByDMARC is a DMARC pass that may be due to a DKIM signature, which vouches only for what
	// it covers: see package auth.
	ByDMARC
	// BySubmission means that the writer sent the message as it is: they logged in at our
	// server, or DMARC passed and SPF did for the very domain of From.
	BySubmission
)

// Authenticated returns what the server authservID, which is ours, says about the writer: its
// Authentication-Results (RFC 8601) may say that the message passed DMARC for the domain of
// From, or that a user who is logged in under the address of From submitted it.
//
// dkim=pass alone is not enough, whatever its domain: it does not say whether the whole body
// was signed (l=, RFC 6376 section 8.2), nor what else of the header. dmarc=pass says that an
// aligned domain is responsible for the message (RFC 9989 section 4.4), and must name the
// very domain of From. spf=pass alone is about the envelope.
//
// Only the topmost field counts. Our server puts its own on top and, by RFC 8601 section 5,
// removes those that pretend to be its own; anything below may have come with the message.
// There must be exactly one From. Anything odd in the field makes the answer
// NotAuthenticated: an authentic message then needs another proof, whereas a forged one must
// never pass.
func (l *Message) Authenticated(authservID string) ServerVerdict {
	if len(l.AuthResults) == 0 || len(l.From) != 1 || authservID == "" {
		return NotAuthenticated
	}
	r, ok := parseAuthResults(l.AuthResults[0])
	if !ok || !strings.EqualFold(r.server, authservID) {
		return NotAuthenticated
	}
	addr := Key(l.From[0].Addr)
	at := strings.LastIndexByte(addr, '@')
	if at <= 0 || at == len(addr)-1 {
		return NotAuthenticated
	}
	domain := addr[at+1:]
	dmarc, auth, spf, failed, spfFailed := 0, 0, 0, false, false
	for _, res := range r.results {
		pass := res.value == "pass"
		switch res.method {
		case "dmarc":
			if pass && res.domain("header.from") == domain {
				dmarc++
			} else {
				failed = true
			}
		case "auth":
			if user, one := res.prop("smtp.auth"); pass && one && Key(user) == addr {
				auth++
			} else {
				failed = true
			}
		case "spf":
			if pass && res.domain("smtp.mailfrom") == domain {
				spf++
			} else if !pass || res.domain("smtp.mailfrom") != "" { // a pass of the HELO name says nothing
				spfFailed = true
			}
		}
	}
	switch {
	case failed || dmarc > 1 || auth > 1 || dmarc+auth == 0:
		return NotAuthenticated
	case auth == 1 || spf == 1 && !spfFailed:
		return BySubmission
	}
	return ByDMARC
}

// authResults is one Authentication-Results field.
type authResults struct {
	server  string
	results []authResult
}

type authResult struct {
	method, value string // lower case
	props         []authProp
}

// authProp is "ptype.property=value"; name is lower case.
type authProp struct{ name, value string }

// prop returns the value of a property that occurs exactly once.
func (r authResult) prop(name string) (string, bool) {
	value, n := "", 0
	for _, p := range r.props {
		if p.name == name {
			value, n = p.value, n+1
		}
	}
	return value, n == 1
}

// domain returns the domain of a property that is a domain or an address and occurs exactly
// once; "" if it does not.
func (r authResult) domain(name string) string {
	value, one := r.prop(name)
	if !one {
		return ""
	}
	return domainKey(value[strings.LastIndexByte(value, '@')+1:])
}

// parseAuthResults reads a field by the grammar of RFC 8601 section 2.2. ok is
// false for everything that does not follow it.
func parseAuthResults(s string) (r authResults, ok bool) {
	if len(s) > 16<<10 {
		return r, false
	}
	p := authParser{s: s}
	r.server = p.value()
	if r.server == "" || p.bad {
		return r, false
	}
	p.version()
	for !p.bad {
		p.space()
		if p.s == "" {
			return r, true
		}
		if !p.eat(';') {
			return r, false
		}
		p.space()
		if p.s == "" { // a semicolon at the end: lenient, it says nothing
			return r, true
		}
		res, none := p.result()
		if p.bad {
			return r, false
		}
		if none {
			p.space()
			return r, p.s == "" && !p.bad && len(r.results) == 0
		}
		r.results = append(r.results, res)
	}
	return r, false
}

// authParser consumes s. bad is set at the first error and stays set.
type authParser struct {
	s   string
	bad bool
}

// space skips white space and comments (CFWS, RFC 5322 section 3.2.2), which may be nested. It
// reports whether there were any.
func (p *authParser) space() bool {
	was := len(p.s)
	for p.s != "" && !p.bad {
		switch p.s[0] {
		case ' ', '\t':
			p.s = p.s[1:]
		case '(':
			p.comment()
		default:
			return len(p.s) != was
		}
	}
	return len(p.s) != was
}

func (p *authParser) comment() {
	depth := 0
	for i := 0; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '\\':
			i++
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				p.s = p.s[i+1:]
				return
			}
		case c >= 0x7f || c < ' ':
			p.bad = true
			return
		}
	}
	p.bad = true // never closed
}

func (p *authParser) eat(c byte) bool {
	if p.s == "" || p.s[0] != c {
		return false
	}
	p.s = p.s[1:]
	return true
}

// value reads a token or a quoted string (RFC 2045 section 5.1), after CFWS.
func (p *authParser) value() string {
	p.space()
	if p.eat('"') {
		var b strings.Builder
		for i := 0; i < len(p.s); i++ {
			switch c := p.s[i]; {
			case c == '"':
				p.s = p.s[i+1:]
				return b.String()
			case c == '\\' && i+1 < len(p.s):
				i++
				b.WriteByte(p.s[i])
			case c >= 0x7f || c < ' ':
				p.bad = true
				return ""
			default:
				b.WriteByte(c)
			}
		}
		p.bad = true
		return ""
	}
	return p.word(isToken)
}

// word reads a run of octets of one class; there must be one.
func (p *authParser) word(class func(byte) bool) string {
	i := 0
	for i < len(p.s) && class(p.s[i]) {
		i++
	}
	w := p.s[:i]
	p.s = p.s[i:]
	if w == "" {
		p.bad = true
	}
	return w
}

// isToken: any CHAR except SPACE, CTLs and tspecials (RFC 2045 section 5.1).
func isToken(c byte) bool {
	return c > ' ' && c < 0x7f && !strings.ContainsRune(`()<>@,;:\"/[]?=`, rune(c))
}

// isPvalue adds what stands unquoted in an address.
func isPvalue(c byte) bool {
	return isToken(c) || c == '@' || c == '/' || c == ':' || c == '[' || c == ']' || c == '='
}

// isKeyword: Keyword of RFC 8601 section 2.2 (RFC 5321 section 4.1.2).
func isKeyword(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// version reads the optional version after the authserv-id; only 1 exists.
func (p *authParser) version() {
	p.space()
	if p.s != "" && p.s[0] >= '0' && p.s[0] <= '9' && p.word(isToken) != "1" {
		p.bad = true
	}
}

// result reads "method=value", a reason and properties; none is "none", which
// stands alone.
func (p *authParser) result() (r authResult, none bool) {
	r.method = strings.ToLower(p.word(isKeyword))
	p.space()
	if r.method == "none" && p.s == "" {
		return r, true
	}
	if p.eat('/') { // method version
		p.space()
		if p.word(isKeyword) != "1" {
			p.bad = true
		}
		p.space()
	}
	if !p.eat('=') {
		p.bad = true
		return r, false
	}
	p.space()
	r.value = strings.ToLower(p.word(isKeyword))
	for !p.bad {
		spaced := p.space()
		if p.s == "" || p.s[0] == ';' {
			return r, false
		}
		if !spaced {
			p.bad = true
			break
		}
		p.prop(&r)
	}
	return r, false
}

// prop reads "reason=value" or "ptype.property=value". Servers also write plain words such as
// "action=none", which are skipped.
func (p *authParser) prop(r *authResult) {
	name := strings.ToLower(p.word(isKeyword))
	p.space()
	if p.eat('.') {
		p.space()
		name += "." + strings.ToLower(p.word(isKeyword))
		p.space()
	}
	if !p.eat('=') {
		p.bad = true
		return
	}
	p.space()
	var value string
	if strings.HasPrefix(p.s, `"`) {
		value = p.value()
		if p.eat('@') { // "local part"@domain
			value += "@" + p.word(isToken)
		}
	} else {
		value = p.word(isPvalue)
	}
	r.props = append(r.props, authProp{name, value})
}

// AuthResultsField is the content of one Authentication-Results field (RFC 8601), for people to read.
// It decides nothing: see [Message.Authenticated].
type AuthResultsField struct {
	Server  string // the authserv-id
	Results []AuthResult
}

// AuthResult is one method's result, such as spf and pass. Signer is the domain whose DKIM
// signature was verified, in lower case; empty if none is named, or more than one.
type AuthResult struct{ Method, Value, Signer string }

// AuthReports returns the fields that can be read, topmost first. One that cannot be read has no
// server, and no results either unless only the authserv-id is missing, as in what Exchange
// Online writes.
func (l *Message) AuthReports() (reports []AuthResultsField) {
	for _, field := range l.AuthResults {
		r, ok := parseAuthResults(field)
		if !ok {
			if r, ok = parseAuthResults("nameless; " + field); !ok {
				r = authResults{}
			}
			r.server = ""
		}
		report := AuthResultsField{Server: r.server}
		for _, res := range r.results {
			report.Results = append(report.Results, AuthResult{res.method, res.value, signer(res)})
		}
		reports = append(reports, report)
	}
	return reports
}

// signer returns the domain of a signature, from header.d or, as some servers write only that,
// from header.i.
func signer(res authResult) string {
	if res.method != "dkim" {
		return ""
	}
	domain, _ := res.prop("header.d")
	if domain == "" {
		identity, _ := res.prop("header.i")
		_, domain, _ = strings.Cut(identity, "@")
	}
	return domainKey(domain)
}
