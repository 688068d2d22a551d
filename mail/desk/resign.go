package desk

func resignVerb() verb {
	return verb{
		name: "resign", usage: "resign", summary: "give up the game; nothing is asked",
		more:    "Outside a reply to a letter of the game its number must be named.",
		example: "#12 resign",
		bare:    true, proven: true,
		run: func(s *session, c command) error {
			// Giving up the only game that one has is still no word for a mail that
			// names none.
			if c.game == 0 && s.ticket.game == 0 {
				running, err := s.tx.GamesOf(s.player.ID, false, 1)
				if err == nil && len(running) > 0 {
					s.problem(c, "which-game", running[0].ID, "resign")
				} else {
					s.problem(c, "no-games")
				}
				return err
			}
			t, err := s.gameOf(c)
			if err != nil || t == nil {
				return err
			}
			s.reply(s.player).about(t)
			if t.over() {
				s.problem(c, "over")
				return nil
			}
			t.resign = &c // after the plies of this letter, if they can be played
			return nil
		},
	}
}
