package desk

func yesVerb() verb {
	return verb{
		name: "yes",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			handled, err := s.confirm(c, true)
			if err != nil || handled {
				return err
			}
			return s.answerOffer(c, true)
		},
	}
}
