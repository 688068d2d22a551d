package desk

func noVerb() verb {
	return verb{
		name: "no",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			handled, err := s.confirm(c, false)
			if err != nil || handled {
				return err
			}
			return s.answerOffer(c, false)
		},
	}
}
