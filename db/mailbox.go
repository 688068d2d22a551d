package db

import (
	"slices"
	"strings"
)

// A provider is a set of domains that are one: a local part at any of them is the same
// person's. The provider ignores some characters of local parts.
type provider struct {
	domains []string // the first stands for all
	ignores string
}

// Migration 54 knows the same.
var providers = []provider{
	{[]string{"gmail.com", "googlemail.com"}, "."},
	{[]string{"proton.me", "protonmail.com", "pm.me"}, ".-_"},
	{[]string{"icloud.com", "me.com", "mac.com"}, ""},
}

// MailboxOf returns the mailbox that a folded address leads to, as far as the address shows
// it: without a subaddress (RFC 5233), and without what its provider ignores. A server may
// treat "+" as an ordinary character, and then two people have one mailbox here: it tells
// what holds for both, and never proves who wrote.
func MailboxOf(folded string) string {
	at := strings.LastIndexByte(folded, '@')
	if at < 0 {
		return folded // of a bot, or of a player who was forgotten
	}
	local, domain := folded[:at], folded[at+1:]
	if plus := strings.IndexByte(local, '+'); plus > 0 {
		local = local[:plus]
	}
	for _, p := range providers {
		if slices.Contains(p.domains, domain) {
			domain = p.domains[0]
			local = strings.Map(func(r rune) rune {
				if strings.ContainsRune(p.ignores, r) {
					return -1
				}
				return r
			}, local)
		}
	}
	return local + "@" + domain
}

// mailboxOf is a query for the players of one mailbox with a player, who is one of them. A
// confirmed second address belongs to it.
func mailboxOf(player string) string {
	mine := `(SELECT mailbox FROM players WHERE id = ` + player + ` UNION SELECT mailbox FROM addresses
		WHERE player = ` + player + ` AND confirmed_at <> 0)`
	return `(SELECT id FROM players WHERE mailbox IN ` + mine + ` UNION SELECT player FROM addresses
		WHERE confirmed_at <> 0 AND mailbox IN ` + mine + `)`
}

// Mailbox lists the players of one mailbox with a player, who is one of them, by number.
func (tx *Tx) Mailbox(player int64) ([]int64, error) {
	return tx.numbers(`SELECT id FROM players WHERE id IN `+mailboxOf(`?1`)+` ORDER BY id`, player)
}

// SameMailbox reports whether two players have one mailbox.
func (tx *Tx) SameMailbox(one, other int64) (same bool, err error) {
	err = tx.row(`SELECT CAST(?2 AS BIGINT) IN `+mailboxOf(`?1`), []any{one, other}, &same)
	return same, err
}

// MailboxStopped reports whether a player of that mailbox wants no messages.
func (tx *Tx) MailboxStopped(player int64) (stopped bool, err error) {
	err = tx.row(`SELECT EXISTS (SELECT 1 FROM players WHERE id IN `+mailboxOf(`?1`)+` AND stopped_at <> 0)`,
		[]any{player}, &stopped)
	return stopped, err
}
