package trust

import (
	"context"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// organization is the organizational domain (RFC 7489, 3.2): one label below
// the public suffix. A domain that has none is its own.
func organization(domain string) string {
	org, err := publicsuffix.EffectiveTLDPlusOne(domain)
	if err != nil {
		return domain
	}
	return org
}

// aligned reports whether a signature of the domain d speaks for mail from
// another (RFC 7489, 3.1.1). Only where the two differ is the DMARC record asked
// for; an error says that it could not be.
func (v *Verifier) aligned(ctx context.Context, d, from string) (bool, error) {
	if d == from {
		return true, nil
	}
	if organization(d) != organization(from) {
		return false, nil
	}
	record, err := v.dmarc(ctx, from)
	return err == nil && record != "" && relaxed(record), err
}

// dmarc finds the record of a domain, or of its organization (RFC 7489, 6.6.3);
// "" if there is none, or none that holds.
func (v *Verifier) dmarc(ctx context.Context, domain string) (string, error) {
	for _, name := range []string{domain, organization(domain)} {
		texts, err := v.lookup(ctx, "_dmarc."+name)
		if err != nil {
			return "", err
		}
		var records []string
		for _, text := range texts {
			if first, _, _ := strings.Cut(text, ";"); strings.Join(strings.Fields(first), "") == "v=DMARC1" {
				records = append(records, text)
			}
		}
		switch len(records) {
		case 0:
		case 1:
			return records[0], nil
		default:
			return "", nil
		}
	}
	return "", nil
}

// relaxed reports whether a record lets a domain of the same organization sign.
func relaxed(record string) bool {
	t, ok := tags(record)
	if !ok {
		return false
	}
	mode, there := t["adkim"]
	return !there || mode == "r"
}
