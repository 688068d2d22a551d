package desk

func yesVerb() verb {
	return verb{
		name: "yes", usage: "yes", summary: "agree to an offer or a question",
		more:    "Where an offer or a question stands in a letter, this word on a line of its own agrees to it.",
		example: "yes",
		bare:    true, proven: true,
		run: func(s *session, c command) error {
			handled, err := s.confirm(c, true)
			if err != nil || handled {
				return err
			}
			return s.answerOffer(c, true)
		},
	}
}
