package desk

func drawVerb() verb {
	return verb{
		name: "draw",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			return s.onGame(c, func(t *table) { t.draw = &c })
		},
	}
}
