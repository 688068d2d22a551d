package config

import (
	netmail "net/mail"
	"strings"
)

func (c *Policy) checkMembers(p *problems) {
	for _, member := range c.Members {
		// A domain is what stands behind the @ of an address.
		address := member
		if strings.HasPrefix(member, "@") {
			address = "somebody" + member
		}
		if a, err := netmail.ParseAddress(address); err != nil || a.Address != address ||
			strings.Contains(member, "*") {
			p.say("policy.members",
				`has %q; give addresses, such as "ada@example.net", and domains with an @ in front, such as `+
					`"@example.org"`, member)
		}
	}
}
