package desk

import (
	"turnpost/rules"
	"turnpost/templates"
)

func historyVerb() verb {
	return verb{
		name: "history", usage: "history", summary: "all plies of the game",
		bare: true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.done(c)
			s.reply(s.player).about(t).add(&templates.History{
				Game: t.game.ID, Title: t.rules.Title, Black: t.black.Name, White: t.white.Name,
				Plies:  plySection(t, 1, t.record.Len()),
				Result: t.game.Result,
				Reason: t.rules.Reason(rules.Outcome{Reason: t.game.Reason}),
			})
			return nil
		},
	}
}
