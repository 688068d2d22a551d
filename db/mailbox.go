package db

import "strings"

// MailboxOf returns the mailbox that a folded address leads to, as far as the address shows
// it: without a subaddress (RFC 5233), and without dots at Gmail. A server may treat "+" as
// an ordinary message, and then two people have one mailbox here: use it only for limits.
func MailboxOf(folded string) string {
	local, domain, _ := strings.Cut(folded, "@")
	local, _, _ = strings.Cut(local, "+")
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}
