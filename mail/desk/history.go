package desk

import (
	"turnpost/rules"
	"turnpost/templates"
)

func historyVerb() verb {
	return verb{
		name: "history",
		bare: true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			plies, err := s.tx.Plies(t.game.ID)
			if err != nil {
				return err
			}
			timed := plySection(t, 1, len(plies))
			for i, p := range plies {
				timed[i].At = p.PlayedAt.In(zoneOf(s.player))
			}
			s.done(c)
			s.reply(s.player).about(t).add(&templates.History{
				Game: t.game.ID, Title: t.rules.Title, Black: t.black.Name, White: t.white.Name,
				Plies:  timed,
				Result: t.game.Result,
				Reason: t.rules.In(s.player.Lang).Reason(rules.Outcome{Reason: t.game.Reason}),
			})
			return nil
		},
	}
}
