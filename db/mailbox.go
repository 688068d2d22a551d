// Package mailbox tells where the mail to an address goes, as far as an address says it.
package db

import "strings"

// MailboxOf is where the mail to a folded address goes: subaddresses (RFC 5233), and dots at
// Gmail, make no other mailbox. Where a server takes a + for a letter like any other it
// puts people together who are not one: nothing but a limit may go by it.
func MailboxOf(folded string) string {
	local, domain, _ := strings.Cut(folded, "@")
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}
