package desk

func undoVerb() verb {
	return verb{
		name: "undo", usage: "undo", summary: "ask to take back your last turn",
		more:    "And what followed it. Your opponent answers with yes or no; to play on declines it.",
		example: "undo",
		bare:    true, proven: true,
		run: func(s *session, c command) error {
			return s.onGame(c, func(t *table) { t.undo = &c })
		},
	}
}
