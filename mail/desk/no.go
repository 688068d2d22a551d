package desk

func noVerb() verb {
	return verb{
		name: "no", usage: "no", summary: "decline an offer or a question",
		more:    "Where an offer or a question stands in a letter, this word on a line of its own declines it.",
		example: "no",
		bare:    true, proven: true,
		run: func(s *session, c command) error {
			handled, err := s.confirm(c, false)
			if err != nil || handled {
				return err
			}
			return s.answerOffer(c, false)
		},
	}
}
