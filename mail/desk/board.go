package desk

import "strings"

func boardVerb() verb {
	return verb{
		name: "board",
		bare: true, words: []string{"ascii", "unicode", "words"},
		run: func(s *session, c command) error {
			if c.args != "" && c.args != "words" {
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
			// Once the letter's plies are played.
			if c.args == "words" {
				t.inWords = true
			} else {
				t.show = true
			}
			return nil
		},
	}
}
