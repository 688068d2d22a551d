package desk

import (
	"strings"

	"turnpost/templates"
)

func helpVerb() verb {
	return verb{
		name: "help", usage: "help [COMMAND]", summary: "this list, or one command of it",
		run: func(s *session, c command) error {
			name := strings.ToLower(strings.TrimRight(c.args, ".!?"))
			if name != "" {
				if _, ok := s.desk.verb(name); !ok {
					s.hint(c, s.desk.near(name), "no-command", name)
					return nil
				}
			}
			s.done(c)
			s.reply(s.player).add(s.helpSection(name))
			return nil
		},
	}
}

// helpSection explains one command, or all if name is empty.
func (s *session) helpSection(name string) *templates.Help {
	h := &templates.Help{New: s.newcomer}
	for _, v := range s.desk.verbs {
		if name == "" || v.name == name {
			h.Commands = append(h.Commands, templates.CommandLine{Usage: v.usage, Summary: v.summary})
		}
	}
	if name == "" || name == "challenge" {
		h.Games = s.gameList()
	}
	return h
}
