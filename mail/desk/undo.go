package desk

func undoVerb() verb {
	return verb{
		name: "undo",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			return s.onGame(c, func(t *table) { t.undo = &c })
		},
	}
}
