package desk

import (
	"strings"

	"turnpost/mail"
)

func nameVerb() verb {
	return verb{
		name:   "name",
		proven: true,
		run: func(s *session, c command) error {
			text := strings.TrimSpace(c.args)
			// No address, so that nothing else becomes the name when none is left.
			name := displayName(mail.Address{Name: text})
			if name == "" || len([]rune(text)) > maxName || strings.Contains(text, "@") || mixedScripts(text) {
				s.problem(c, "bad-name", maxName, `< > " @ \ | #`)
				return nil
			}
			s.player.Name = name
			return s.changed(c, "name")
		},
	}
}
