package desk

import "turnpost/templates"

func stopVerb() verb {
	return verb{
		name: "stop", usage: "stop", summary: "get no more letters, until you write again",
		more:    "Whatever happens then, no letter goes to you until you write again.",
		example: "stop",
		bare:    true,
		run: func(s *session, c command) error {
			running, err := s.tx.GamesOf(s.player.ID, false, maxListed)
			if err != nil {
				return err
			}
			s.done(c)
			last := s.reply(s.player) // before the silence begins
			s.player.StoppedAt = s.tx.Now
			if err := s.tx.SavePlayer(s.player); err != nil {
				return err
			}
			last.alone().add(&templates.Stopped{Running: len(running)})
			return nil
		},
	}
}
