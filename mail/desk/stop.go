package desk

import "turnpost/templates"

func stopVerb() verb {
	return verb{
		name: "stop", usage: "stop", summary: "get no more letters, until you write again",
		more:    "Games under way are resigned, after you are asked. Whatever happens then, no letter goes to you until you write again.",
		example: "stop",
		bare:    true,
		run:     (*session).stop,
	}
}

// stop ends all letters to the writer. What it costs is asked first; a writer
// who is not proven loses nothing by it but the letters.
func (s *session) stop(c command) error {
	games, invitations, err := s.holdings()
	if err != nil {
		return err
	}
	switch {
	case !s.proven:
		return s.silence(c, games)
	case games > 0:
		return s.ask(c, askedStop)
	case s.wasSilent && invitations == 0:
		// A second "stop", perhaps of a mail program's button, is no reason for
		// a second last letter.
		s.acted = true
		s.player.StoppedAt = s.tx.Now
		return s.tx.SavePlayer(s.player)
	}
	s.done(c)
	s.leaving = askedStop
	return nil
}

// silence stops the letters and leaves everything else as it is.
func (s *session) silence(c command, games int) error {
	if s.wasSilent {
		s.acted = true
	} else {
		s.done(c)
		s.reply(s.player).alone().add(&templates.Stopped{Running: games})
	}
	s.player.StoppedAt = s.tx.Now
	return s.tx.SavePlayer(s.player)
}
