package desk

import (
	"strings"

	"turnpost/templates"
)

func helpVerb() verb {
	return verb{
		name: "help",
		run: func(s *session, c command) error {
			name := strings.ToLower(strings.TrimRight(c.args, ".!?"))
			if name != "" {
				v, _, ok := s.desk.verbCalled(name, "")
				if ok && s.frenchIf(name) {
					v, ok = s.desk.verb("if")
				}
				if !ok {
					s.hint(c, s.desk.near(name, s.player.Lang), "no-command", name)
					return nil
				}
				name = v.name
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
		if v.name == name {
			h.Command = name
		}
		if n := len(h.Groups); n == 0 || h.Groups[n-1].Name != v.group {
			h.Groups = append(h.Groups, templates.CommandGroup{Name: v.group})
		}
		last := &h.Groups[len(h.Groups)-1]
		last.Commands = append(last.Commands, v.name)
	}
	if name == "" || name == "challenge" {
		h.Games = s.gameList()
	}
	return h
}
