package auth

import (
	"context"
	"strings"
)

// maxWalk is how many names are looked up for one domain (RFC 9989, 4.10): the domain
// itself, and then those of at most seven labels.
const maxWalk = 8

// policy is the DMARC record at one domain.
type policy struct {
	domain string
	text   string
	tags   map[string]string // nil if they cannot be read
}

// is reports whether a tag has a value, ignoring case (RFC 9989, 4.8).
func (p policy) is(tag, value string) bool { return strings.EqualFold(p.tags[tag], value) }

// climb returns a domain and those above it whose DMARC records decide what its organization
// is (RFC 9989, 4.10).
func climb(domain string) (domains []string) {
	for range maxWalk {
		domains = append(domains, domain)
		labels := strings.Split(domain, ".")
		if len(labels) == 1 {
			break
		}
		domain = strings.Join(labels[max(1, len(labels)-maxWalk+1):], ".")
	}
	return domains
}

// policyName returns the DNS name of a domain's DMARC record. It may be longer than a name
// can be.
func policyName(domain string) string { return "_dmarc." + domain }

// policyNames returns the DNS names of the DMARC records that walk needs.
func policyNames(domain string) (names []string) {
	for _, d := range climb(domain) {
		if name := policyName(d); len(name) <= maxName {
			names = append(names, name)
		}
	}
	return names
}

// walk finds the DMARC records of a domain and of those above it, up to the top of
// the DNS or to one that says of itself whether it is a public suffix (RFC 9989,
// 4.10). Names without a record, or with more than one, are skipped. If a look-up
// failed, nothing is known, and walk returns an error.
func (r records) walk(domain string) (found []policy, err error) {
	for _, name := range climb(domain) {
		p, ok, err := r.policyAt(name)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, p)
		}
		if p.is("psd", "y") || p.is("psd", "n") {
			break
		}
	}
	return found, nil
}

// policyAt finds the record at one domain.
func (r records) policyAt(domain string) (p policy, ok bool, err error) {
	if len(policyName(domain)) > maxName {
		return p, false, nil // no such name can exist
	}
	texts, err := r.texts(policyName(domain))
	if err != nil {
		return p, false, err
	}
	records := 0
	for _, text := range texts {
		if first, _, _ := strings.Cut(text, ";"); strings.Join(strings.Fields(first), "") != "v=DMARC1" {
			continue
		}
		records++
		p = policy{domain: domain, text: text}
		if t, ok := tags(text); ok {
			p.tags = t
		}
	}
	if records != 1 {
		return policy{}, false, nil
	}
	return p, true, nil
}

// organization returns the organizational domain of a domain, given the records of walk
// (RFC 9989, 4.10.2). Without records above it, a domain is its own organization. Records
// that cannot be read are ignored.
func organization(domain string, found []policy) string {
	org := domain
	for _, p := range found {
		switch {
		case p.tags == nil:
		case p.is("psd", "n"):
			return p.domain
		case p.is("psd", "y") && p.domain != domain:
			// One label below the public suffix.
			below := strings.TrimSuffix(domain, "."+p.domain)
			return below[strings.LastIndexByte(below, '.')+1:] + "." + p.domain
		default:
			org = p.domain // the last one has the fewest labels
		}
	}
	return org
}

// governing returns the record that applies to a domain (RFC 9989, 4.10.1): its own, that
// of its organization, or that of the public suffix above. ok is false if there is none.
func governing(domain string, found []policy) (p policy, ok bool) {
	org := organization(domain, found)
	for _, p := range found {
		if p.domain == domain || p.domain == org || p.is("psd", "y") {
			return p, true // found is in this order, the longest name first
		}
	}
	return policy{}, false
}

// aligned reports whether a signature of the domain d vouches for mail from another domain
// (RFC 9989, 4.4.1), by the records of alignmentNames. It returns an error if they could not
// be looked up.
//
// Of two domains of one organization, one must be above the other. This is stricter than
// the RFC: if a public suffix publishes a record without psd=y, all names registered there
// are one organization by the walk, and their owners could write each other's messages.
func (r records) aligned(d, from string) (bool, error) {
	if d == from {
		return true, nil
	}
	found, err := r.walk(from)
	if err != nil {
		return false, err
	}
	p, ok := governing(from, found)
	if !ok || !p.relaxed() {
		return false, nil
	}
	org := organization(from, found)
	if d != org && !strings.HasSuffix(d, "."+org) {
		return false, nil // d is above the organization
	}
	if found, err = r.walk(d); err != nil {
		return false, err
	}
	return organization(d, found) == org, nil
}

// alignmentNames returns the DNS names that aligned needs, of domains one of which is above
// the other: none if they are equal.
func alignmentNames(d, from string) []string {
	if d == from {
		return nil
	}
	return append(policyNames(from), policyNames(d)...)
}

// relaxed reports whether a record lets a domain of the same organization sign.
func (p policy) relaxed() bool {
	if p.tags == nil {
		return false
	}
	_, there := p.tags["adkim"]
	return !there || p.is("adkim", "r")
}

// DMARC returns the DMARC record that applies to a domain, its own or one above it (RFC
// 9989, 4.10.1), and the domain that has it; "" if there is none, or none that is valid.
func (v *DKIMVerifier) DMARC(ctx context.Context, domain string) (record, at string, err error) {
	domain = strings.ToLower(domain)
	found, err := v.lookUp(ctx, policyNames(domain)...).walk(domain)
	if err != nil {
		return "", "", err
	}
	p, ok := governing(domain, found)
	if !ok || p.tags == nil {
		return "", "", nil
	}
	return p.text, p.domain, nil
}

// Keys returns the TXT records at the name of a DKIM key (RFC 6376, 3.6.2.1). More than one
// is as invalid as none.
func (v *DKIMVerifier) Keys(ctx context.Context, selector, domain string) ([]string, error) {
	name := strings.ToLower(signature{selector: selector, domain: domain}.key())
	return v.lookUp(ctx, name).texts(name)
}

// SPF returns the SPF records of a domain (RFC 7208, 4.5). More than one is as invalid as
// none.
func (v *DKIMVerifier) SPF(ctx context.Context, domain string) (records []string, err error) {
	domain = strings.ToLower(domain)
	texts, err := v.lookUp(ctx, domain).texts(domain)
	for _, text := range texts {
		if first, _, _ := strings.Cut(text, " "); strings.EqualFold(first, "v=spf1") {
			records = append(records, text)
		}
	}
	return records, err
}
