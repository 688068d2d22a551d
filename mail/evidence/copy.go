package evidence

import (
	"slices"

	"turnpost/db"
	"turnpost/mail"
)

// maxNobodys is how many letters of nobody's are looked through for a copy. Where
// there are more, somebody has sent them for that purpose.
const maxNobodys = 5

// Again reports whether another mail with a letter's Message-ID and of its From, which
// is a player's, came before and was proven. One of another From says nothing, nor does
// one without proof: whoever has a copy of a mail could send it first in a name of his
// own, or in its writer's.
func Again(tx *db.Tx, in db.Incoming, player int64) (bool, error) {
	yes, err := tx.CameBefore(in.MessageID, player, in.ID)
	if err != nil || yes {
		return yes, err
	}
	nobodys, err := tx.NobodysBefore(in.MessageID, in.ID, mail.MaxHeader, maxNobodys)
	writer := mail.Writer(in.Raw)
	return len(nobodys) == maxNobodys || slices.ContainsFunc(nobodys, func(raw []byte) bool {
		return len(raw) == 0 || mail.Writer(raw) == writer
	}), err
}

// maxRefers is how many of the mails that a letter refers to are looked for: its
// program names the one that it answers last.
const maxRefers = 4

// Elsewhere reports whether a letter without a ticket answers a mail that is not its
// writer's own to us. Who was never proven has nothing here that such a letter could
// touch, and may be following the advice of the very mail.
func Elsewhere(tx *db.Tx, letter *mail.Letter, player int64) (bool, error) {
	refers := letter.InReplyTo
	if len(refers) == 0 {
		refers = letter.References
	}
	if len(refers) == 0 {
		return false, nil
	}
	p, err := tx.Player(player)
	if err != nil || p.WroteAt.IsZero() {
		return false, err
	}
	for _, id := range refers[max(len(refers)-maxRefers, 0):] {
		if wrote, err := tx.Wrote(player, id); err != nil || wrote {
			return false, err
		}
	}
	return true, nil
}
