package desk

func resignVerb() verb {
	return verb{
		name: "resign",
		bare: true, proven: true,
		run: func(s *session, c command) error {
			// Giving up the only game that one has is still no word for a mail that
			// names none.
			if c.game == 0 && s.ticket.game == 0 {
				running, err := s.tx.GamesOf(s.player.ID, false, 1)
				if err == nil && len(running) > 0 {
					s.problem(c, "which-game", running[0].ID, c.typed)
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
			if s.ticket.game == t.game.ID && (s.ticket.ply != int64(t.before) || s.ticket.undone != t.game.Undone) {
				// An old letter, sent again by whatever accident, ends nothing.
				s.problem(c, "resign-stale")
				t.show = true
				return nil
			}
			t.resign = &c // after the plies of this letter, if they can be played
			return nil
		},
	}
}
