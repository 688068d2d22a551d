package desk

func noVerb() verb {
	return verb{
		name: "no", usage: "no", summary: "decline what you were asked",
		bare: true, proven: true,
		run: func(s *session, c command) error { return s.answerOffer(c, false) },
	}
}
