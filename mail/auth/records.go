package auth

import (
	"context"
	"strings"
)

// DMARC finds the DMARC record that counts for a domain, its own or one above it
// (RFC 9989, 4.10.1), and the domain at which it stands; "" if there is none, or
// none that holds.
func (v *Verifier) DMARC(ctx context.Context, domain string) (record, at string, err error) {
	domain = strings.ToLower(domain)
	found, err := v.walk(ctx, domain)
	if err != nil {
		return "", "", err
	}
	p, ok := governing(domain, found)
	if !ok || p.tags == nil {
		return "", "", nil
	}
	return p.text, p.domain, nil
}

// Keys finds the texts at the name of a DKIM key (RFC 6376, 3.6.2.1). More than one
// hold no more than none.
func (v *Verifier) Keys(ctx context.Context, selector, domain string) ([]string, error) {
	return v.lookup(ctx, strings.ToLower(signature{selector: selector, domain: domain}.key()))
}

// SPF finds the SPF records of a domain (RFC 7208, 4.5). More than one hold no
// more than none.
func (v *Verifier) SPF(ctx context.Context, domain string) (records []string, err error) {
	texts, err := v.lookup(ctx, strings.ToLower(domain))
	for _, text := range texts {
		if first, _, _ := strings.Cut(text, " "); strings.EqualFold(first, "v=spf1") {
			records = append(records, text)
		}
	}
	return records, err
}
