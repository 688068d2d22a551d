package desk

import "strings"

func boardVerb() verb {
	return verb{
		name: "board", usage: "board", summary: "the board and the legal moves",
		more:    "The word alone sends the board of the game. With ascii or unicode behind it, it says how boards are drawn in your letters: in plain characters, which every mail program shows, or with lines, which need a font with fixed widths.",
		example: "board unicode",
		bare:    true, words: []string{"ascii", "unicode"},
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
