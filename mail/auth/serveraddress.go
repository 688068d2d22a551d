package auth

import (
	"fmt"
	"strings"

	"turnpost/mail"
)

// ServerAddress is the address that our messages come from and replies go to.
type ServerAddress struct {
	Address string // local@domain
	// Plus says that mail to local+tag@domain reaches the mailbox, so that an address can
	// carry a reply token or a return tag.
	Plus bool
}

// Domain returns the part of the address after the at sign.
func (m ServerAddress) Domain() string {
	_, domain, _ := strings.Cut(m.Address, "@")
	return domain
}

// tagged returns the address with a tag, or without it if there are no plus-addresses.
func (m ServerAddress) tagged(tag string) string {
	if !m.Plus {
		return m.Address
	}
	local, domain, _ := strings.Cut(m.Address, "@")
	return local + "+" + tag + "@" + domain
}

// tags returns the tags of those addresses that are ours with a tag, in lower case.
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

// ReplyTo returns the address that replies with this token go to.
func (m ServerAddress) ReplyTo(t ReplyToken) string { return m.tagged(t.String()) }

// MessageID returns the Message-ID of a message with this token, without angle brackets. The
// nonce contains no dot and makes the id unique.
func (m ServerAddress) MessageID(t ReplyToken, nonce string) string {
	return fmt.Sprintf("%s.%s@%s", t, nonce, m.Domain())
}

// ReplyTokens finds possible reply tokens in a message's recipients and in the ids that it
// refers to, the strongest sign first: the recipients, then the message that it answers,
// then the messages before that, latest first.
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

// HighestGame returns the highest number of a game or invitation that a raw message has a
// possible reply token of; 0 if it has none.
func (m ServerAddress) HighestGame(raw []byte) (highest int64) {
	head, err := mail.ReadHead(raw)
	if err != nil {
		return 0
	}
	for _, t := range m.ReplyTokens(head.To, head.InReplyTo, head.References) {
		highest = max(highest, t.Game)
	}
	return highest
}

// OfMessageID returns the token of an id that has the form of MessageID's.
func (m ServerAddress) OfMessageID(id string) (ReplyToken, bool) {
	left, ok := strings.CutSuffix(strings.ToLower(id), "@"+strings.ToLower(m.Domain()))
	if !ok {
		return ReplyToken{}, false
	}
	// TOKEN.NONCE
	i := strings.LastIndexByte(left, '.')
	if i <= 0 {
		return ReplyToken{}, false
	}
	return ParseReplyToken(left[:i])
}
