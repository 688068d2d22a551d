package auth

import (
	"fmt"
	"strings"
)

// ServerAddress is where the messages come from and the replies go to.
type ServerAddress struct {
	Address string // local@domain
	// Plus says that message to local+tag@domain reaches the mailbox, so that an
	// address can carry a ticket or a tag.
	Plus bool
}

// Domain is the part of the address after the at sign.
func (m ServerAddress) Domain() string {
	_, domain, _ := strings.Cut(m.Address, "@")
	return domain
}

// tagged is the address with a tag; without plus-addresses it is the address.
func (m ServerAddress) tagged(tag string) string {
	if !m.Plus {
		return m.Address
	}
	local, domain, _ := strings.Cut(m.Address, "@")
	return local + "+" + tag + "@" + domain
}

// tags are those of the addresses that are the mailbox's with a tag, in lower
// case.
func (m ServerAddress) tags(to []string) []string {
	local, domain, _ := strings.Cut(strings.ToLower(m.Address), "@")
	var tags []string
	for _, addr := range to {
		if tag, ok := strings.CutPrefix(strings.ToLower(addr), local+"+"); ok {
			if tag, ok = strings.CutSuffix(tag, "@"+domain); ok {
				tags = append(tags, tag)
			}
		}
	}
	return tags
}

// ReplyTo is the address that a reply with this ticket goes to.
func (m ServerAddress) ReplyTo(t ReplyToken) string { return m.tagged(t.String()) }

// MessageID is the id of a message with this ticket, without angle brackets. The
// nonce, which has no dot, makes each message's id its own.
func (m ServerAddress) MessageID(t ReplyToken, nonce string) string {
	return fmt.Sprintf("%s.%s@%s", t, nonce, m.Domain())
}

// Tickets finds what may be tickets in a message's addresses and in the ids that
// it refers to, the strongest sign first: the address that it was sent to, the
// message that it answers, then the messages before that, latest first.
func (m ServerAddress) ReplyTokens(to, inReplyTo, references []string) []ReplyToken {
	var found []ReplyToken
	for _, tag := range m.tags(to) {
		if t, ok := ParseReplyToken(tag); ok {
			found = append(found, t)
		}
	}
	for _, id := range inReplyTo {
		if t, ok := m.OfMessageID(id); ok {
			found = append(found, t)
		}
	}
	for i := len(references) - 1; i >= 0; i-- {
		if t, ok := m.OfMessageID(references[i]); ok {
			found = append(found, t)
		}
	}
	return found
}

// OfMessageID reports whether an id has the form of one that MessageID made, and
// its ticket.
func (m ServerAddress) OfMessageID(id string) (ReplyToken, bool) {
	left, ok := strings.CutSuffix(strings.ToLower(id), "@"+strings.ToLower(m.Domain()))
	if !ok {
		return ReplyToken{}, false
	}
	// TICKET.NONCE
	i := strings.LastIndexByte(left, '.')
	if i <= 0 {
		return ReplyToken{}, false
	}
	return ParseReplyToken(left[:i])
}
