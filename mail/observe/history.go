package observe

import (
	"log/slog"
	"strings"

	"turnpost/mail/club"
	"turnpost/rules"
)

// happened is what an operator follows a game by: how it began, each turn, what was
// offered and taken back, and how it ended. Players go by their numbers: no address,
// no name and no word of a letter's is in it.
func happened(e club.Event) []Observation {
	switch e := e.(type) {
	case club.Invited:
		return told("an invitation was made", slog.Int64("game", e.Invitation.ID), slog.String("rules", e.Invitation.Rules),
			slog.Int64("by", e.Challenger.ID), slog.Int64("to", e.Invitee.ID))
	case club.InvitationEnded:
		return told("an invitation ended", slog.Int64("game", e.Invitation.ID), slog.String("how", e.How), slog.Int64("by", e.By.ID))
	case club.InvitationExpired:
		return told("an invitation expired", slog.Int64("game", e.Invitation.ID), slog.Bool("undelivered", e.Undelivered))
	case club.GameBegan:
		return ofGame("a game began", e.Table, slog.Int64("black", e.Table.Game.Black), slog.Int64("white", e.Table.Game.White), slog.String("pace", e.Table.Game.Pace))
	case club.PliesPlayed:
		var plies []string
		for _, m := range e.Table.Record.Plies()[e.First-1 : e.Last] {
			plies = append(plies, string(m))
		}
		return ofGame("a side played", e.Table, side("side", e.By), slog.Int("ply", e.First), slog.String("played", strings.Join(plies, " ")), slog.Bool("conditional", e.Conditional))
	case club.OfferMade:
		return ofGame("a side asked", e.Table, side("side", e.By), slog.String("for", e.What))
	case club.OfferDeclined:
		return ofGame("a side declined", e.Table, side("side", e.By), slog.String("what", e.What))
	case club.TakenBack:
		return ofGame("plies were taken back", e.Table, side("side", e.Asker), slog.Int("ply", e.Next))
	case club.Reminded:
		return ofGame("a side was reminded", e.Table, side("side", e.Side), slog.String("of", map[int]string{club.RemindedHalf: "half", club.RemindedDay: "a day", club.RemindedOver: "over"}[e.Mark]))
	case club.GameEnded:
		return ofGame("a game ended", e.Table, slog.String("result", e.Table.Game.Result), slog.String("reason", e.Table.Game.Reason), slog.Int("plies", e.Table.Record.Len()))
	}
	return nil
}

func told(what string, about ...slog.Attr) []Observation {
	return []Observation{{What: Happened, Label: what, About: about}}
}

func ofGame(what string, t *club.Table, about ...slog.Attr) []Observation {
	return told(what, append([]slog.Attr{slog.Int64("game", t.Game.ID), slog.String("rules", t.Game.Rules)}, about...)...)
}

func side(key string, s rules.Side) slog.Attr { return slog.String(key, s.String()) }
