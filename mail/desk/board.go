package desk

func boardVerb() verb {
	return verb{
		name: "board", usage: "board", summary: "the board and the legal moves",
		bare: true,
		run: func(s *session, c command) error {
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.done(c)
			t.show = true // once the letter's plies are played
			return nil
		},
	}
}
