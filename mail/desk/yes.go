package desk

func yesVerb() verb {
	return verb{
		name: "yes", usage: "yes", summary: "agree to what you were asked: a draw, or to take back a turn",
		bare: true, proven: true,
		run: func(s *session, c command) error { return s.answerOffer(c, true) },
	}
}
