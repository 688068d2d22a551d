package desk

func stopVerb() verb {
	return verb{
		name:   "stop",
		bare:   true,
		proven: true,
		run:    (*session).stop,
	}
}

// stop ends all letters to the writer. What it costs is asked first.
func (s *session) stop(c command) error {
	games, invitations, err := s.holdings()
	if err != nil {
		return err
	}
	switch {
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
