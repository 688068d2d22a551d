package handler

import (
	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/notify"
	"turnpost/rules"
	"turnpost/templates"
)

// ContinueDeparture does the next piece of a player's departure: that with this game, if it is
// one of theirs under way. It returns what is to be told after the commit, and db.ErrNotFound
// if the player is not leaving.
func ContinueDeparture(c *club.Club, notifier *notify.Notifier, store *db.Tx, player, game int64) (seen []Observation,
	err error) {
	d, err := store.Departure(player)
	if err != nil {
		return nil, err
	}
	tx := c.Begin(store, 0)
	tx.Listen(func(_ *club.Tx, e club.Event) error {
		seen = append(seen, observationsOf(e)...)
		return nil
	})
	messages, err := notifier.Begin(tx)
	if err != nil {
		return nil, err
	}
	messages.Answer(notify.Reply{Writer: player, Proven: true, Refers: true, Subject: d.Subject,
		MessageID: d.MessageID})
	left, err := club.LeavePiece(tx, d, game, func(g *club.Game) error {
		_, err := tellOfLeaving(tx, messages, g, g.Side(player), d.Words)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := messages.Send(); err != nil || !left || d.What != db.LeaveForget {
		return seen, err
	}
	return seen, club.Forget(tx, player)
}

// tellOfLeaving tells the opponent of a side that the player has resigned by leaving, and
// passes on words. It reports whether the opponent reads them.
func tellOfLeaving(tx *club.Tx, messages *notify.Messages, g *club.Game, side rules.Side, words string) (said bool,
	err error) {
	if words != "" {
		refusal, ours := club.Refused(club.Say(tx, g, side, g.Record.Len(), words))
		if ours != nil {
			return false, ours
		}
		said = refusal == nil
	}
	return said, messages.Left(g, side)
}

// IsFarewell reports whether a message is the last one to a player who is forgotten.
func IsFarewell(out db.Outgoing) bool { return out.Kind == templates.Kind(&templates.Forgotten{}) }
