package desk

func undoVerb() verb {
	return verb{
		name: "undo", usage: "undo", summary: "ask to take back your last turn and what followed it; the answer is yes or no",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			return s.onGame(c, func(t *table) { t.undo = &c })
		},
	}
}
