package handler

import (
	"errors"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/command"
)

// awaited reports whether a command is for an invitation that the writer can accept,
// or for a game in which the other side offers something.
func awaited(a *answer, c command.Line) (invited, offered bool, err error) {
	id := a.named(c)
	if id == 0 {
		return false, false, nil
	}
	if g, err := a.tx.DB.Game(id); err == nil {
		return false, !g.Over() && g.Offer != "" && g.OfferBy != a.writer.Player && (g.Black == a.writer.Player || g.White == a.writer.Player), nil
	} else if !errors.Is(err, db.ErrNotFound) {
		return false, false, err
	}
	i, err := a.tx.Invitation(id, a.writer.Player)
	if err != nil || i == nil {
		return false, false, err
	}
	refusal, err := club.Refused(club.Answerable(*i, a.writer.Player, true))
	return err == nil && refusal == nil && i.State == db.InvitationOpen, false, err
}

// answering is the word that somebody means who says yes or no among other words: that
// which answers the invitation that the letter replies to, or the offer, or the word
// itself.
func answering(a *answer, v command.Verb, word string, langs []string) string {
	if invited, _, err := awaited(a, command.Line{}); err == nil && invited {
		name := "decline"
		if v.Name == "yes" {
			name = "accept"
		} else if v.Name != "no" {
			return v.As(word, langs)
		}
		return a.desk.reader.WordFor(name, a.reading.lang)
	}
	return v.As(word, langs)
}
