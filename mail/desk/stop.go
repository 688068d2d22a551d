package desk

import "turnpost/templates"

func stopVerb() verb {
	return verb{
		name: "stop", usage: "stop", summary: "get no more letters, until you write again",
		bare: true,
		run: func(s *session, c command) error {
			running, err := s.tx.GamesOf(s.player.ID, false, maxListed)
			if err != nil {
				return err
			}
			if err := s.tx.StopLetters(s.player.ID); err != nil {
				return err
			}
			s.done(c)
			s.reply(s.player).alone().add(&templates.Stopped{Running: len(running)})
			return nil
		},
	}
}
