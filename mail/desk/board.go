package desk

import "strings"

func boardVerb() verb {
	return verb{
		name: "board",
		bare: true, words: []string{"ascii", "unicode"},
		run: func(s *session, c command) error {
			if c.args != "" {
				if !s.proven {
					s.unproven(c)
					return nil
				}
				s.player.Board = strings.ToLower(strings.TrimRight(c.args, ".!"))
				return s.changed(c, "board")
			}
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
