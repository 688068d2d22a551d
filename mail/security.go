package mail

import (
	"context"
	"fmt"
	"net"
	"strings"
	"time"
)

// Security says how a connection to a mail server is encrypted.
type Security string

// The ways there are.
const (
	TLS      Security = "tls"      // from the first byte on (RFC 8314)
	STARTTLS Security = "starttls" // after a word in the clear, and never without
	Plain    Security = "plain"    // never; to loopback addresses only
)

// ParseSecurity reads a Security as it stands in a configuration, in any case.
func ParseSecurity(s string) (Security, error) {
	switch m := Security(strings.ToLower(s)); m {
	case TLS, STARTTLS, Plain:
		return m, nil
	}
	return "", fmt.Errorf("the TLS mode %q is not one of tls, starttls and plain", s)
}

// CheckLoopback refuses a host that is not this machine: where a connection is
// Plain, letters and the password would go over the network in the clear. It
// looks the host up, for ten seconds at most.
func CheckLoopback(host string) error {
	ips := []net.IP{net.ParseIP(host)}
	if ips[0] == nil {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		addrs, err := net.DefaultResolver.LookupIPAddr(ctx, host)
		if err != nil {
			return fmt.Errorf("the mode plain is for this machine alone, and %s cannot be looked up: %w", host, err)
		}
		ips = ips[:0]
		for _, a := range addrs {
			ips = append(ips, a.IP)
		}
	}
	for _, ip := range ips {
		if !ip.IsLoopback() {
			return fmt.Errorf("the mode plain would send letters and the password in the clear to %s, which is not this machine: use tls or starttls", host)
		}
	}
	return nil
}
