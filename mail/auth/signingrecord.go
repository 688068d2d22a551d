package auth

import "strings"

// Name is where receivers look for the key (RFC 6376, 3.6.2.1).
func (s Signer) Name() string { return s.Selector + "._domainkey." + s.Domain }

// Record is what stands there: one text.
func (s Signer) Record() string { return "v=DKIM1; k=" + s.Key.Kind() + "; p=" + s.Key.public() }

// maxString is how many octets one string of a TXT record has at most (RFC 1035,
// 3.3). Receivers join the strings of a record without a space (RFC 6376, 3.6.2.2).
const maxString = 255

// Zone is the record as a line of a zone file, in strings that are short enough.
func (s Signer) Zone() string {
	var parts []string
	rest := s.Record()
	for ; len(rest) > maxString; rest = rest[maxString:] {
		parts = append(parts, `"`+rest[:maxString]+`"`)
	}
	parts = append(parts, `"`+rest+`"`)
	return s.Name() + ". IN TXT ( " + strings.Join(parts, "\n    ") + " )\n"
}
