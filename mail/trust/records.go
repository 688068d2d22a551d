package trust

import (
	"context"
	"strings"
)

// DMARC finds the DMARC record of a domain, or of its organization (RFC 7489,
// 6.6.3); "" if there is none, or none that holds.
func (v *Verifier) DMARC(ctx context.Context, domain string) (record string, err error) {
	return v.dmarc(ctx, strings.ToLower(domain))
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
