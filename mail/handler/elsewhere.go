package handler

import (
	"errors"
	"strings"

	"turnpost/db"
	"turnpost/mail"
)

// maxRefers is how many of the ids that a message refers to are looked up. A message without a
// reply token refers to fewer.
const maxRefers = 20

// answersOthers reports whether a message without a reply token answers anything but mail of
// ours or the writer's own to us: its fields name another message, or something that is no
// message, or its text quotes another writer. It does not apply to writers who were never
// proven: they have nothing here that such a message could harm.
func (i *identifying) answersOthers(p db.Player) (bool, error) {
	message := i.message
	if p.WroteAt.IsZero() {
		return false, nil
	}
	// If mail to tagged addresses reaches the server, a reply to a message of ours has its
	// token in To. Otherwise a smarthost that replaces Message-IDs leaves only the quote.
	if !i.handler.identity.Plus && message.Quotes == mail.QuoteOfOurs {
		return false, nil
	}
	if message.RefersUnclear || len(message.Refers) > maxRefers {
		return true, nil
	}
	for _, id := range message.Refers {
		if known, err := i.knows(p.ID, id); err != nil || !known {
			return true, err
		}
	}
	return message.Quotes == mail.QuoteOfOther && len(message.Lines) > 0 && !quotesOwn(message), nil
}

// knows reports whether a message was sent by us to a player, or certainly by the player to us:
// anybody can send an unproven message in the player's name, with the id of another.
func (i *identifying) knows(player int64, messageID string) (bool, error) {
	if wrote, err := i.tx.DB.CameBefore(messageID, player, i.in.ID); err != nil || wrote {
		return wrote, err
	}
	out, err := i.tx.DB.MessageByMessageID(messageID)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil && out.Player == player, err
}

// quotesOwn reports whether a message that answers an own one of its writer's quotes that:
// the only address above the quote is the writer's.
func quotesOwn(message *mail.Message) bool {
	from := strings.ToLower(message.QuotesFrom)
	return len(message.Refers) > 0 && strings.Count(from, "@") == 1 &&
		strings.Contains(from, strings.ToLower(message.From[0].Addr))
}
