package desk

func drawVerb() verb {
	return verb{
		name: "draw", usage: "draw", summary: "offer a draw, alone or with a move",
		more:    "Your opponent answers with yes or no; to play on declines it.",
		example: "draw",
		bare:    true, proven: true,
		run: func(s *session, c command) error {
			return s.onGame(c, func(t *table) { t.draw = &c })
		},
	}
}
